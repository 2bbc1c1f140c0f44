import { defineErrors } from '../../../platform/http/errors';

/** Errors of requests for pictures. */
export const pictureErrors = defineErrors({
  PICTURE_NOT_FOUND: {
    status: 404,
    message: {
      en: 'There is no picture of this name.',
      es: 'No hay ninguna imagen con este nombre.',
    },
  },
  NOT_A_PICTURE: {
    status: 422,
    message: {
      en: 'No sizes are made of this file: it is no picture, or one of a kind that scales by itself, as SVG. Use its own address.',
      es: 'De este archivo no se hacen tamaños: no es una imagen, o es de un tipo que se adapta solo, como SVG. Usa su propia dirección.',
    },
  },
  PICTURE_UNREADABLE: {
    status: 422,
    message: {
      en: 'This picture is damaged, or has too many pixels to make a size of it. Use its own address.',
      es: 'Esta imagen está dañada o tiene demasiados píxeles para hacer un tamaño de ella. Usa su propia dirección.',
    },
  },
});

/** Errors of editing alternative texts. */
export const textErrors = defineErrors({
  FILE_NOT_FOUND: {
    status: 404,
    message: { en: 'There is no such file.', es: 'No existe ese archivo.' },
  },
  LANGUAGE_UNKNOWN: {
    status: 400,
    message: {
      en: 'The site has no other language of this name; the text of the default language is the file’s own.',
      es: 'El sitio no tiene otro idioma con este nombre; el texto del idioma predeterminado es el del propio archivo.',
    },
  },
});
