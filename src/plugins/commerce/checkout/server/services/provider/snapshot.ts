import type Stripe from 'stripe';
import { idOf, type Deadline, type PaymentAccount } from './client';
import { isMissing } from './errors';
import { amountIn } from './price-amounts';
import { type Payment, readAll, readPayments } from './payments';
import { withTaxes } from './taxes';

/** Everything that the provider knows about a session, as of one reading. */
export type Snapshot = {
  session: Stripe.Checkout.Session;
  subscription: Stripe.Subscription | null;
  /** All invoices of the subscription. */
  invoices: readonly Stripe.Invoice[];
  /** All attempts to charge, oldest first. */
  payments: readonly Payment[];
  /** Price of one instalment without discounts. Null: no instalments, or no fixed amount. */
  instalmentAmount: number | null;
};

/** Returns the snapshot of a session without payments. */
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

/** Returns the payment intents of an invoice. */
export const intentsOf = ({ payments }: Stripe.Invoice): string[] =>
  (payments?.data ?? []).flatMap(({ payment }) => idOf(payment.payment_intent) ?? []);

/** Price of a purchase, with the subtotal of the page in the currency of the purchase. */
type Sale = { priceId: string; amountSubtotal: number | null; currency: string | null };

/**
 * Returns the amount of the price at which a subscription was sold, whatever its price is now. The
 * provider lets amounts in other currencies than the price's own change. The lower one of the
 * agreed and the current amount then counts, so that a customer never pays more instalments than
 * agreed. Returns null if neither is known in the subscription's currency.
 */
export const soldAmountOf = async (
  { client }: PaymentAccount,
  { items, currency }: Stripe.Subscription,
  { priceId, amountSubtotal, currency: soldIn }: Sale,
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
    const amount = amountIn(price, currency);
    // The subtotal is 0 with a trial, and null in orders of older releases.
    const isAgreed = soldIn === currency && amountSubtotal !== null && amountSubtotal > 0;
    if (price.currency === currency || !isAgreed) return amount;
    return Math.min(amountSubtotal, amount ?? amountSubtotal);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

type ReadBefore = {
  sessionId: string;
  priceId: string;
  instalments: number | null;
  /** Payments as of the last reading. Null: an earlier release read them. */
  payments: readonly Payment[] | null;
};

/**
 * Reads a session with its subscription, invoices and payments.
 *
 * @param at when the reading began, and the payment intent of the event
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
      : await soldAmountOf(
          account,
          subscription,
          { priceId, amountSubtotal: session.amount_subtotal, currency: session.currency },
          deadline,
        );
  const taxed = withTaxes(payments, { session, invoices });
  return { session, subscription, invoices, payments: taxed, instalmentAmount };
};
