export const pageToolsInSpanish = {
  'pages.shown-on.title': 'Se muestra en',
  'pages.unpublish.title': '¿Anular la publicación de esta entrada?',
  'pages.unpublish.text':
    'La muestran páginas publicadas. Desaparecerá de ellas y volverá, a su sitio, cuando se publique de nuevo.',
  'pages.unpublish.nowhere': 'Ninguna página publicada la muestra.',
  'pages.copy.title': 'Copiar a otra línea de negocio o idioma',
  'pages.copy.unmapped':
    'La copia está hecha. Estas entradas no existen en su idioma y se han quedado fuera:',
  'pages.copy.open': 'Abrir la copia',
  'pages.copy.vertical': 'Línea de negocio',
  'pages.copy.language': 'Idioma',
  'pages.copy.submit': 'Hacer la copia',
};
