import { defineErrors } from '../../../http/errors';

/** Why a list is not shown, or a view not kept. */
export const listErrors = defineErrors({
  NO_SUCH_QUESTION: {
    status: 400,
    message: {
      en: 'This list knows no such question.',
      es: 'Esta lista no sabe responder a eso.',
    },
  },
  TOO_MANY_VIEWS: {
    status: 409,
    message: {
      en: 'There are too many saved views of this list. Delete some first.',
      es: 'Hay demasiadas vistas guardadas de esta lista. Elimina antes alguna.',
    },
  },
  VIEW_NAME_TAKEN: {
    status: 409,
    message: {
      en: 'Another view of yours in this list has this name.',
      es: 'Otra de tus vistas de esta lista ya se llama así.',
    },
  },
  NOT_YOUR_ROLE: {
    status: 403,
    message: {
      en: 'You can share views with your own roles only.',
      es: 'Solo puedes compartir vistas con tus propios roles.',
    },
  },
  NOT_YOUR_VIEW: {
    status: 404,
    message: {
      en: 'There is no such view of yours.',
      es: 'No tienes ninguna vista así.',
    },
  },
});
