import { defineErrors } from '../../../../platform/http/errors';

/** Errors of refused moves. */
export const orderErrors = defineErrors({
  ORDER_CHANGED: {
    status: 409,
    message: {
      en: 'Somebody changed this order. The list shows the new order. Move the entry again.',
      es: 'Alguien ha cambiado este orden. La lista muestra el orden nuevo. Vuelve a mover la entrada.',
    },
  },
  NOT_IN_ORDER: {
    status: 404,
    message: {
      en: 'This list no longer contains the entry.',
      es: 'Esta lista ya no contiene la entrada.',
    },
  },
  ORDER_NOT_YOURS: {
    status: 403,
    message: {
      en: 'You may not move these entries.',
      es: 'No puedes mover estas entradas.',
    },
  },
});
