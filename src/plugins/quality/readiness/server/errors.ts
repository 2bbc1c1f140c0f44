import { defineErrors } from '../../../../platform/http/errors';

/** What somebody is told who wants to publish what is not ready for it. */
export const readinessErrors = defineErrors({
  NOT_READY: {
    status: 400,
    message: {
      en: 'The entry has errors and cannot be published.',
      es: 'La entrada tiene errores y no se puede publicar.',
    },
  },
});
