import { defineErrors, type MessageLanguage } from '../../../../platform/http/errors';

export const slotErrors = defineErrors({
  UNPUBLISHED_ENTRIES: {
    status: 400,
    message: {
      en: 'This page shows entries that are not published. Publish them first, or remove them from the page.',
      es: 'Esta página muestra entradas que no están publicadas. Publícalas antes o quítalas de la página.',
    },
  },
});

/** Error text at the position of each such entry, after the entry's name. */
export const isUnpublished: Record<MessageLanguage, string> = {
  en: 'is not published in this language.',
  es: 'no está publicada en este idioma.',
};
