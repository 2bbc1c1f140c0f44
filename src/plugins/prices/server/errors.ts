import { defineErrors } from '../../../http/errors';
import { problemTexts } from '../money/problem-texts';

/** What an editor or a client of the content API is told when a price or a currency cannot be stored. */
export const priceErrors = defineErrors({
  // Programs write numbers as programs do.
  PRICE_UNREADABLE: {
    status: 400,
    message: {
      en: 'This is not a price: it has to be a number, with a point before the decimals.',
      es: 'Esto no es un precio: tiene que ser un número, con un punto ante los decimales.',
    },
  },
  PRICE_NEGATIVE: { status: 400, message: problemTexts.negative },
  PRICE_DECIMALS: { status: 400, message: problemTexts.decimals },
  PRICE_TOO_HIGH: { status: 400, message: problemTexts.tooHigh },
  CURRENCY_UNKNOWN: {
    status: 400,
    message: {
      en: 'There is no currency with this code. ISO 4217 has three capitals for each, like EUR or MXN.',
      es: 'No hay ninguna moneda con este código. ISO 4217 da tres mayúsculas a cada una, como EUR o MXN.',
    },
  },
});
