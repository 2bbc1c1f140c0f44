import { z } from '@strapi/utils';
import { commonErrors } from '#platform/http/common-errors';
import { emailAddress } from '#platform/http/email-address';
import { defineEndpoint } from '#platform/http/endpoint';
import { billingErrors, checkoutErrors, webhookErrors } from './errors';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { verticalParam } from '#platform/http/primitives';
import { describeFields } from '#platform/http/openapi/field-descriptions';

/** Describes the fields of prices, checkout sessions and orders. */
describeFields({
  object: 'Kind of the object at the payment provider.',
  mode: '`payment`: paid once; `subscription`: paid in periods or instalments.',
  payment_method_types: 'Payment methods of the page.',
  success_url: 'Address to which the customer returns after the payment.',
  cancel_url: 'Address to which the customer returns without a payment.',
  'CheckoutSession.url': 'Address of the payment page.',
  'CheckoutSubscription.url': 'Address of the payment page.',
  'CheckoutSession.id': 'Identifier of the checkout session.',
  'CheckoutSubscription.id': 'Identifier of the checkout session.',
  'CheckoutSession.status': 'State of the session.',
  'CheckoutSubscription.status': 'State of the session.',
  'BillingPortal.url': 'Address of the page on which the customer manages payments.',
  product: 'Product that is sold.',
  productPayID: 'Identifier of the product at the payment provider: `payID` of the product.',
  notSold: 'Products that cannot be sold now.',
  amountTotal: 'Total of the payment page, in the smallest unit.',
  amountPaid: 'Total of all payments, in the smallest unit.',
  amountRefunded: 'Total of all refunds, in the smallest unit.',
  paidAt: 'Time of the first payment; null if nothing is paid.',
  resumesAt: 'Time at which charging resumes; null: no time is known.',
  granted: 'Whether the customer may use the product.',
  received: 'True: the event is stored.',
  'Order.vertical': 'Slug of the business line in which it was sold.',
  'CheckoutOutcome.vertical': 'Slug of the business line in which it was sold.',
  'receiveCheckoutEvent.origin': 'Payment account that sends the event.',
  payment_intent_data: 'Values for the payment.',
  metadata: 'Values that the payment provider stores with the payment.',
  laab_fetch: 'Pairs of key and value that become metadata.',
  key: 'Name of the value.',
});

const requiredText = z.string().min(1).max(255);

/** Stored exactly as sent: the provider replaces `{CHECKOUT_SESSION_ID}` with the session's id. */
const returnUrl = z
  .string()
  .min(1)
  .max(2_000)
  .describe('Absolute address; `{CHECKOUT_SESSION_ID}` in it becomes the session’s id.');

const purchase = {
  priceID: requiredText.describe('Price identifier at the payment provider.'),
  productPayID: requiredText.describe('The product’s `payID`.'),
  success_url: returnUrl,
  cancel_url: returnUrl,
  customer_email: emailAddress.describe('E-mail address of the customer.'),
  origin: requiredText.describe('Name of the payment account; upper and lower case are equal.'),
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
    amount_subtotal: z
      .int()
      .describe('Amount before discounts, in the smallest unit of the currency.'),
    amount_total: z.int().describe('Amount to pay, in the smallest unit of the currency.'),
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
  'Send an `Idempotency-Key` header to make retries safe: for a day, requests with the same key and body ' +
  'return the same session while its page is open. An expired page is replaced by a new one; a paid page is ' +
  '`CHECKOUT_ALREADY_PAID`. Without a key, the same body within ten seconds returns the open page. With the ' +
  'token of a student the order belongs to that account. An expired token counts as no token, so renew it ' +
  'before.';

const headers = [
  {
    name: 'Idempotency-Key',
    description: 'A new key for each purchase, and the same key for its retries.',
    maxLength: 255,
    example: '5f0c1b7e-2d4a-4c58-9f6e-0a7d3c9b1e42',
  },
] as const;

export const createCheckoutSession = defineEndpoint({
  operationId: 'createCheckoutSession',
  method: 'POST',
  path: '/create-checkout-session',
  tag: 'Checkout',
  access: 'optional',
  summary: 'A hosted checkout for one payment',
  description:
    'The session and its payment receive metadata from three sources, of which later ones win: ' +
    `\`payment_intent_data.metadata\`, \`metadata.laab_fetch\` in its order, and \`productDocumentId\`, ` +
    `\`SKU\`, \`vertical\` and \`origin\` from the service. ${idempotency}`,
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

export const createCheckoutSubscription = defineEndpoint({
  operationId: 'createCheckoutSubscription',
  method: 'POST',
  path: '/create-checkout-subscription',
  tag: 'Checkout',
  access: 'optional',
  summary: 'A hosted checkout for a subscription',
  description:
    'The subscription runs until it is cancelled. If the metadata of its price at the provider has a whole ' +
    `number \`instalments\`, it ends after so many payments, and the customer keeps the product. ${idempotency}`,
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

export const receiveCheckoutEvent = defineEndpoint({
  operationId: 'receiveCheckoutEvent',
  method: 'POST',
  path: '/checkout/webhook/:origin',
  tag: 'Checkout',
  summary: 'Receive an event of the payment provider',
  description:
    'Takes events signed with the account’s webhook secret in `Stripe-Signature`. The response is sent when ' +
    'the event is stored; it is processed later.',
  params: z.strictObject({ origin: requiredText }),
  example: { params: { origin: 'main' } },
  response: z.strictObject({ received: z.literal(true) }),
  errors: [checkoutErrors.UNKNOWN_ORIGIN, webhookErrors.INVALID_SIGNATURE],
});

export const openBillingPortal = defineEndpoint({
  operationId: 'openBillingPortal',
  method: 'POST',
  path: '/user-endpoints/billing-portal',
  tag: 'Checkout',
  access: 'student',
  summary: 'The payment provider’s page for managing a subscription',
  description:
    'Returns the address of a page where the customer sees invoices, changes the card, or ends the ' +
    'subscription. It expires soon: send the student there at once. Changes there update the order.',
  body: z.strictObject({
    order: z.string().min(1).max(255).describe('`documentId` of an order by subscription.'),
    return_url: z
      .string()
      .min(1)
      .max(2_000)
      .describe('Absolute address to which the page leads back.'),
  }),
  example: { body: { order: 'k3v9q2m7x1c5b8n4z6d0s2f7', return_url: 'https://shop.example.com/' } },
  response: z.strictObject({
    data: registerSchema('BillingPortal', z.strictObject({ url: z.string() })),
  }),
  errors: [
    billingErrors.ORDER_NOT_FOUND,
    billingErrors.NOT_A_SUBSCRIPTION,
    billingErrors.BILLING_NOT_YOURS,
    checkoutErrors.RETURN_URL_NOT_ALLOWED,
    checkoutErrors.PROVIDER_UNREACHABLE,
    checkoutErrors.PROVIDER_ERROR,
    checkoutErrors.PROVIDER_REFUSED,
    checkoutErrors.PROVIDER_BUSY,
    checkoutErrors.PROVIDER_TIMEOUT,
    commonErrors.UNAUTHENTICATED,
    commonErrors.TOO_MANY_REQUESTS,
  ],
});
