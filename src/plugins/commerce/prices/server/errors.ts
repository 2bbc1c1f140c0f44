import { defineErrors } from '../../../../platform/http/errors';
import { problemTexts } from '../money/problem-texts';

/** Errors for prices and currencies that cannot be stored. */
export const priceErrors = defineErrors({
  // Only sent to programs: the panel's messages allow both separators.
  PRICE_UNREADABLE: {
    status: 400,
    message: {
      en: 'The price must be a number with a decimal point.',
      es: 'El precio tiene que ser un número, con un punto antes de los decimales.',
    },
  },
  PRICE_NEGATIVE: { status: 400, message: problemTexts.negative },
  PRICE_DECIMALS: { status: 400, message: problemTexts.decimals },
  PRICE_TOO_HIGH: { status: 400, message: problemTexts.tooHigh },
  CURRENCY_UNKNOWN: {
    status: 400,
    message: {
      en: 'This currency code does not exist. Use an ISO 4217 code of three capitals, such as EUR or MXN.',
      es: 'Este código de moneda no existe. Usa un código ISO 4217 de tres mayúsculas, como EUR o MXN.',
    },
  },
});
