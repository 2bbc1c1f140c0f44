import type Stripe from 'stripe';
import { idOf, type Deadline, type PaymentAccount } from './client';

/** One attempt to take money, with what was given back and what is contested. */
export type ChargeSnapshot = { charge: Stripe.Charge; disputes: readonly Stripe.Dispute[] };

/** All that the provider knows about a session, as of one reading. */
export type Snapshot = {
  session: Stripe.Checkout.Session;
  subscription: Stripe.Subscription | null;
  charges: readonly ChargeSnapshot[];
  /** How many invoices of the subscription are paid, of the latest hundred. */
  invoicesPaid: number;
};

/** As many as one call answers; nothing is sold in more instalments. */
const INVOICES = 100;

/** A subscription's orders look back over the charges of this many invoices. */
const CHARGED_INVOICES = 24;

const chargesOf = async (
  { client }: PaymentAccount,
  intentId: string,
  deadline: Deadline,
): Promise<ChargeSnapshot[]> => {
  const charges = await deadline.call((options) =>
    client.charges.list(
      { payment_intent: intentId, limit: 100, expand: ['data.refunds'] },
      options,
    ),
  );
  if (!charges.data.some(({ disputed }) => disputed)) {
    return charges.data.map((charge) => ({ charge, disputes: [] }));
  }
  const disputes = await deadline.call((options) =>
    client.disputes.list({ payment_intent: intentId, limit: 100 }, options),
  );
  return charges.data.map((charge) => ({
    charge,
    disputes: disputes.data.filter((dispute) => idOf(dispute.charge) === charge.id),
  }));
};

/** The invoices of a subscription, newest first. */
const invoicesOf = async (
  { client }: PaymentAccount,
  subscription: string,
  deadline: Deadline,
): Promise<Stripe.Invoice[]> => {
  const invoices = await deadline.call((options) =>
    client.invoices.list({ subscription, limit: INVOICES, expand: ['data.payments'] }, options),
  );
  return invoices.data;
};

const intentsOf = ({ payments }: Stripe.Invoice): string[] =>
  (payments?.data ?? []).flatMap(({ payment }) => idOf(payment.payment_intent) ?? []);

/** Reads a session and all that hangs on it. */
export const readSnapshot = async (
  account: PaymentAccount,
  sessionId: string,
  deadline: Deadline,
): Promise<Snapshot> => {
  const { client } = account;
  const session = await deadline.call((options) =>
    client.checkout.sessions.retrieve(
      sessionId,
      { expand: ['subscription', 'discounts.promotion_code'] },
      options,
    ),
  );
  const { subscription } = session;
  const invoices =
    subscription === null || typeof subscription === 'string'
      ? []
      : await invoicesOf(account, subscription.id, deadline);
  const intents = [
    idOf(session.payment_intent) ?? [],
    ...invoices.slice(0, CHARGED_INVOICES).flatMap(intentsOf),
  ].flat();
  const charges: ChargeSnapshot[] = [];
  for (const intent of intents) charges.push(...(await chargesOf(account, intent, deadline)));
  return {
    session,
    subscription: typeof subscription === 'string' ? null : subscription,
    charges,
    invoicesPaid: invoices.filter(({ status }) => status === 'paid').length,
  };
};
