import { defineErrors } from '#platform/http/errors';

export const listErrors = defineErrors({
  NO_SUCH_QUESTION: {
    status: 400,
    message: {
      en: 'This list has no such filter.',
      es: 'Esta lista no tiene ese filtro.',
    },
  },
  TOO_MANY_VIEWS: {
    status: 409,
    message: {
      en: 'This list has too many saved views. Delete some first.',
      es: 'Esta lista tiene demasiadas vistas guardadas. Elimina antes alguna.',
    },
  },
  VIEW_NAME_TAKEN: {
    status: 409,
    message: {
      en: 'You already have a view with this name in this list. Choose another name.',
      es: 'Ya tienes una vista con este nombre en esta lista. Elige otro nombre.',
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
      en: 'You have no view with this id.',
      es: 'No tienes ninguna vista con este id.',
    },
  },
});
