import { defineErrors } from '#platform/http/errors';

export const pictureErrors = defineErrors({
  PICTURE_NOT_FOUND: {
    status: 404,
    message: {
      en: 'No picture has this name.',
      es: 'Ninguna imagen tiene este nombre.',
    },
  },
  NOT_A_PICTURE: {
    status: 422,
    message: {
      en: 'This file has no sizes, because it is not a picture or is a vector graphic (SVG). Use the URL of the file.',
      es: 'Este archivo no tiene tamaños, porque no es una imagen o es un gráfico vectorial (SVG). Usa la URL del archivo.',
    },
  },
  PICTURE_UNREADABLE: {
    status: 422,
    message: {
      en: 'This picture is damaged, or has too many pixels to be resized. Use the URL of the file.',
      es: 'Esta imagen está dañada o tiene demasiados píxeles para cambiar su tamaño. Usa la URL del archivo.',
    },
  },
});

/** Errors of editing alternative texts. */
export const textErrors = defineErrors({
  FILE_NOT_FOUND: {
    status: 404,
    message: { en: 'This file does not exist.', es: 'Este archivo no existe.' },
  },
  LANGUAGE_UNKNOWN: {
    status: 400,
    message: {
      en: 'The site has no other language with this code. Change the text of the default language in the file itself.',
      es: 'El sitio no tiene otro idioma con este código. Cambia el texto del idioma predeterminado en el propio archivo.',
    },
  },
});
