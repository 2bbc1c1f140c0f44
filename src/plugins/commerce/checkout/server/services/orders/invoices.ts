import type Stripe from 'stripe';
import { intentsOf, type Snapshot } from '../provider/snapshot';
import { isLost } from './amounts';

/** Invoices of a subscription's own periods; others are about changes of it, or made by hand. */
const PERIOD_REASONS = ['subscription_create', 'subscription_cycle'];

/** Besides, a change of the interval begins a new period at once. */
const DATED_REASONS = [...PERIOD_REASONS, 'subscription_update'];

const isOfPeriod = ({ billing_reason: reason }: Stripe.Invoice): boolean =>
  PERIOD_REASONS.includes(reason ?? '');

const isDated = ({ billing_reason: reason }: Stripe.Invoice): boolean =>
  DATED_REASONS.includes(reason ?? '');

/** Newest first, whatever order they are listed in. */
const newestFirst = (invoices: readonly Stripe.Invoice[]): Stripe.Invoice[] =>
  invoices.toSorted(
    (one, other) =>
      other.created - one.created ||
      (endOf(other) ?? 0) - (endOf(one) ?? 0) ||
      (one.id < other.id ? 1 : -1),
  );

const isProration = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  parent?.subscription_item_details?.proration === true ||
  parent?.invoice_item_details?.proration === true;

/** When the period ends that an invoice is for, in seconds since 1970; null: for none. */
const endOf = (invoice: Stripe.Invoice): number | null => {
  if (!isDated(invoice)) return null;
  const ends = invoice.lines.data.filter((line) => !isProration(line)).map((l) => l.period.end);
  return ends.length === 0 ? null : Math.max(...ends);
};

/**
 * Returns until when a subscription's periods are paid; null: none is. A change from years to months gives the rest of the year
 * back, so the newest paid period counts, not the one that ends last.
 */
export const paidUntil = (invoices: readonly Stripe.Invoice[]): number | null => {
  const paid = newestFirst(invoices.filter(({ status }) => status === 'paid'));
  const [end = null] = paid.flatMap((invoice) => endOf(invoice) ?? []);
  return end;
};

/**
 * Says how the current period of a subscription came to be charged to nobody: its invoice was cancelled, written off, or left as a
 * draft that is not sent. Null: it was or will be charged.
 */
export const findSkippedPeriod = (invoices: readonly Stripe.Invoice[]): string | null => {
  const [newest] = newestFirst(invoices.filter(isOfPeriod));
  if (newest?.status === 'void') return 'void';
  if (newest?.status === 'uncollectible') return 'mark_uncollectible';
  return newest?.status === 'draft' && newest.auto_advance === false ? 'keep_as_draft' : null;
};

/** Returns the invoices whose money was not lost to a dispute. */
export const keptInvoices = ({
  invoices,
  payments,
}: Pick<Snapshot, 'invoices' | 'payments'>): Stripe.Invoice[] => {
  const lost = new Set(payments.filter(isLost).map(({ intent }) => intent));
  return invoices.filter((invoice) => !intentsOf(invoice).some((intent) => lost.has(intent)));
};

/** Whether a paid period was paid by other money than that of some payments: a credit, or a transfer noted by hand. */
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
      !intentsOf(invoice).some((intent) => intents.has(intent)),
  );

/** Returns the invoices that are newer than every invoice of some payments; none where the payments have no invoice. */
export const invoicesAfter = (
  invoices: readonly Stripe.Invoice[],
  intents: ReadonlySet<string | null>,
): Stripe.Invoice[] => {
  const sorted = newestFirst(invoices);
  const last = sorted.findIndex((one) => intentsOf(one).some((intent) => intents.has(intent)));
  return sorted.slice(0, Math.max(0, last));
};

/** Returns the invoices that wait for money since the last paid one, the earliest first. */
const unpaidSincePaid = (invoices: readonly Stripe.Invoice[]): Stripe.Invoice[] => {
  const sorted = newestFirst(invoices);
  const lastPaid = sorted.findIndex(({ status }) => status === 'paid');
  return (
    sorted
      .slice(0, lastPaid === -1 ? sorted.length : lastPaid)
      // A pause writes off invoices that it never tries to collect.
      .filter(
        ({ status, attempted }) => status === 'open' || (status === 'uncollectible' && attempted),
      )
      .toReversed()
  );
};

/**
 * Returns the invoices of periods that wait for money, the earliest first. Invoices of a change of the subscription count where
 * every period is paid, because the provider stops for those as well.
 */
export const unpaidInvoices = (invoices: readonly Stripe.Invoice[]): Stripe.Invoice[] => {
  const ofPeriods = unpaidSincePaid(invoices.filter(isOfPeriod));
  return ofPeriods.length > 0 ? ofPeriods : unpaidSincePaid(invoices.filter(isDated));
};

/**
 * Returns the money of a paid invoice. One that was marked as paid, for a transfer for example, may say that nothing was paid; a
 * credit or a credit note makes less due.
 */
const paidOf = ({
  amount_paid: paid,
  amount_due: due,
  pre_payment_credit_notes_amount: credited,
}: Stripe.Invoice): number => (paid > 0 ? paid : Math.max(0, due - credited));

/**
 * Returns what an invoice brings towards the agreed sum: its money, and what a promotion code took off. It may have taxes and
 * lines of other matters as well, so it brings one instalment at most.
 */
const worthOf = (invoice: Stripe.Invoice, amount: number | null): number => {
  const off = (invoice.total_discount_amounts ?? []).reduce((sum, one) => sum + one.amount, 0);
  const worth = off + (invoice.status === 'paid' ? paidOf(invoice) : invoice.amount_due);
  return amount === null || amount <= 0 ? worth : Math.min(worth, amount);
};

/** Whether the provider has tried to collect an invoice, and will not try again by itself. */
const isGivenUp = (invoice: Stripe.Invoice): boolean =>
  invoice.attempted &&
  invoice.next_payment_attempt === null &&
  invoice.collection_method !== 'send_invoice';

/**
 * Whether an invoice will be paid if nothing fails: it is sent and tried again, a debit for it is under way, or it is sent by
 * itself within the hour.
 */
const isWaiting = (invoice: Stripe.Invoice, debited: ReadonlySet<string | null>): boolean => {
  if (invoice.status === 'draft') return invoice.auto_advance === true;
  if (invoice.status !== 'open') return false;
  return !isGivenUp(invoice) || intentsOf(invoice).some((intent) => debited.has(intent));
};

/**
 * Counts the instalments among a subscription's invoices: those of a period, with an amount, and no more of them than the
 * agreed amount was paid in full. A trial, a credit, a proration or an invoice made by hand is none.
 *
 * @param amount what was agreed for one, without discounts; null: not known
 * @param debited the payment intents that are under way, where those count that wait for their money
 */
export const countInstalments = (
  invoices: readonly Stripe.Invoice[],
  { amount, debited }: { amount: number | null; debited?: ReadonlySet<string | null> },
): number => {
  const counted = invoices.filter(
    (invoice) =>
      isOfPeriod(invoice) &&
      (invoice.status === 'paid' || (debited !== undefined && isWaiting(invoice, debited))) &&
      worthOf(invoice, amount) > 0,
  );
  if (amount === null || amount <= 0) return counted.length;
  const sum = counted.reduce((total, invoice) => total + worthOf(invoice, amount), 0);
  return Math.min(counted.length, Math.floor(sum / amount));
};

/** When an invoice's period begins, in seconds since 1970. */
const beginOf = ({ lines }: Stripe.Invoice): number =>
  Math.min(...lines.data.map(({ period }) => period.start));

/** Counts the periods, paid or not, that were charged from a moment on. */
export const countPeriodsSince = (invoices: readonly Stripe.Invoice[], moment: number): number =>
  invoices.filter((invoice) => isOfPeriod(invoice) && beginOf(invoice) >= moment).length;
