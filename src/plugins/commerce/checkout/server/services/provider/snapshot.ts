import type Stripe from 'stripe';
import { createCursorCheck } from '#platform/cursors';
import { type Deadline, getStripeId, type PaymentAccount } from './client';
import { isMissing } from './errors';
import { findFixedAmount } from './price';
import { inOrder, isCollected, mayChange, type Payment, toPayment } from './payments';

type TaxTotals = { intents: readonly string[]; tax: number; total: number };

const sumTaxes = ({ total_taxes: taxes }: Stripe.Invoice): number =>
  (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);

const listTaxedAmounts = (
  session: Stripe.Checkout.Session,
  invoices: readonly Stripe.Invoice[],
): readonly TaxTotals[] => {
  const ofInvoices = invoices.map((invoice) => ({
    intents: getIntentIds(invoice),
    tax: sumTaxes(invoice),
    total: invoice.total,
  }));
  const intent = getStripeId(session.payment_intent);
  if (intent === null || session.total_details === null) return ofInvoices;
  const { amount_tax: tax } = session.total_details;
  return [...ofInvoices, { intents: [intent], tax, total: session.amount_total ?? 0 }];
};

/** Returns the tax in the first part of a total. */
const computeTaxShare = (amount: number, { tax, total }: TaxTotals): number =>
  total <= 0 || amount >= total ? tax : Math.round((tax * amount) / total);

/**
 * Adds to each payment the tax in it, as the provider reports it for the session or the invoice.
 * Several payments of one invoice share its tax by their amounts. Their sum is rounded, not each
 * share, so that the shares add up to the tax.
 */
export const withTaxes = (
  payments: readonly Payment[],
  { session, invoices }: { session: Stripe.Checkout.Session; invoices: readonly Stripe.Invoice[] },
): Payment[] => {
  const taxed = listTaxedAmounts(session, invoices);
  const collected = new Map<TaxTotals, number>();
  return payments.map((payment) => {
    const { intent, captured } = payment;
    const source = taxed.find(({ intents }) => intent !== null && intents.includes(intent));
    if (source === undefined || !isCollected(payment)) return payment;
    const before = collected.get(source) ?? 0;
    const after = before + captured;
    collected.set(source, after);
    const earlier = before === 0 ? 0 : computeTaxShare(before, source);
    return { ...payment, tax: computeTaxShare(after, source) - earlier };
  });
};

const PAGE = 100;

type Page<T> = { data: T[]; has_more: boolean };

/** Reads all pages of a list of the provider. */
export const readAll = async <T extends { id: string }>(
  list: (page: { limit: number; starting_after?: string }) => Promise<Page<T>>,
): Promise<T[]> => {
  const all: T[] = [];
  const checkCursor = createCursorCheck();
  for (;;) {
    const last = all.at(-1)?.id;
    const { data, has_more: hasMore } = await list({
      limit: PAGE,
      ...(last !== undefined && { starting_after: last }),
    });
    all.push(...data);
    const end = data.at(-1)?.id;
    if (!hasMore || end === undefined) return all;
    checkCursor(end);
  }
};

type ReadContext = { account: PaymentAccount; deadline: Deadline; readMs: number };

const readCharge = async (
  charge: Stripe.Charge,
  { account: { client }, deadline, readMs }: ReadContext,
  { mayBeDisputed, before }: { mayBeDisputed: boolean; before: Payment | undefined },
): Promise<Payment> => {
  // A charge lists at most ten refunds.
  const refunds =
    charge.refunds?.has_more === true
      ? await readAll((page) =>
          deadline.call((options) => client.refunds.list({ charge: charge.id, ...page }, options)),
        )
      : (charge.refunds?.data ?? []);
  const disputes = mayBeDisputed
    ? await readAll((page) =>
        deadline.call((options) => client.disputes.list({ charge: charge.id, ...page }, options)),
      )
    : [];
  return toPayment(charge, { refunds, disputes, readMs, before });
};

/** Above this number of payments, one list of all the customer's charges takes fewer calls. */
const MANY_PAYMENTS = 5;

const listCharges = (
  filter: { payment_intent: string } | { customer: string },
  { account: { client }, deadline }: ReadContext,
): Promise<Stripe.Charge[]> =>
  readAll((page) =>
    deadline.call((options) =>
      client.charges.list({ ...filter, ...page, expand: ['data.refunds'] }, options),
    ),
  );

/**
 * Returns all charges of a customer. Returns none if the customer was deleted, for whom the
 * provider may answer an error.
 */
const listChargesOf = async (customer: string, reading: ReadContext): Promise<Stripe.Charge[]> => {
  try {
    return await listCharges({ customer }, reading);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

/**
 * Returns all payments of some payment intents. Those that cannot have changed since their last
 * reading are not read again, so a long history costs no more calls than a short one.
 *
 * @param namedIntent payment intent of the event
 */
export const readPayments = async (
  reading: ReadContext,
  intents: readonly string[],
  {
    previous,
    namedIntent,
    customer,
    now,
  }: {
    previous: readonly Payment[];
    namedIntent?: string | undefined;
    customer: string | null;
    now: Date;
  },
): Promise<Payment[]> => {
  const seconds = now.getTime() / 1000;
  const selectPreviousPayments = (intent: string) =>
    previous.filter((payment) => payment.intent === intent);
  const isFinal = (intent: string): boolean => {
    const before = selectPreviousPayments(intent);
    const paid = before.filter(({ status }) => status === 'succeeded');
    return (
      intent !== namedIntent &&
      paid.length > 0 &&
      !paid.some((payment) => mayChange(payment, seconds))
    );
  };
  const openIntents = new Set(intents.filter((intent) => !isFinal(intent)));
  const charges: Stripe.Charge[] = [];
  if (openIntents.size > MANY_PAYMENTS && customer !== null) {
    const all = await listChargesOf(customer, reading);
    charges.push(
      ...all.filter((charge) => openIntents.has(getStripeId(charge.payment_intent) ?? '')),
    );
  }
  const readIntents = new Set(charges.map((charge) => getStripeId(charge.payment_intent)));
  for (const intent of openIntents) {
    if (!readIntents.has(intent)) {
      charges.push(...(await listCharges({ payment_intent: intent }, reading)));
    }
  }
  const payments = intents
    .filter((intent) => !openIntents.has(intent))
    .flatMap(selectPreviousPayments);
  const hadDisputes = new Set(
    previous.filter(({ disputes }) => disputes.length > 0).map(({ id }) => id),
  );
  for (const charge of charges) {
    const isNamed =
      charge.status === 'succeeded' && getStripeId(charge.payment_intent) === namedIntent;
    // The provider does not promise to mark a charge as `disputed` for an inquiry.
    const mayBeDisputed = charge.disputed || isNamed || hadDisputes.has(charge.id);
    const before = previous.find(({ id }) => id === charge.id);
    payments.push(await readCharge(charge, reading, { mayBeDisputed, before }));
  }
  return inOrder(payments);
};

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
export const createSessionSnapshot = (session: Stripe.Checkout.Session): Snapshot => ({
  session,
  subscription: null,
  invoices: [],
  payments: [],
  instalmentAmount: null,
});

/** Returns all invoices of a subscription, newest first. */
export const fetchInvoices = (
  { client }: PaymentAccount,
  subscription: string,
  deadline: Deadline,
): Promise<Stripe.Invoice[]> =>
  readAll((page) =>
    deadline.call((options) =>
      client.invoices.list({ subscription, ...page, expand: ['data.payments'] }, options),
    ),
  );

export const getIntentIds = ({ payments }: Stripe.Invoice): string[] =>
  (payments?.data ?? []).flatMap(({ payment }) => getStripeId(payment.payment_intent) ?? []);

/** Price of a purchase, with the subtotal of the page in the currency of the purchase. */
type Sale = { priceId: string; amountSubtotal: number | null; currency: string | null };

/**
 * Returns the amount of the price at which a subscription was sold, whatever its price is now. The
 * provider lets amounts in other currencies than the price's own change. The lower one of the
 * agreed and the current amount then counts, so that a customer never pays more instalments than
 * agreed. Returns null if neither is known in the subscription's currency.
 */
export const fetchSoldAmount = async (
  { client }: PaymentAccount,
  { items, currency }: Stripe.Subscription,
  { priceId, amountSubtotal, currency: soldIn }: Sale,
  deadline: Deadline,
): Promise<number | null> => {
  const currentPrice = items.data.find(({ price }) => price.id === priceId)?.price;
  try {
    const price =
      currentPrice?.currency === currency
        ? currentPrice
        : await deadline.call((options) =>
            client.prices.retrieve(priceId, { expand: ['currency_options'] }, options),
          );
    const amount = findFixedAmount(price, currency);
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
 * @param readContext when the reading began, and the payment intent of the event
 */
export const readSnapshot = async (
  account: PaymentAccount,
  { sessionId, priceId, instalments, payments: previousPayments }: ReadBefore,
  readContext: { readMs: number; now: Date; namedIntent?: string | undefined },
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
    subscription === null ? [] : await fetchInvoices(account, subscription.id, deadline);
  const intents = [
    getStripeId(session.payment_intent) ?? [],
    ...invoices.flatMap(getIntentIds),
  ].flat();
  const { readMs, now, namedIntent } = readContext;
  const payments = await readPayments({ account, deadline, readMs }, [...new Set(intents)], {
    previous: previousPayments ?? [],
    namedIntent,
    customer: getStripeId(session.customer),
    now,
  });
  const instalmentAmount =
    subscription === null || instalments === null
      ? null
      : await fetchSoldAmount(
          account,
          subscription,
          { priceId, amountSubtotal: session.amount_subtotal, currency: session.currency },
          deadline,
        );
  const taxed = withTaxes(payments, { session, invoices });
  return { session, subscription, invoices, payments: taxed, instalmentAmount };
};
