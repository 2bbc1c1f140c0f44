import { defineErrors } from '../../../http/errors';

export const historyErrors = defineErrors({
  HISTORY_NOT_FOUND: {
    status: 404,
    message: {
      en: 'This state is not kept, or not any more.',
      es: 'Este estado no se conserva, o ya no se conserva.',
    },
  },
  HISTORY_FORBIDDEN: {
    status: 403,
    message: {
      en: 'Your role does not allow this for this entry in this language.',
      es: 'Tu rol no permite hacer esto con esta entrada en este idioma.',
    },
  },
  ALREADY_BACK: {
    status: 409,
    message: {
      en: 'This entry has come back already.',
      es: 'Esta entrada ya se ha recuperado.',
    },
  },
});
