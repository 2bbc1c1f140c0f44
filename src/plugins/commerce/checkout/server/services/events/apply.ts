import type Stripe from 'stripe';
import { normalizeEmail } from '#platform/http/email-address';
import { getTable } from '#platform/strapi/queries';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { refreshProductIfOlder } from '#plugins/commerce/prices';
import { type CheckoutMode, uids } from '../../types';
import { recordOrder, type SoldProduct } from '../orders/record';
import { syncOrder } from '../orders/sync';
import {
  createDeadline,
  type Deadline,
  getStripeId,
  type PaymentAccount,
  findPaymentAccount,
} from '../provider/client';
import { isMissing } from '../provider/errors';
import { parseInstalments } from '../provider/price';
import {
  type EventTarget,
  findEventTarget,
  findInvoiceSubscription,
  parseApiVersion,
} from './event-target';

/** Returns whether this service made a session. It leaves its own metadata keys on each. */
const isOurs = ({ metadata }: Stripe.Checkout.Session, account: PaymentAccount): boolean =>
  metadata?.origin === account.name && typeof metadata.productDocumentId === 'string';

const isCheckoutMode = (mode: string): mode is CheckoutMode =>
  mode === 'payment' || mode === 'subscription';

const findTitle = async ({ strapi }: WithStrapi, documentId: string): Promise<string | null> => {
  const row = await getTable<SoldProduct>({ strapi }, 'api::product.product').findOne({
    where: { documentId },
    orderBy: [{ publishedAt: 'asc' }, { id: 'asc' }],
    select: ['title'],
  });
  return row?.title ?? null;
};

/** Returns the customer's address, spelled as accounts store theirs. */
const getCustomerEmail = ({
  customer_details: details,
  customer_email: email,
}: Stripe.Checkout.Session) => normalizeEmail(details?.email ?? email ?? '');

/**
 * Returns the number of instalments of a price, or null if it is unclear. The sale is recorded in
 * any case.
 */
const countInstalments = (price: Stripe.Price | null | undefined): number | null => {
  const instalments = price ? parseInstalments(price) : { count: null };
  return 'count' in instalments ? instalments.count : null;
};

/**
 * Records the order of a session that this service created but did not record, because its process
 * died.
 *
 * @returns the order's id, or null if another service made the session
 */
const recoverOrder = async (
  { strapi }: WithStrapi,
  account: PaymentAccount,
  sessionId: string,
  deadline: Deadline,
): Promise<number | null> => {
  const session = await deadline.call((options) =>
    account.client.checkout.sessions.retrieve(sessionId, { expand: ['line_items'] }, options),
  );
  const { mode } = session;
  if (!isOurs(session, account) || !isCheckoutMode(mode)) return null;
  const metadata = session.metadata ?? {};
  const { productDocumentId: documentId = '', SKU = '', vertical = '' } = metadata;
  const price = session.line_items?.data[0]?.price;
  const title = (await findTitle({ strapi }, documentId)) ?? SKU;
  return recordOrder(
    { strapi },
    {
      session,
      mode,
      account,
      product: { documentId, SKU, payID: getStripeId(price?.product) ?? '', title },
      priceId: price?.id ?? '',
      instalments: countInstalments(price),
      email: getCustomerEmail(session),
      vertical,
      metadata,
      language: null,
      buyer: null,
    },
  );
};

/** Returns the id of the recorded order with some values, or null. */
const findOrderId = async ({ strapi }: WithStrapi, where: object): Promise<number | null> => {
  const orders = getTable<{ id: number }>({ strapi }, uids.order);
  return (await orders.findOne({ where, select: ['id'] }))?.id ?? null;
};

const fetchSessionId = async (
  { client }: PaymentAccount,
  filter: { payment_intent: string } | { subscription: string },
  deadline: Deadline,
): Promise<string | null> => {
  const { data } = await deadline.call((options) =>
    client.checkout.sessions.list({ ...filter, limit: 1 }, options),
  );
  return data[0]?.id ?? null;
};

/** Reads an invoice in the form of our API version and returns its subscription. */
const fetchInvoiceSubscription = async (
  { client }: PaymentAccount,
  invoiceId: string,
  deadline: Deadline,
): Promise<string | null> =>
  findInvoiceSubscription(
    await deadline.call((options) => client.invoices.retrieve(invoiceId, {}, options)),
  );

/** Returns the subscription of a payment, which its invoice names. */
const fetchPaymentSubscription = async (
  account: PaymentAccount,
  intentId: string,
  deadline: Deadline,
): Promise<string | null> => {
  const { client } = account;
  const { data } = await deadline.call((options) =>
    client.invoicePayments.list(
      { payment: { type: 'payment_intent', payment_intent: intentId }, limit: 1 },
      options,
    ),
  );
  const invoiceId = getStripeId(data[0]?.invoice);
  return invoiceId === null ? null : fetchInvoiceSubscription(account, invoiceId, deadline);
};

const fetchChargePayment = async (
  { client }: PaymentAccount,
  chargeId: string,
  deadline: Deadline,
): Promise<string | null> => {
  const charge = await deadline.call((options) => client.charges.retrieve(chargeId, {}, options));
  return getStripeId(charge.payment_intent);
};

/**
 * Returns the order of an event's target, with the payment intent that the event names. An order
 * that this service did not record is recorded now. Returns null for purchases made elsewhere.
 */
const findOrder = async (
  { strapi }: WithStrapi,
  account: PaymentAccount,
  target: EventTarget,
  deadline: Deadline,
): Promise<{ orderId: number; intent: string | undefined } | null> => {
  const origin = account.name;
  const bySession = async (sessionId: string | null): Promise<number | null> =>
    sessionId === null
      ? null
      : ((await findOrderId({ strapi }, { origin, sessionId })) ??
        recoverOrder({ strapi }, account, sessionId, deadline));
  const bySubscription = async (subscriptionId: string | null): Promise<number | null> =>
    subscriptionId === null
      ? null
      : ((await findOrderId({ strapi }, { origin, subscriptionId })) ??
        bySession(await fetchSessionId(account, { subscription: subscriptionId }, deadline)));

  const byPayment = async (paymentIntentId: string): Promise<number | null> => {
    const recorded = await findOrderId({ strapi }, { origin, paymentIntentId });
    if (recorded !== null) return recorded;
    const bought = await fetchSessionId(account, { payment_intent: paymentIntentId }, deadline);
    return bought === null
      ? bySubscription(await fetchPaymentSubscription(account, paymentIntentId, deadline))
      : bySession(bought);
  };

  const { sessionId, subscriptionId, invoiceId, chargeId } = target;
  let intent = target.paymentIntentId;
  const findId = async (): Promise<number | null> => {
    if (sessionId !== undefined) return bySession(sessionId);
    if (subscriptionId !== undefined) return bySubscription(subscriptionId);
    if (intent !== undefined) return byPayment(intent);
    if (invoiceId !== undefined) {
      return bySubscription(await fetchInvoiceSubscription(account, invoiceId, deadline));
    }
    if (chargeId === undefined) return null;
    intent = (await fetchChargePayment(account, chargeId, deadline)) ?? undefined;
    return intent === undefined ? null : byPayment(intent);
  };
  const orderId = await findId();
  return orderId === null ? null : { orderId, intent };
};

type EventRow = {
  id: number;
  origin: string;
  eventId: string;
  type: string;
  /** The event's target and API version. The column keeps its name for earlier releases. */
  subject: unknown;
  /** Milliseconds by the database's clock. The driver returns bigints as text. */
  receivedMs: string;
  outcome: 'received' | 'applied' | 'ignored';
};

const findTarget = async (
  { strapi }: WithStrapi,
  { origin }: EventRow,
  target: EventTarget,
): ReturnType<typeof findOrder> => {
  const account = findPaymentAccount({ strapi }, origin);
  if (account === undefined) throw new Error(`No payment account ${origin} is configured`);
  try {
    return await findOrder({ strapi }, account, target, createDeadline({ strapi }));
  } catch (error) {
    // Created and deleted at the provider since: there is nothing left to read.
    if (isMissing(error)) return null;
    throw error;
  }
};

/** @returns whether the event concerns an order or a product of this service */
const handleEvent = async ({ strapi }: WithStrapi, event: EventRow): Promise<boolean> => {
  const description = `${event.type}, API version ${parseApiVersion(event.subject)}`;
  const target = findEventTarget(event.subject);
  if (target === null) {
    // Retrying cannot help: the event names no object to read.
    strapi.log.warn(
      `checkout: event ${event.eventId} of ${event.origin} refers to no object: ${description}; ignored`,
    );
    return false;
  }
  const since = Number(event.receivedMs);
  const { productId } = target;
  if (productId !== undefined) {
    // Prices are read from the provider, as orders are, so late and duplicate events do no harm.
    await refreshProductIfOlder({ strapi }, { payID: productId, account: event.origin, since });
    return true;
  }
  const targetRow = await findTarget({ strapi }, event, target);
  if (targetRow === null) {
    strapi.log.warn(
      `checkout: event ${event.eventId} of ${event.origin} refers to no order or product of this service: ${description}; ignored`,
    );
    return false;
  }
  await syncOrder({ strapi }, targetRow.orderId, since, targetRow.intent);
  return true;
};

/** Applies a stored event. Repeated calls have no effect. */
export const applyEvent = async ({ strapi }: WithStrapi, eventId: number): Promise<void> => {
  const events = getTable<EventRow>({ strapi }, uids.event);
  const event = await events.findOne({ where: { id: eventId } });
  if (event?.outcome !== 'received') return;
  const isOurs = await handleEvent({ strapi }, event);
  await events.update({
    where: { id: event.id },
    data: { outcome: isOurs ? 'applied' : 'ignored' },
  });
};
