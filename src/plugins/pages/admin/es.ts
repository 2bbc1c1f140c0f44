export const pageToolsInSpanish = {
  'page-tools.shown-on.title': 'Se muestra en',
  'page-tools.unpublish.title': '¿Anular la publicación de esta entrada?',
  'page-tools.unpublish.text':
    'La muestran páginas publicadas. Desaparecerá de ellas y volverá, a su sitio, cuando se publique de nuevo.',
  'page-tools.unpublish.nowhere': 'Ninguna página publicada la muestra.',
  'page-tools.copy.title': 'Copiar a otra línea de negocio o idioma',
  'page-tools.copy.unmapped':
    'La copia está hecha. Estas entradas no existen en su idioma y se han quedado fuera:',
  'page-tools.copy.open': 'Abrir la copia',
  'page-tools.copy.vertical': 'Línea de negocio',
  'page-tools.copy.language': 'Idioma',
  'page-tools.copy.submit': 'Hacer la copia',
};
