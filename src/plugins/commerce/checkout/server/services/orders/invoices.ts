import type Stripe from 'stripe';
import { getIntentIds, type Snapshot } from '../provider/snapshot';
import { computeRefundedShare, isLost } from './amounts';

/**
 * Billing reasons of a subscription's own periods. Other invoices are for changes, or are made by
 * hand.
 */
const PERIOD_REASONS = ['subscription_create', 'subscription_cycle'];

/** Also includes changes of the interval, which begin a new period at once. */
const DATED_REASONS = [...PERIOD_REASONS, 'subscription_update'];

const isOfPeriod = ({ billing_reason: reason }: Stripe.Invoice): boolean =>
  PERIOD_REASONS.includes(reason ?? '');

const isDated = ({ billing_reason: reason }: Stripe.Invoice): boolean =>
  DATED_REASONS.includes(reason ?? '');

/** Returns invoices newest first, in whatever order they are listed. */
const sortNewestFirst = (invoices: readonly Stripe.Invoice[]): Stripe.Invoice[] =>
  invoices.toSorted(
    (first, other) =>
      other.created - first.created ||
      (endOf(other) ?? 0) - (endOf(first) ?? 0) ||
      (first.id < other.id ? 1 : -1),
  );

const isProration = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  parent?.subscription_item_details?.proration === true ||
  parent?.invoice_item_details?.proration === true;

/** Returns the end of an invoice's period in seconds since 1970, or null if it has none. */
const endOf = (invoice: Stripe.Invoice): number | null => {
  if (!isDated(invoice)) return null;
  const ends = invoice.lines.data.filter((line) => !isProration(line)).map((l) => l.period.end);
  return ends.length === 0 ? null : Math.max(...ends);
};

const findNewestPaidPeriod = (invoices: readonly Stripe.Invoice[]): Stripe.Invoice | undefined =>
  sortNewestFirst(invoices.filter(({ status }) => status === 'paid')).find(
    (invoice) => endOf(invoice) !== null,
  );

/**
 * Returns until when a subscription is paid, or null if no period is. The newest paid period
 * counts, not the one that ends last: changing from years to months refunds the rest of the year.
 */
export const computePaidUntil = (invoices: readonly Stripe.Invoice[]): number | null => {
  const newest = findNewestPaidPeriod(invoices);
  return newest === undefined ? null : endOf(newest);
};

/** Returns whether the payments of the newest paid period were refunded in full. */
export const isPaidPeriodRefunded = ({
  invoices,
  payments,
}: Pick<Snapshot, 'invoices' | 'payments'>): boolean => {
  const newest = findNewestPaidPeriod(invoices);
  const intents = new Set(newest === undefined ? [] : getIntentIds(newest));
  return (
    computeRefundedShare(
      payments.filter(({ intent }) => intent !== null && intents.has(intent)),
    ) === 'all'
  );
};

/**
 * Returns why nobody was charged for the current period: its invoice was voided, written off, or
 * left as a draft. Returns null if it was or will be charged.
 */
export const findSkippedPeriod = (invoices: readonly Stripe.Invoice[]): string | null => {
  const [newest] = sortNewestFirst(invoices.filter(isOfPeriod));
  if (newest?.status === 'void') return 'void';
  if (newest?.status === 'uncollectible') return 'mark_uncollectible';
  return newest?.status === 'draft' && newest.auto_advance === false ? 'keep_as_draft' : null;
};

/** Returns the invoices whose money was not lost to disputes. */
export const selectUndisputedInvoices = ({
  invoices,
  payments,
}: Pick<Snapshot, 'invoices' | 'payments'>): Stripe.Invoice[] => {
  const lostIntents = new Set(payments.filter(isLost).map(({ intent }) => intent));
  return invoices.filter(
    (invoice) => !getIntentIds(invoice).some((intent) => lostIntents.has(intent)),
  );
};

/**
 * Returns whether a paid period was paid with money other than some payments, such as a credit or a
 * transfer entered by hand.
 */
export const hasOtherMoney = (
  invoices: readonly Stripe.Invoice[],
  intents: ReadonlySet<string | null>,
): boolean =>
  invoices.some(
    (invoice) =>
      isOfPeriod(invoice) &&
      invoice.status === 'paid' &&
      invoice.total > 0 &&
      invoice.payments !== undefined &&
      !getIntentIds(invoice).some((intent) => intents.has(intent)),
  );

/**
 * Returns the invoices that are newer than every invoice of some payments, or none if the payments
 * have no invoice.
 */
export const selectInvoicesAfter = (
  invoices: readonly Stripe.Invoice[],
  intents: ReadonlySet<string | null>,
): Stripe.Invoice[] => {
  const sorted = sortNewestFirst(invoices);
  const last = sorted.findIndex((invoice) =>
    getIntentIds(invoice).some((intent) => intents.has(intent)),
  );
  return sorted.slice(0, Math.max(0, last));
};

/** Returns the unpaid invoices since the last paid one, oldest first. */
const selectUnpaidSincePaid = (invoices: readonly Stripe.Invoice[]): Stripe.Invoice[] => {
  const sorted = sortNewestFirst(invoices);
  const lastPaid = sorted.findIndex(({ status }) => status === 'paid');
  return (
    sorted
      .slice(0, lastPaid === -1 ? sorted.length : lastPaid)
      // A pause writes off invoices without trying to collect them.
      .filter(
        ({ status, attempted }) => status === 'open' || (status === 'uncollectible' && attempted),
      )
      .toReversed()
  );
};

/**
 * Returns the unpaid invoices of periods, oldest first. If all periods are paid, returns those of
 * changes: the provider ends subscriptions for these as well.
 */
export const selectUnpaidInvoices = (invoices: readonly Stripe.Invoice[]): Stripe.Invoice[] => {
  const ofPeriods = selectUnpaidSincePaid(invoices.filter(isOfPeriod));
  return ofPeriods.length > 0 ? ofPeriods : selectUnpaidSincePaid(invoices.filter(isDated));
};

/**
 * Returns the money of a paid invoice. An invoice marked as paid by hand, for example after a
 * transfer, may have an `amount_paid` of 0. Credits and credit notes reduce the amount due.
 */
const computePaidAmount = ({
  amount_paid: paid,
  amount_due: due,
  pre_payment_credit_notes_amount: credited,
}: Stripe.Invoice): number => (paid > 0 ? paid : Math.max(0, due - credited));

/**
 * Returns how much an invoice counts towards the agreed sum: its payment and its discount. It
 * counts as one instalment at most, because it may include taxes and other lines.
 */
const computeCountedAmount = (invoice: Stripe.Invoice, amount: number | null): number => {
  const off = (invoice.total_discount_amounts ?? []).reduce(
    (sum, discount) => sum + discount.amount,
    0,
  );
  const worth = off + (invoice.status === 'paid' ? computePaidAmount(invoice) : invoice.amount_due);
  return amount === null || amount <= 0 ? worth : Math.min(worth, amount);
};

/** Returns whether an invoice is open, or a draft sent automatically within the hour. */
const isWaiting = ({ status, auto_advance: isSent }: Stripe.Invoice): boolean =>
  status === 'open' || (status === 'draft' && isSent === true);

/** The price of one instalment without discounts (null: unknown), and the agreed number. */
type Plan = { amount: number | null; total: number };

/** Returns the period invoices with an amount, and how many instalments their sum is worth. */
const summarizeInstalments = (
  invoices: readonly Stripe.Invoice[],
  { amount }: Pick<Plan, 'amount'>,
  isCounted: (invoice: Stripe.Invoice) => boolean,
): { count: number; instalments: number } => {
  const counted = invoices.filter(
    (invoice) =>
      isOfPeriod(invoice) && isCounted(invoice) && computeCountedAmount(invoice, amount) > 0,
  );
  const count = counted.length;
  if (amount === null || amount <= 0) return { count, instalments: count };
  const sum = counted.reduce((total, invoice) => total + computeCountedAmount(invoice, amount), 0);
  return { count, instalments: sum / amount };
};

const isPaidInvoice = ({ status }: Stripe.Invoice): boolean => status === 'paid';

/** A part of an instalment that a credit has paid is not charged: another whole one is too much. */
const countRemaining = (
  { count, instalments }: ReturnType<typeof summarizeInstalments>,
  { total }: Plan,
): number => Math.max(0, total - Math.min(count, Math.ceil(instalments)));

/**
 * Returns how many instalments are still to be charged, beside the paid invoices and those that
 * wait for payment. All of them together never exceed the agreed sum.
 */
export const countInstalmentsLeft = (invoices: readonly Stripe.Invoice[], plan: Plan): number =>
  countRemaining(
    summarizeInstalments(invoices, plan, (invoice) => isPaidInvoice(invoice) || isWaiting(invoice)),
    plan,
  );

/**
 * Counts the paid instalments among a subscription's invoices: period invoices with an amount,
 * limited to how often their sum covers the agreed amount. Trials, credits, prorations and invoices
 * made by hand do not count. Once no instalment is left, all of them are paid.
 */
export const countInstalments = (invoices: readonly Stripe.Invoice[], plan: Plan): number => {
  const paid = summarizeInstalments(invoices, plan, isPaidInvoice);
  return countRemaining(paid, plan) === 0
    ? plan.total
    : Math.min(paid.count, Math.floor(paid.instalments));
};

/** Returns when an invoice's period begins, in seconds since 1970. */
const beginOf = ({ lines }: Stripe.Invoice): number =>
  Math.min(...lines.data.map(({ period }) => period.start));

/** Counts the periods charged since a moment, paid or not. */
export const countPeriodsSince = (invoices: readonly Stripe.Invoice[], moment: number): number =>
  invoices.filter((invoice) => isOfPeriod(invoice) && beginOf(invoice) >= moment).length;
