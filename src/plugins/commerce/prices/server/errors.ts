import { defineErrors } from '#platform/http/errors';
import { priceProblemTexts } from '#catalogue/money/parse-price';

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
  PRICE_NEGATIVE: { status: 400, message: priceProblemTexts.negative },
  PRICE_DECIMALS: { status: 400, message: priceProblemTexts.decimals },
  PRICE_TOO_HIGH: { status: 400, message: priceProblemTexts.tooHigh },
  CURRENCY_UNKNOWN: {
    status: 400,
    message: {
      en: 'This currency code does not exist. Use an ISO 4217 code of three capitals, such as EUR or MXN.',
      es: 'Este código de moneda no existe. Usa un código ISO 4217 de tres mayúsculas, como EUR o MXN.',
    },
  },
  PRICE_ZERO: {
    status: 400,
    message: {
      en: 'The price must be higher than zero.',
      es: 'El precio tiene que ser mayor que cero.',
    },
  },
  PRICE_CURRENCY_DECIMALS: {
    status: 400,
    message: {
      en: 'The currency has fewer decimals than this price.',
      es: 'La moneda tiene menos decimales que este precio.',
    },
  },
  CURRENCY_NOT_OF_LINE: {
    status: 400,
    message: {
      en: 'The business lines of the entry use another currency.',
      es: 'Las líneas de negocio de la entrada usan otra moneda.',
    },
  },
  PAYMENT_ACCOUNT_NEEDED: {
    status: 400,
    message: {
      en: 'Choose the payment account in which the price is created.',
      es: 'Elige la cuenta de pago en la que se crea el precio.',
    },
  },
  PAYMENT_PRODUCT_NAMELESS: {
    status: 400,
    message: {
      en: 'A new payment product needs a name. Write the title of the entry.',
      es: 'Un producto de pago nuevo necesita un nombre. Escribe el título de la entrada.',
    },
  },
  INTERVAL_NEEDED: {
    status: 400,
    message: {
      en: 'A price in instalments is charged repeatedly. Choose how often.',
      es: 'Un precio a plazos se cobra varias veces. Elige cada cuánto.',
    },
  },
  PAYMENT_PRODUCT_NOT_YOURS: {
    status: 403,
    message: {
      en: 'An entry that you may not edit is sold as this payment product.',
      es: 'Una entrada que no puedes editar se vende como este producto de pago.',
    },
  },
  CREATION_KEY_REUSED: {
    status: 409,
    message: {
      en: 'This key has created another price. Open the form again.',
      es: 'Esta clave ya ha creado otro precio. Abre de nuevo el formulario.',
    },
  },
  PROVIDER_PRICE_REFUSED: {
    status: 400,
    message: {
      en: 'The payment provider refuses this price.',
      es: 'La pasarela de pago rechaza este precio.',
    },
  },
  PROVIDER_UNAVAILABLE: {
    status: 503,
    retryAfter: 15,
    message: {
      en: 'The payment provider does not answer. Try again in a moment: the price is created once at most.',
      es: 'La pasarela de pago no responde. Inténtalo de nuevo en un momento: el precio se crea una sola vez.',
    },
  },
});
