import { defineErrors } from '../../../http/errors';

/** What somebody is told who wants to publish what is not ready for it. */
export const readinessErrors = defineErrors({
  NOT_READY: {
    status: 400,
    message: {
      en: 'This is not ready to be published.',
      es: 'Esto no está listo para publicarse.',
    },
  },
});
