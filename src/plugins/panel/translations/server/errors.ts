import { defineErrors } from '../../../../platform/http/errors';

/** Errors of texts in other languages that cannot be stored, for editors and API clients. */
export const translationErrors = defineErrors({
  TRANSLATION_LANGUAGE_UNKNOWN: {
    status: 400,
    message: {
      en: 'Choose one of the languages there are for these texts.',
      es: 'Elige para estos textos uno de los idiomas que hay.',
    },
  },
  TRANSLATION_LANGUAGE_DEFAULT: {
    status: 400,
    message: {
      en: 'This is the language of the entry itself: write its texts there.',
      es: 'Este es el idioma de la propia entrada: escribe sus textos ahí.',
    },
  },
  TRANSLATION_LANGUAGE_TWICE: {
    status: 400,
    message: {
      en: 'There are texts in this language already.',
      es: 'Ya hay textos en este idioma.',
    },
  },
});
