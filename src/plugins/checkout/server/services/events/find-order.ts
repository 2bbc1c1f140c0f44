import type { PaymentAccount } from '../provider/payment-accounts';
import type { Deadline } from '../provider/deadline';
import { idOf } from '../provider/snapshot';
import { uids, type EventTarget, type WithStrapi } from '../../types';

type Found = { orderId: number } | { sessionId: string } | null;

const knownOrder = async ({ strapi }: WithStrapi, where: object): Promise<Found> => {
  const order = (await strapi.db.query(uids.order).findOne({ where, select: ['id'] })) as {
    id: number;
  } | null;
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

/** The subscription that a payment was for: its invoice knows. */
const subscriptionOfPayment = async (
  { client }: PaymentAccount,
  intentId: string,
  deadline: Deadline,
) => {
  const { data } = await deadline.call((options) =>
    client.invoicePayments.list(
      { payment: { type: 'payment_intent', payment_intent: intentId }, limit: 1 },
      options,
    ),
  );
  const invoiceId = idOf(data[0]?.invoice);
  if (invoiceId === null) return null;
  const invoice = await deadline.call((options) =>
    client.invoices.retrieve(invoiceId, {}, options),
  );
  return idOf(invoice.parent?.subscription_details?.subscription);
};

/**
 * The order that an event is about, or the session of an order that is not recorded yet, or null for
 * what was not bought here.
 */
export const findOrder = async (
  { strapi }: WithStrapi,
  account: PaymentAccount,
  target: EventTarget,
  deadline: Deadline,
): Promise<Found> => {
  const origin = account.name;
  const session = async (sessionId: string | null): Promise<Found> =>
    sessionId === null
      ? null
      : ((await knownOrder({ strapi }, { origin, sessionId })) ?? { sessionId });
  const bySubscription = async (subscriptionId: string): Promise<Found> =>
    (await knownOrder({ strapi }, { origin, subscriptionId })) ??
    session(await sessionBy(account, { subscription: subscriptionId }, deadline));

  const { sessionId, paymentIntentId, subscriptionId } = target;
  if (sessionId !== undefined) return session(sessionId);
  if (subscriptionId !== undefined) return bySubscription(subscriptionId);
  if (paymentIntentId === undefined) return null;
  const known = await knownOrder({ strapi }, { origin, paymentIntentId });
  if (known !== null) return known;
  const bought = await sessionBy(account, { payment_intent: paymentIntentId }, deadline);
  if (bought !== null) return session(bought);
  const subscription = await subscriptionOfPayment(account, paymentIntentId, deadline);
  return subscription === null ? null : bySubscription(subscription);
};
