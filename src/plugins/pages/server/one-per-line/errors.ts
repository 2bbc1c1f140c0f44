import { defineErrors } from '../../../../platform/http/errors';

export const pageEditingErrors = defineErrors({
  PAGE_EXISTS: {
    status: 409,
    message: {
      en: 'This business line already has a page of this kind.',
      es: 'Esta línea de negocio ya tiene una página de este tipo.',
    },
  },
  PAGE_PUBLISHED_ELSEWHERE: {
    status: 409,
    message: {
      en: 'This page is published for another business line. Unpublish it in every language before you change its business line, or copy it to the other one.',
      es: 'Esta página está publicada para otra línea de negocio. Despublícala en todos los idiomas antes de cambiarla de línea, o cópiala a la otra.',
    },
  },
});
