import type { WithStrapi } from '../../../../../../platform/with-strapi';
import { tableOf } from '../../../../../../platform/strapi/queries';
import { idOf, type Deadline, type PaymentAccount } from '../provider/client';
import { uids } from '../../types';
import { type EventTarget, subscriptionOfInvoice } from './event-target';

type Found =
  | (({ orderId: number } | { sessionId: string }) & {
      /** Payment intent of the charge that the event named. */
      intent?: string;
    })
  | null;

const recordedOrder = async ({ strapi }: WithStrapi, where: object): Promise<Found> => {
  const orders = tableOf<{ id: number }>({ strapi }, uids.order);
  const order = await orders.findOne({ where, select: ['id'] });
  return order && { orderId: order.id };
};

const sessionBy = async (
  { client }: PaymentAccount,
  by: { payment_intent: string } | { subscription: string },
  deadline: Deadline,
): Promise<string | null> => {
  const { data } = await deadline.call((options) =>
    client.checkout.sessions.list({ ...by, limit: 1 }, options),
  );
  return data[0]?.id ?? null;
};

/** Reads an invoice in the form of our API version and returns its subscription. */
const subscriptionOfInvoiceAt = async (
  { client }: PaymentAccount,
  invoiceId: string,
  deadline: Deadline,
): Promise<string | null> =>
  subscriptionOfInvoice(
    await deadline.call((options) => client.invoices.retrieve(invoiceId, {}, options)),
  );

/** Returns the subscription of a payment, which its invoice names. */
const subscriptionOfPayment = async (
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
  const invoiceId = idOf(data[0]?.invoice);
  return invoiceId === null ? null : subscriptionOfInvoiceAt(account, invoiceId, deadline);
};

const paymentOfCharge = async (
  { client }: PaymentAccount,
  chargeId: string,
  deadline: Deadline,
): Promise<string | null> => {
  const charge = await deadline.call((options) => client.charges.retrieve(chargeId, {}, options));
  return idOf(charge.payment_intent);
};

/**
 * Returns the order of an event's target, or the session of an order that is not recorded yet.
 * Returns null for purchases made elsewhere.
 */
export const findOrder = async (
  { strapi }: WithStrapi,
  account: PaymentAccount,
  target: EventTarget,
  deadline: Deadline,
): Promise<Found> => {
  const origin = account.name;
  const bySession = async (sessionId: string | null): Promise<Found> =>
    sessionId === null
      ? null
      : ((await recordedOrder({ strapi }, { origin, sessionId })) ?? { sessionId });
  const bySubscription = async (subscriptionId: string): Promise<Found> =>
    (await recordedOrder({ strapi }, { origin, subscriptionId })) ??
    bySession(await sessionBy(account, { subscription: subscriptionId }, deadline));

  const byPayment = async (paymentIntentId: string): Promise<Found> => {
    const recorded = await recordedOrder({ strapi }, { origin, paymentIntentId });
    if (recorded !== null) return recorded;
    const bought = await sessionBy(account, { payment_intent: paymentIntentId }, deadline);
    if (bought !== null) return bySession(bought);
    const subscription = await subscriptionOfPayment(account, paymentIntentId, deadline);
    return subscription === null ? null : bySubscription(subscription);
  };

  const { sessionId, paymentIntentId, subscriptionId, invoiceId, chargeId } = target;
  if (sessionId !== undefined) return bySession(sessionId);
  if (subscriptionId !== undefined) return bySubscription(subscriptionId);
  if (paymentIntentId !== undefined) return byPayment(paymentIntentId);
  if (invoiceId !== undefined) {
    const subscription = await subscriptionOfInvoiceAt(account, invoiceId, deadline);
    return subscription === null ? null : bySubscription(subscription);
  }
  if (chargeId === undefined) return null;
  const payment = await paymentOfCharge(account, chargeId, deadline);
  if (payment === null) return null;
  const found = await byPayment(payment);
  return found && { ...found, intent: payment };
};
