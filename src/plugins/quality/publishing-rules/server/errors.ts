import { defineErrors } from '../../../../platform/http/errors';

/** Errors of refused publications. */
export const publishingErrors = defineErrors({
  NOT_READY: {
    status: 400,
    message: {
      en: 'The entry has errors and cannot be published.',
      es: 'La entrada tiene errores y no se puede publicar.',
    },
  },
});
