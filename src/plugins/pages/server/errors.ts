import { defineErrors } from '../../../platform/http/errors';

export const pageToolsErrors = defineErrors({
  NOT_A_PAGE: {
    status: 400,
    message: { en: 'Only pages can be copied.', es: 'Solo se pueden copiar páginas.' },
  },
  SOURCE_NOT_FOUND: {
    status: 404,
    message: {
      en: 'This page does not exist in this language.',
      es: 'Esta página no existe en este idioma.',
    },
  },
  COPY_EXISTS: {
    status: 409,
    message: {
      en: 'This business line already has this page in this language.',
      es: 'Esta línea de negocio ya tiene esta página en este idioma.',
    },
  },
});
