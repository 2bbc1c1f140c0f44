import { defineErrors } from '../../../http/errors';

export const editingErrors = defineErrors({
  STALE_VERSION: {
    status: 409,
    message: {
      en: 'Somebody has changed this entry since you opened it. Nothing was saved.',
      es: 'Alguien ha cambiado esta entrada desde que la abriste. No se ha guardado nada.',
    },
  },
  FORM_FORBIDDEN: {
    status: 403,
    message: {
      en: 'Your role does not let you see this entry.',
      es: 'Tu rol no te permite ver esta entrada.',
    },
  },
  NOT_SIGNED_IN_ANY_MORE: {
    status: 403,
    message: {
      en: 'Somebody else has signed in since this was typed.',
      es: 'Desde que se escribió esto ha entrado otra persona.',
    },
  },
  TYPING_TOO_LARGE: {
    status: 413,
    message: {
      en: 'This is too much to be kept while it is not saved.',
      es: 'Es demasiado para conservarlo mientras no se guarde.',
    },
  },
  INVALID_BASE_VERSION: {
    status: 400,
    message: {
      en: 'baseVersion is the updatedAt of the version that a change is based on.',
      es: 'baseVersion es el updatedAt de la versión en la que se basa un cambio.',
    },
  },
});
