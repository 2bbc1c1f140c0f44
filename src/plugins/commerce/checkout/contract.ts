import { z } from '@strapi/utils';
import './field-descriptions';
import { commonErrors } from '../../../platform/http/common-errors';
import { emailAddress } from '../../../platform/http/email-address';
import { endpoint } from '../../../platform/http/endpoint';
import { defineErrors } from '../../../platform/http/errors';
import { registerSchema } from '../../../platform/http/openapi/schema-registry';
import { verticalParam } from '../../../platform/http/primitives';

/** Errors of checkout. */
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
      en: 'This product is off sale at the moment.',
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
      es: 'El número de plazos de este precio falta o es ambiguo. Corrígelo en el proveedor de pagos.',
    },
    details: {
      instalments: z
        .string()
        .optional()
        .describe('Text of the price’s metadata; empty if they have none.'),
    },
  },
  METADATA_LIMIT: {
    status: 400,
    message: {
      en: 'Metadata holds at most 50 keys of 1 to 40 characters without square brackets, with values of at most 500 characters; details.problems names each excess.',
      es: 'Los metadatos admiten como máximo 50 claves de 1 a 40 caracteres sin corchetes, con valores de hasta 500 caracteres; details.problems indica cada exceso.',
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
      en: 'You already have access to this product; details.orders names the orders.',
      es: 'Ya tienes acceso a este producto; details.orders indica los pedidos.',
    },
    details: {
      orders: z.array(z.string()).meta({
        description: '`documentId` of the orders that give access to the product.',
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
      es: 'El proveedor de pagos no está disponible. No se ha cobrado nada.',
    },
  },
  PROVIDER_ERROR: {
    status: 502,
    message: {
      en: 'The payment provider failed. Nothing was charged.',
      es: 'El proveedor de pagos ha fallado. No se ha cobrado nada.',
    },
  },
  PROVIDER_REFUSED: {
    status: 502,
    message: {
      en: 'The payment provider refused the request. Nothing was charged.',
      es: 'El proveedor de pagos ha rechazado la petición. No se ha cobrado nada.',
    },
  },
  PROVIDER_BUSY: {
    status: 503,
    retryAfter: 2,
    message: {
      en: 'The payment provider is busy. Try again in a moment.',
      es: 'El proveedor de pagos está ocupado. Vuelve a intentarlo en un momento.',
    },
  },
  PRICES_NOT_KNOWN: {
    status: 503,
    // The provider is not asked again for as long after it did not answer.
    retryAfter: 15,
    message: {
      en: 'The prices are not cached and the payment provider is unavailable. Retry after the seconds of Retry-After. details.productPayIDs lists the products.',
      es: 'Los precios no están en caché y el proveedor de pagos no está disponible. Reinténtalo tras los segundos de Retry-After. details.productPayIDs indica los productos.',
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
      es: 'El proveedor de pagos no ha respondido a tiempo. No se ha cobrado nada.',
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

const given = z.string().min(1).max(255);

/** Stored exactly as sent: the provider replaces `{CHECKOUT_SESSION_ID}` with the session's id. */
const returnUrl = z
  .string()
  .min(1)
  .max(2_000)
  .describe('Absolute address; `{CHECKOUT_SESSION_ID}` in it becomes the session’s id.');

const purchase = {
  priceID: given.describe('Price identifier at the payment provider.'),
  productPayID: given.describe('The product’s `payID`.'),
  success_url: returnUrl,
  cancel_url: returnUrl,
  customer_email: emailAddress.describe('E-mail address of the customer.'),
  origin: given.describe('Payment account, in any case.'),
  vertical: verticalParam,
};

const scalar = z.union([z.string(), z.number(), z.boolean()]);

const sessionBody = z.strictObject({
  ...purchase,
  payment_intent_data: z
    .strictObject({ metadata: z.record(z.string(), scalar).optional() })
    .optional(),
  metadata: z
    .strictObject({
      laab_fetch: z.array(z.strictObject({ key: z.string(), value: z.string() })).optional(),
    })
    .optional(),
});

const subscriptionBody = z.strictObject(purchase);

export type Purchase = z.output<typeof subscriptionBody>;
export type PurchaseMetadata = Pick<
  z.output<typeof sessionBody>,
  'payment_intent_data' | 'metadata'
>;

const sessionFields = {
  id: z.string().describe('Session identifier.'),
  object: z.literal('checkout.session'),
  payment_method_types: z.array(z.string()),
  mode: z.enum(['payment', 'subscription']),
  status: z.enum(['open', 'complete', 'expired']).describe('`open` when a session is created.'),
  success_url: z.string(),
  cancel_url: z.string(),
  url: z.string().describe('Address of the hosted checkout page.'),
};

export const checkoutSession = registerSchema(
  'CheckoutSession',
  z.strictObject({
    ...sessionFields,
    mode: z.literal('payment'),
    amount_subtotal: z.int().describe('In the currency’s smallest unit.'),
    amount_total: z.int().describe('In the currency’s smallest unit.'),
    currency: z.string().describe('Lower-case currency code.'),
    customer: z.string().describe('Customer identifier at the payment provider.'),
  }),
);

export const checkoutSubscription = registerSchema(
  'CheckoutSubscription',
  z.strictObject({ ...sessionFields, mode: z.literal('subscription') }),
);

const creationErrors = [
  checkoutErrors.UNKNOWN_ORIGIN,
  checkoutErrors.RETURN_URL_NOT_ALLOWED,
  checkoutErrors.PRODUCT_NOT_FOUND,
  checkoutErrors.ORIGIN_MISMATCH,
  checkoutErrors.PRODUCT_NOT_IN_VERTICAL,
  checkoutErrors.PRODUCT_NOT_ON_SALE_YET,
  checkoutErrors.PRODUCT_OFF_SALE,
  checkoutErrors.PRODUCT_NOT_UNIQUE,
  checkoutErrors.PRICE_NOT_IN_PRODUCT,
  checkoutErrors.PRICE_NOT_ACTIVE,
  checkoutErrors.PRICE_NOT_OF_PURCHASE_TYPE,
  checkoutErrors.INVALID_IDEMPOTENCY_KEY,
  checkoutErrors.IDEMPOTENCY_KEY_REUSED,
  checkoutErrors.CHECKOUT_ALREADY_PAID,
  checkoutErrors.PRODUCT_ALREADY_OWNED,
  checkoutErrors.CHECKOUT_IN_PROGRESS,
  checkoutErrors.PROVIDER_UNREACHABLE,
  checkoutErrors.PROVIDER_ERROR,
  checkoutErrors.PROVIDER_REFUSED,
  checkoutErrors.PROVIDER_BUSY,
  checkoutErrors.PRICES_NOT_KNOWN,
  checkoutErrors.PROVIDER_TIMEOUT,
  commonErrors.TOO_MANY_REQUESTS,
] as const;

const idempotency =
  'Send an `Idempotency-Key` header to make a repeated call safe: the same key and body answer the same ' +
  'session for a day, while its page is open; a page that has expired is replaced by a new one, and a paid one is ' +
  '`CHECKOUT_ALREADY_PAID`. Without a key, the same body within ten seconds answers a page that is open. With the token of a student the order ' +
  'belongs to that account; a token that does not hold any more counts as none, so renew it before.';

const headers = [
  {
    name: 'Idempotency-Key',
    description: 'Another one for each purchase, the same when it is asked for again.',
    maxLength: 255,
    example: '5f0c1b7e-2d4a-4c58-9f6e-0a7d3c9b1e42',
  },
] as const;

export const createCheckoutSession = endpoint({
  operationId: 'createCheckoutSession',
  method: 'POST',
  path: '/create-checkout-session',
  tag: 'Checkout',
  access: 'optional',
  summary: 'A hosted checkout for one payment',
  description:
    'Metadata of the session and its payment: `payment_intent_data.metadata`, over it ' +
    '`metadata.laab_fetch` in its order, over both the service’s own `productDocumentId`, `SKU`, ' +
    `\`vertical\` and \`origin\`. ${idempotency}`,
  headers,
  body: sessionBody,
  example: {
    body: {
      priceID: 'price_prod_medicina_301',
      productPayID: 'prod_medicina_301',
      success_url: 'https://shop.example.com/thanks?session={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://shop.example.com/courses/taller-de-suturas',
      customer_email: 'ana.garcia@example.com',
      origin: 'main',
      vertical: 'medicina',
    },
  },
  response: checkoutSession,
  errors: [...creationErrors, checkoutErrors.PRICE_NOT_ONE_TIME, checkoutErrors.METADATA_LIMIT],
});

export const createCheckoutSubscription = endpoint({
  operationId: 'createCheckoutSubscription',
  method: 'POST',
  path: '/create-checkout-subscription',
  tag: 'Checkout',
  access: 'optional',
  summary: 'A hosted checkout for a subscription',
  description:
    'Runs until it is cancelled. With a price whose metadata at the provider has `instalments`, a whole number, it ends by ' +
    `itself after so many payments, and what was bought stays. ${idempotency}`,
  headers,
  body: subscriptionBody,
  example: {
    body: {
      priceID: 'price_prod_psicologia_102_monthly',
      productPayID: 'prod_psicologia_102',
      success_url: 'https://shop.example.com/thanks?session={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://shop.example.com/courses/atencion-plena-para-sanitarios',
      customer_email: 'ana.garcia@example.com',
      origin: 'main',
      vertical: 'medicina',
    },
  },
  response: checkoutSubscription,
  errors: [
    ...creationErrors,
    checkoutErrors.PRICE_NOT_RECURRING,
    checkoutErrors.INSTALMENTS_NOT_CLEAR,
  ],
});

export const receiveCheckoutEvent = endpoint({
  operationId: 'receiveCheckoutEvent',
  method: 'POST',
  path: '/checkout/webhook/:origin',
  tag: 'Checkout',
  summary: 'Receive an event of the payment provider',
  description:
    'Takes events signed with the account’s webhook secret in `Stripe-Signature`. Answers once an event ' +
    'is stored; its effect follows.',
  params: z.strictObject({ origin: given }),
  example: { params: { origin: 'main' } },
  response: z.strictObject({ received: z.literal(true) }),
  errors: [checkoutErrors.UNKNOWN_ORIGIN, webhookErrors.INVALID_SIGNATURE],
});
