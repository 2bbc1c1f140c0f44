import type Stripe from 'stripe';
import { idOf, type Deadline, type PaymentAccount } from './client';
import { isMissing } from './errors';
import { amountIn } from './price-amounts';
import { type Payment, readAll, readPayments } from './payments';

/** All that the provider knows about a session, as of one reading. */
export type Snapshot = {
  session: Stripe.Checkout.Session;
  subscription: Stripe.Subscription | null;
  /** Every invoice of the subscription. */
  invoices: readonly Stripe.Invoice[];
  /** Every attempt to take money for it, the earliest first. */
  payments: readonly Payment[];
  /** What one instalment costs without discounts; null: not paid by instalments, or not a fixed amount. */
  instalmentAmount: number | null;
};

/** Returns the snapshot of a session of which nobody has paid anything yet. */
export const snapshotOfSession = (session: Stripe.Checkout.Session): Snapshot => ({
  session,
  subscription: null,
  invoices: [],
  payments: [],
  instalmentAmount: null,
});

/** Returns all invoices of a subscription, newest first. */
export const invoicesOf = (
  { client }: PaymentAccount,
  subscription: string,
  deadline: Deadline,
): Promise<Stripe.Invoice[]> =>
  readAll((page) =>
    deadline.call((options) =>
      client.invoices.list({ subscription, ...page, expand: ['data.payments'] }, options),
    ),
  );

/** Returns the payment intents by which an invoice was to be paid. */
export const intentsOf = ({ payments }: Stripe.Invoice): string[] =>
  (payments?.data ?? []).flatMap(({ payment }) => idOf(payment.payment_intent) ?? []);

/**
 * Returns what a price costs that a subscription was sold at, whatever price it has now; null: no amount of the subscription's
 * currency is known.
 */
export const soldAmountOf = async (
  { client }: PaymentAccount,
  { items, currency }: Stripe.Subscription,
  priceId: string,
  deadline: Deadline,
): Promise<number | null> => {
  const same = items.data.find(({ price }) => price.id === priceId)?.price;
  try {
    const price =
      same?.currency === currency
        ? same
        : await deadline.call((options) =>
            client.prices.retrieve(priceId, { expand: ['currency_options'] }, options),
          );
    return amountIn(price, currency);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

type ReadBefore = {
  sessionId: string;
  priceId: string;
  instalments: number | null;
  /** Its payments as they were read last; null: by an earlier release. */
  payments: readonly Payment[] | null;
};

/**
 * Reads a session and all that hangs on it.
 *
 * @param at when the reading began, and the payment intent that an event named
 */
export const readSnapshot = async (
  account: PaymentAccount,
  { sessionId, priceId, instalments, payments: known }: ReadBefore,
  at: { readMs: number; now: Date; named?: string | undefined },
  deadline: Deadline,
): Promise<Snapshot> => {
  const { client } = account;
  const session = await deadline.call((options) =>
    client.checkout.sessions.retrieve(
      sessionId,
      { expand: ['subscription', 'payment_intent', 'discounts.promotion_code'] },
      options,
    ),
  );
  const subscription = typeof session.subscription === 'string' ? null : session.subscription;
  const invoices =
    subscription === null ? [] : await invoicesOf(account, subscription.id, deadline);
  const intents = [idOf(session.payment_intent) ?? [], ...invoices.flatMap(intentsOf)].flat();
  const { readMs, now, named } = at;
  const payments = await readPayments({ account, deadline, readMs }, [...new Set(intents)], {
    known: known ?? [],
    named,
    customer: idOf(session.customer),
    now,
  });
  const instalmentAmount =
    subscription === null || instalments === null
      ? null
      : await soldAmountOf(account, subscription, priceId, deadline);
  return { session, subscription, invoices, payments, instalmentAmount };
};
