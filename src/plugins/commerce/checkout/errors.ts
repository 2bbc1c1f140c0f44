import { z } from '@strapi/utils';
import { defineErrors } from '#platform/http/errors';

export const checkoutErrors = defineErrors({
  UNKNOWN_ORIGIN: {
    status: 400,
    message: {
      en: 'The payment account does not exist.',
      es: 'La cuenta de pago no existe.',
    },
  },
  RETURN_URL_NOT_ALLOWED: {
    status: 400,
    message: {
      en: 'This return address is not allowed. details.field names it.',
      es: 'Esta dirección de retorno no está permitida. details.field la indica.',
    },
    details: {
      field: z
        .enum(['success_url', 'cancel_url', 'return_url'])
        .meta({ description: 'Field of the body.', examples: ['success_url'] }),
    },
  },
  PRODUCT_NOT_FOUND: {
    status: 404,
    message: {
      en: 'No published product has this payment identifier.',
      es: 'Ningún producto publicado tiene este identificador de pago.',
    },
  },
  ORIGIN_MISMATCH: {
    status: 400,
    message: {
      en: 'This product is sold through another payment account.',
      es: 'Este producto se vende a través de otra cuenta de pago.',
    },
  },
  PRODUCT_NOT_IN_VERTICAL: {
    status: 400,
    message: {
      en: 'This product is not sold in this business line.',
      es: 'Este producto no se vende en esta línea de negocio.',
    },
  },
  PRODUCT_NOT_ON_SALE_YET: {
    status: 400,
    message: {
      en: 'This product is announced and not on sale yet.',
      es: 'Este producto está anunciado y todavía no está a la venta.',
    },
  },
  PRODUCT_OFF_SALE: {
    status: 400,
    message: {
      en: 'This product is off sale.',
      es: 'Este producto no está a la venta en este momento.',
    },
  },
  PRODUCT_NOT_UNIQUE: {
    status: 409,
    message: {
      en: 'Several published products have this payment identifier. Give each product its own.',
      es: 'Varios productos publicados tienen este identificador de pago. Asigna uno propio a cada producto.',
    },
  },
  PRICE_NOT_IN_PRODUCT: {
    status: 400,
    message: {
      en: 'This price is not one of this product’s prices.',
      es: 'Este precio no es uno de los precios de este producto.',
    },
  },
  PRICE_NOT_ACTIVE: {
    status: 400,
    message: {
      en: 'This price is no longer on sale.',
      es: 'Este precio ya no está a la venta.',
    },
  },
  PRICE_NOT_ONE_TIME: {
    status: 400,
    message: {
      en: 'The price is recurring. A single payment needs a one-time price.',
      es: 'El precio es recurrente. Un pago único necesita un precio de pago único.',
    },
  },
  PRICE_NOT_RECURRING: {
    status: 400,
    message: {
      en: 'The price is one-time. A subscription needs a recurring price.',
      es: 'El precio es de pago único. Una suscripción necesita un precio recurrente.',
    },
  },
  PRICE_NOT_OF_PURCHASE_TYPE: {
    status: 400,
    message: {
      en: 'The price does not fit the purchaseType of the product, or covers only a part of it. GET /checkout/prices lists the valid prices.',
      es: 'El precio no corresponde al purchaseType del producto o cubre solo una parte. GET /checkout/prices da los precios válidos.',
    },
  },
  INSTALMENTS_NOT_CLEAR: {
    status: 400,
    message: {
      en: 'The number of instalments of this price is missing or ambiguous. Correct it at the payment provider.',
      es: 'El número de plazos de este precio falta o es ambiguo. Corrígelo en la pasarela de pago.',
    },
    details: {
      instalments: z
        .string()
        .optional()
        .describe('Value of `instalments` in the price’s metadata; empty if there is none.'),
    },
  },
  METADATA_LIMIT: {
    status: 400,
    message: {
      en: 'Metadata holds at most 50 keys of 1 to 40 characters without square brackets, with values of at most 500 characters. details.problems lists each violation.',
      es: 'Los metadatos admiten como máximo 50 claves de 1 a 40 caracteres sin corchetes, con valores de hasta 500 caracteres. details.problems indica cada incumplimiento.',
    },
    details: {
      problems: z.array(z.string()).meta({
        description: 'Each excess, in English.',
        examples: [['51 keys, at most 50']],
      }),
    },
  },
  INVALID_IDEMPOTENCY_KEY: {
    status: 400,
    message: {
      en: 'Idempotency-Key must have 1 to 255 characters.',
      es: 'Idempotency-Key debe tener entre 1 y 255 caracteres.',
    },
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    message: {
      en: 'This Idempotency-Key was used for another request.',
      es: 'Esta Idempotency-Key ya se usó para otra petición.',
    },
  },
  CHECKOUT_ALREADY_PAID: {
    status: 409,
    message: {
      en: 'The checkout of this Idempotency-Key is complete; details.order and details.sessionId name it. Send another key to buy again.',
      es: 'El pago de esta Idempotency-Key ya está completado; details.order y details.sessionId lo indican. Envía otra clave para comprar de nuevo.',
    },
    details: {
      sessionId: z.string().meta({
        description: 'Identifier of the checkout session.',
        examples: ['cs_test_a1B2c3D4e5F6g7H8i9J0'],
      }),
      order: z.string().meta({
        description: '`documentId` of the order.',
        examples: ['k7d2m9x4q1w8e5r3t6y0u2i4'],
      }),
    },
  },
  PRODUCT_ALREADY_OWNED: {
    status: 409,
    message: {
      en: 'You already have access to this product, or a subscription to it that is still charged; details.orders names the orders.',
      es: 'Ya tienes acceso a este producto, o una suscripción que se sigue cobrando; details.orders indica los pedidos.',
    },
    details: {
      orders: z.array(z.string()).meta({
        description:
          '`documentId` of the orders that give access to the product, or are still charged.',
        examples: [['k7d2m9x4q1w8e5r3t6y0u2i4']],
      }),
    },
  },
  CHECKOUT_IN_PROGRESS: {
    status: 409,
    retryAfter: 2,
    message: {
      en: 'The same checkout is being created. Try again in a moment.',
      es: 'Este mismo pago se está creando. Vuelve a intentarlo en un momento.',
    },
  },
  PROVIDER_UNREACHABLE: {
    status: 502,
    message: {
      en: 'The payment provider is unavailable. Nothing was charged.',
      es: 'La pasarela de pago no está disponible. No se ha cobrado nada.',
    },
  },
  PROVIDER_ERROR: {
    status: 502,
    message: {
      en: 'The payment provider failed. Nothing was charged.',
      es: 'La pasarela de pago ha fallado. No se ha cobrado nada.',
    },
  },
  PROVIDER_REFUSED: {
    status: 502,
    message: {
      en: 'The payment provider refused the request. Nothing was charged.',
      es: 'La pasarela de pago ha rechazado la petición. No se ha cobrado nada.',
    },
  },
  PROVIDER_BUSY: {
    status: 503,
    retryAfter: 2,
    message: {
      en: 'The payment provider is busy. Try again in a moment.',
      es: 'La pasarela de pago está ocupada. Vuelve a intentarlo en un momento.',
    },
  },
  PRICES_NOT_KNOWN: {
    status: 503,
    // The provider is not asked again for as long after it did not answer.
    retryAfter: 15,
    message: {
      en: 'The prices are not cached and the payment provider is unavailable. Retry after the seconds of Retry-After. details.productPayIDs lists the products.',
      es: 'Los precios no están en caché y la pasarela de pago no está disponible. Reinténtalo tras los segundos de Retry-After. details.productPayIDs indica los productos.',
    },
    details: {
      productPayIDs: z.array(z.string()).meta({
        description: '`payID` of the products without known prices.',
        examples: [['prod_medicina_301']],
      }),
    },
  },
  PROVIDER_TIMEOUT: {
    status: 504,
    message: {
      en: 'The payment provider timed out. Nothing was charged.',
      es: 'La pasarela de pago no ha respondido a tiempo. No se ha cobrado nada.',
    },
  },
});

/** Errors of the webhook that the provider calls. */
export const webhookErrors = defineErrors({
  INVALID_SIGNATURE: {
    status: 400,
    message: {
      en: 'The signature of the event is missing, wrong or too old.',
      es: 'La firma del evento falta, no es correcta o es demasiado antigua.',
    },
  },
});

/** Errors of the outcome of a checkout session. */
export const outcomeErrors = defineErrors({
  SESSION_NOT_FOUND: {
    status: 404,
    message: {
      en: 'There is no checkout session with this id.',
      es: 'No hay ninguna sesión de pago con este id.',
    },
  },
});

export const billingErrors = defineErrors({
  ORDER_NOT_FOUND: {
    status: 404,
    message: {
      en: 'You have no order with this id.',
      es: 'No tienes ningún pedido con este id.',
    },
  },
  NOT_A_SUBSCRIPTION: {
    status: 400,
    message: {
      en: 'This order is not a subscription. The billing portal has nothing to manage.',
      es: 'Este pedido no es una suscripción. No hay nada que gestionar.',
    },
  },
  BILLING_NOT_YOURS: {
    status: 403,
    message: {
      en: 'The billing portal opens only for the account with the customer’s e-mail address. Confirm the address first.',
      es: 'El portal de facturación solo se abre para la cuenta con la dirección de correo del cliente, confirmada. Confirma antes la dirección.',
    },
  },
});
