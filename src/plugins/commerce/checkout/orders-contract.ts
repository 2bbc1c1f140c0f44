import { z } from '@strapi/utils';
import { integerParam, documentId, timestamp } from '#platform/http/primitives';
import { commonErrors } from '#platform/http/common-errors';
import { defineEndpoint } from '#platform/http/endpoint';
import { outcomeErrors } from './errors';
import { pagination } from '#platform/http/pagination';
import { registerSchema } from '#platform/http/openapi/schema-registry';

/** States of the hosted page. */
export const sessionStatuses = ['open', 'complete', 'expired'] as const;

/** States of a payment with an outcome. */
const settledStatuses = ['paid', 'failed', 'partially_refunded', 'refunded', 'disputed'] as const;

export const paymentStatuses = ['pending', ...settledStatuses] as const;

/** Phases of a dispute by the customer's bank. An inquiry takes no money. */
const disputePhases = ['inquiry', 'open', 'won', 'lost'] as const;

/** States of the refunds. `failed`: the latest refund failed or was cancelled. */
const refundStatuses = ['none', 'pending', 'succeeded', 'failed'] as const;

/** States of the page and of the payment, combined. */
export const orderStates = [...sessionStatuses, ...settledStatuses] as const;

const orderedProduct = z.strictObject({
  documentId: z.string(),
  title: z.string(),
  SKU: z.string(),
});

const subscriptionStatus = z
  .string()
  .nullable()
  .describe(
    'Status of the subscription at the provider: `active`, `trialing`, `past_due`, `canceled` …',
  );

export const order = registerSchema(
  'Order',
  z.strictObject({
    documentId,
    createdAt: timestamp,
    state: z
      .enum(orderStates)
      .describe('`paymentStatus` once the payment has an outcome, otherwise `sessionStatus`.'),
    sessionStatus: z.enum(sessionStatuses).describe('State of the payment page.'),
    paymentStatus: z.enum(paymentStatuses).describe('State of the payment.'),
    mode: z.enum(['payment', 'subscription']),
    product: orderedProduct,
    vertical: z.string(),
    amountSubtotal: z.int().nullable().describe('Before discounts, in the smallest unit.'),
    amountTotal: z.int().nullable().describe('Amount of the payment page, in the smallest unit.'),
    amountPaid: z
      .int()
      .nullable()
      .describe(
        'Sum of all payments, renewals included, in the smallest unit; null: unknown, in orders of an earlier release.',
      ),
    amountRefunded: z
      .int()
      .describe('Refunded amount, pending refunds included, in the smallest unit.'),
    refundStatus: z
      .enum(refundStatuses)
      .nullable()
      .describe('Tax of the refunds; null: unknown, in orders of an earlier release.'),
    presentment: z
      .strictObject({
        currency: z.string().describe('Currency code (ISO 4217) in lower case.'),
        amountTotal: z.int().nullable(),
        amountPaid: z.int(),
        amountRefunded: z.int(),
      })
      .nullable()
      .describe(
        'These amounts in the currency that the customer saw; null: the order’s own currency.',
      ),
    dispute: z
      .strictObject({
        phase: z
          .enum(disputePhases)
          .describe(
            '`inquiry`: the bank asks; `open`: it has taken the money back until `won` or `lost`.',
          ),
        amount: z.int().describe('Disputed amount, in the smallest unit of the order’s currency.'),
        respondBy: timestamp.nullable().describe('Deadline for sending evidence.'),
      })
      .nullable()
      .describe('Null: no payment is or was disputed.'),
    discount: z
      .strictObject({
        code: z.string().describe('Promotion code that the customer entered on the payment page.'),
        amount: z.int().describe('Discount of the first payment, in the smallest unit.'),
      })
      .nullable()
      .describe('Null: no promotion code was entered.'),
    currency: z.string().nullable().describe('Currency code (ISO 4217) in lower case.'),
    paidAt: timestamp.nullable(),
    sessionId: z.string().describe('Identifier of the checkout session.'),
    subscriptionStatus,
    periodEndsAt: timestamp.nullable().describe('End of the paid period of a subscription.'),
    renewsAt: timestamp
      .nullable()
      .describe('Time of the next charge of a subscription; null if there is none.'),
    endsAt: timestamp
      .nullable()
      .describe('Time at which a subscription ends or has ended; null: no end is known.'),
    graceEndsAt: timestamp
      .nullable()
      .describe('End of the grace period after a failed renewal; null: no renewal has failed.'),
    pause: z
      .strictObject({
        mode: z
          .string()
          .describe('`keep_as_draft`, `mark_uncollectible`, `void`, or `paused` after a trial.'),
        resumesAt: timestamp.nullable(),
      })
      .nullable()
      .describe('Null: the subscription is charged.'),
    priceID: z.string().describe('Price that was sold; for a subscription, its current price.'),
    instalments: z
      .strictObject({
        total: z.int().describe('Payments in which the product is paid.'),
        paid: z
          .int()
          .describe('Number of payments made. After the last one, the customer keeps the product.'),
      })
      .nullable()
      .describe('Null: paid at once, or by a subscription without an end.'),
    access: z
      .strictObject({
        granted: z.boolean(),
        until: timestamp
          .nullable()
          .describe('Time at which the access ends; null: no end is known. May be in the past.'),
      })
      .describe('Whether the order gives a right to its product.'),
  }),
);

export type Order = z.output<typeof order>;

export const listOrders = defineEndpoint({
  operationId: 'listOrders',
  method: 'GET',
  path: '/user-endpoints/orders',
  tag: 'Checkout',
  summary: 'Orders of the student, newest first',
  description:
    'Lists the orders of the account, and those of guests with its e-mail address once it is confirmed.',
  access: 'student',
  query: z.strictObject({
    page: integerParam({ min: 1, max: 100_000, fallback: 1 }),
    pageSize: integerParam({ min: 1, max: 100, fallback: 25 }),
  }),
  example: { query: { page: 1, pageSize: 25 } },
  response: z.strictObject({
    data: z.array(order),
    meta: z.strictObject({ pagination }),
  }),
  errors: [commonErrors.UNAUTHENTICATED],
});

const checkoutOutcome = registerSchema(
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
    presentment: true,
    paidAt: true,
  }),
);

export type CheckoutOutcome = z.output<typeof checkoutOutcome>;

export const getCheckoutOutcome = defineEndpoint({
  operationId: 'getCheckoutOutcome',
  method: 'GET',
  path: '/checkout/session/:id',
  tag: 'Checkout',
  summary: 'The result of a checkout session',
  description:
    'For the page at `success_url`, where `{CHECKOUT_SESSION_ID}` becomes this id. It cannot be guessed, and ' +
    'the response says nothing about the customer. The service asks the payment provider about sessions that ' +
    'are open or unpaid, so the response does not wait for events. Repeat the request every few seconds until ' +
    '`state` is neither `open` nor `complete`.',
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

const entitlement = registerSchema(
  'Entitlement',
  z.strictObject({
    product: orderedProduct,
    mode: z
      .enum(['payment', 'subscription'])
      .describe(
        '`payment`: the product is paid in full. `subscription`: access lasts as long as payments continue.',
      ),
    since: timestamp.describe('Time of the first payment.'),
    until: timestamp
      .nullable()
      .describe(
        'When it ends, where that is known: a subscription that ends, is paused, or was not renewed. Null: it does not.',
      ),
    orders: z.array(documentId).describe('The orders that give this access.'),
  }),
);

export type Entitlement = z.output<typeof entitlement>;

export const listEntitlements = defineEndpoint({
  operationId: 'listEntitlements',
  method: 'GET',
  path: '/user-endpoints/entitlements',
  tag: 'Checkout',
  summary: 'Products to which the student has access',
  description:
    'Lists each product once, by its `documentId`: if it was bought and not refunded in full, if its ' +
    'subscription is paid, or within the grace period after a failed renewal. Payments that the customer’s bank ' +
    'disputes in full do not count until the dispute is settled.',
  access: 'student',
  query: z.strictObject({
    productPayID: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe('Only products with this `payID`, for a check before a purchase.'),
  }),
  example: { query: { productPayID: 'prod_psicologia_102' } },
  response: z.strictObject({ data: z.array(entitlement) }),
  errors: [commonErrors.UNAUTHENTICATED],
});
