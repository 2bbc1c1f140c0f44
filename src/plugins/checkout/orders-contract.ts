import { z } from '@strapi/utils';
import { commonErrors } from '../../http/common-errors';
import { endpoint } from '../../http/endpoint';
import { defineErrors } from '../../http/errors';
import { pagination } from '../../http/pagination';
import { registerSchema } from '../../http/openapi/schema-registry';
import { documentId, timestamp } from '../../http/primitives';

export const outcomeErrors = defineErrors({
  SESSION_NOT_FOUND: {
    status: 404,
    message: {
      en: 'There is no checkout session with this id.',
      es: 'No hay ninguna sesión de pago con este id.',
    },
  },
});

/** What became of the hosted page. */
export const sessionStatuses = ['open', 'complete', 'expired'] as const;

/** What became of the money. */
export const paymentStatuses = [
  'pending',
  'paid',
  'failed',
  'partially_refunded',
  'refunded',
  'disputed',
] as const;

/** Both in one word. */
export const orderStates = [
  'open',
  'complete',
  'expired',
  'paid',
  'failed',
  'partially_refunded',
  'refunded',
  'disputed',
] as const;

const orderedProduct = z.strictObject({
  documentId: z.string(),
  title: z.string(),
  SKU: z.string(),
});

const subscriptionStatus = z
  .string()
  .nullable()
  .describe(
    'Of a subscription, in the provider’s words: `active`, `trialing`, `past_due`, `canceled` …',
  );

export const order = registerSchema(
  'Order',
  z.strictObject({
    documentId,
    createdAt: timestamp,
    state: z
      .enum(orderStates)
      .describe('`paymentStatus`, once something became of the money; `sessionStatus` before.'),
    sessionStatus: z.enum(sessionStatuses).describe('What became of the payment page.'),
    paymentStatus: z.enum(paymentStatuses).describe('What became of the money.'),
    mode: z.enum(['payment', 'subscription']),
    product: orderedProduct,
    vertical: z.string(),
    amountSubtotal: z.int().nullable().describe('Before discounts, in the smallest unit.'),
    amountTotal: z.int().nullable().describe('What is paid, in the smallest unit.'),
    amountRefunded: z.int().describe('What was given back of it, in the smallest unit.'),
    discount: z
      .strictObject({
        code: z.string().describe('As the customer entered it on the payment page.'),
        amount: z.int().describe('How much less it made the first payment, in the smallest unit.'),
      })
      .nullable()
      .describe('Null: no promotion code was entered.'),
    currency: z.string().nullable().describe('By ISO 4217, in lower case.'),
    paidAt: timestamp.nullable(),
    sessionId: z.string().describe('Identifier of the checkout session.'),
    subscriptionStatus,
    renewsAt: timestamp
      .nullable()
      .describe('When a subscription is charged next; null where it will not be.'),
    instalments: z
      .strictObject({
        total: z.int().describe('Payments in which the product is paid.'),
        paid: z.int().describe('Of them, those made; with the last one the product is bought.'),
      })
      .nullable()
      .describe('Null: paid at once, or by a subscription without an end.'),
  }),
);

export type Order = z.output<typeof order>;

export const listOrders = endpoint({
  operationId: 'listOrders',
  method: 'GET',
  path: '/user-endpoints/orders',
  tag: 'Checkout',
  summary: 'The orders of the student who asks, newest first',
  access: 'student',
  query: z.strictObject({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(100).default(25),
  }),
  example: { query: { page: 1, pageSize: 25 } },
  response: z.strictObject({
    data: z.array(order),
    meta: z.strictObject({ pagination }),
  }),
  errors: [commonErrors.UNAUTHENTICATED],
});

export const checkoutOutcome = registerSchema(
  'CheckoutOutcome',
  order.pick({
    sessionId: true,
    state: true,
    sessionStatus: true,
    paymentStatus: true,
    mode: true,
    product: true,
    vertical: true,
    amountSubtotal: true,
    amountTotal: true,
    currency: true,
    paidAt: true,
  }),
);

export type CheckoutOutcome = z.output<typeof checkoutOutcome>;

export const getCheckoutOutcome = endpoint({
  operationId: 'getCheckoutOutcome',
  method: 'GET',
  path: '/checkout/session/:id',
  tag: 'Checkout',
  summary: 'What became of a checkout session',
  description:
    'For the page that `success_url` names: `{CHECKOUT_SESSION_ID}` in it is this id, which nobody can guess. It says ' +
    'nothing about who buys. A session that is still open or unpaid is looked up at the payment provider, so the answer ' +
    'does not wait for the provider’s events; ask again every few seconds until `state` is neither `open` nor `complete`.',
  params: z.strictObject({
    id: z
      .string()
      .regex(/^cs_\w{20,250}$/)
      .describe('Session identifier.'),
  }),
  example: { params: { id: 'cs_test_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6a7B8c9' } },
  response: z.strictObject({ data: checkoutOutcome }),
  errors: [outcomeErrors.SESSION_NOT_FOUND, commonErrors.TOO_MANY_REQUESTS],
});

export const entitlement = registerSchema(
  'Entitlement',
  z.strictObject({
    product: orderedProduct,
    mode: z
      .enum(['payment', 'subscription'])
      .describe(
        'Bought, at once or by instalments of which the last one is paid; or for as long as it is paid.',
      ),
    since: timestamp.describe('When it was paid first.'),
    until: timestamp
      .nullable()
      .describe(
        'When it ends, where that is known: a subscription that will not be renewed. Null: it does not.',
      ),
    orders: z.array(documentId).describe('The orders that it rests on.'),
  }),
);

export type Entitlement = z.output<typeof entitlement>;

export const listEntitlements = endpoint({
  operationId: 'listEntitlements',
  method: 'GET',
  path: '/user-endpoints/entitlements',
  tag: 'Checkout',
  summary: 'What the student who asks may use now',
  description:
    'Each product once, by its `documentId`: bought and not given back in full, or subscribed to and paid. What the ' +
    'customer’s bank contests is not among it until that is settled.',
  access: 'student',
  response: z.strictObject({ data: z.array(entitlement) }),
  errors: [commonErrors.UNAUTHENTICATED],
});
