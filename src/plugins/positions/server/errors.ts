import { defineErrors } from '../../../http/errors';

/** Why an entry is not moved. */
export const orderErrors = defineErrors({
  ORDER_CHANGED: {
    status: 409,
    message: {
      en: 'Somebody has changed this order in the meantime. It is shown anew; move the entry again.',
      es: 'Alguien ha cambiado este orden entretanto. Se muestra de nuevo: vuelve a mover la entrada.',
    },
  },
  NOT_IN_ORDER: {
    status: 404,
    message: {
      en: 'The entry is not in this list any more.',
      es: 'La entrada ya no está en esta lista.',
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
