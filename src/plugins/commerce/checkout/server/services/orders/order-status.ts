import type Stripe from 'stripe';
import type { orderStates, paymentStatuses, sessionStatuses } from '../../../orders-contract';
import { idOf } from '../provider/client';
import { inOrder, isCollected, type Payment } from '../provider/payments';
import { intentsOf, type Snapshot } from '../provider/snapshot';
import {
  amountsOf,
  disputeDueBy,
  type DisputePhase,
  disputePhaseOf,
  isContested,
  isLost,
  isMoneyLost,
  type OrderAmounts,
  refundsFinalAt,
  type RefundStatus,
  refundStatusOf,
  returnedShare,
} from './amounts';
import {
  countInstalments,
  findSkippedPeriod,
  hasOtherMoney,
  invoicesAfter,
  keptInvoices,
  paidUntil,
  unpaidInvoices,
} from './invoices';
import { isOwnEnd } from './schedule-end';
import { timelineOf, type TimelineEntry } from './timeline';

export type SessionStatus = (typeof sessionStatuses)[number];
export type PaymentStatus = (typeof paymentStatuses)[number];
export type OrderState = (typeof orderStates)[number];

/**
 * What an order says about its session and its money; all of it follows from one snapshot. The columns that are null in
 * orders that were last read by an earlier release are those from `amounts` on.
 */
export type OrderStatus = {
  state: OrderState;
  sessionStatus: SessionStatus;
  paymentStatus: PaymentStatus;
  subscriptionStatus: string | null;
  /** Until when a subscription is paid, or was. */
  periodEndsAt: string | null;
  /** When it is charged next; null where it will not be. */
  renewsAt: string | null;
  /** Of those in which it is paid; null where it is not paid by instalments. */
  instalmentsPaid: number | null;
  amountSubtotal: number | null;
  amountTotal: number | null;
  /** How much less a promotion code makes it; null: not known, for the order was last read by an earlier release. */
  amountDiscount: number | null;
  promotionCode: string | null;
  /** As `amounts.refunded` has it, as far as the column goes. */
  amountRefunded: number;
  currency: string | null;
  customerId: string | null;
  paymentIntentId: string | null;
  subscriptionId: string | null;
  paidAt: string | null;
  expiresAt: string;
  timeline: TimelineEntry[];
  amounts: OrderAmounts | null;
  /** Every payment as it was read last. */
  payments: readonly Payment[] | null;
  /** Why nothing is charged though the subscription exists: in the provider's words, or `paused` as its status. */
  pauseMode: string | null;
  /** When it is charged again by itself. */
  resumesAt: string | null;
  /** When a subscription ends by itself, or has ended. */
  endsAt: string | null;
  /** Until when a renewal that failed takes no access. */
  graceEndsAt: string | null;
  disputePhase: DisputePhase | null;
  disputeDueBy: string | null;
  refundStatus: RefundStatus | null;
  /** Until when a refund may still fail. */
  refundsFinalAt: string | null;
  /** What the subscription is sold at now; the customer may have changed to another. */
  subscriptionPriceId: string | null;
};

const UNPAID_SUBSCRIPTION = ['past_due', 'unpaid', 'incomplete', 'incomplete_expired'];

const isPaid = ({ session, payments }: Snapshot): boolean =>
  session.payment_status === 'paid' ||
  // An open page says it as well, before anybody has agreed to anything.
  (session.payment_status === 'no_payment_required' && session.status === 'complete') ||
  payments.some(isCollected);

/** Whether a voucher has expired: the provider makes no charge of one that is never paid. */
const isVoucherOver = ({ session, payments }: Snapshot): boolean => {
  const { payment_intent: intent, payment_status: status } = session;
  if (session.status !== 'complete' || status !== 'unpaid' || payments.length > 0) return false;
  if (intent === null || typeof intent === 'string') return false;
  return intent.status === 'requires_payment_method' || intent.status === 'canceled';
};

const UNDER_WAY = ['requires_action', 'requires_confirmation', 'processing'];

/** Whether a voucher or a debit of a complete page is under way; a card may have been declined before. */
const isUnderWay = ({ session: { status, payment_intent: intent } }: Snapshot): boolean =>
  status === 'complete' &&
  intent !== null &&
  typeof intent !== 'string' &&
  UNDER_WAY.includes(intent.status);

const hasFailed = (snapshot: Snapshot): boolean => {
  const { subscription, payments, invoices } = snapshot;
  if (subscription !== null) {
    const { status } = subscription;
    const isNeverPaid = !isPaid(snapshot) && !invoices.some((invoice) => invoice.status === 'paid');
    return UNPAID_SUBSCRIPTION.includes(status) || (status === 'canceled' && isNeverPaid);
  }
  if (isVoucherOver(snapshot)) return true;
  if (isUnderWay(snapshot)) return false;
  return payments.length > 0 && payments.every(({ status }) => status === 'failed');
};

type Intents = ReadonlySet<string | null>;

/** Whether disputes take an order's access: open ones do, and lost ones unless other money paid a later period. */
const isDisputed = ({ payments, invoices }: Snapshot, collected: Intents): boolean => {
  if (isContested(payments)) return true;
  if (!isMoneyLost(payments)) return false;
  const lost = new Set(payments.filter(isLost).map(({ intent }) => intent));
  return !hasOtherMoney(invoicesAfter(invoices, lost), collected);
};

const paymentStatusOf = (snapshot: Snapshot): PaymentStatus => {
  const { payments, invoices } = snapshot;
  const collected = new Set(payments.filter(isCollected).map(({ intent }) => intent));
  const isAllHere = !hasOtherMoney(invoices, collected);
  const share = returnedShare(payments);
  const returned = share === 'all' && !isAllHere ? 'some' : share;
  if (isDisputed(snapshot, collected)) return 'disputed';
  if (returned === 'all') return 'refunded';
  if (hasFailed(snapshot)) return 'failed';
  if (returned === 'some') return 'partially_refunded';
  return isPaid(snapshot) ? 'paid' : 'pending';
};

/** The one word for people: what became of the money once something did, else of the page. */
const stateOf = (session: SessionStatus, payment: PaymentStatus): OrderState => {
  if (payment === 'pending') return session;
  if (payment === 'failed' && session === 'expired') return 'expired';
  return payment;
};

const RENEWED = ['active', 'trialing', 'past_due'];
const OVER = ['canceled', 'incomplete_expired'];

const isoOf = (seconds: number | null | undefined): string | null =>
  seconds === null || seconds === undefined ? null : new Date(seconds * 1000).toISOString();

const DAY = 86_400;

type Period = Pick<
  OrderStatus,
  'periodEndsAt' | 'renewsAt' | 'endsAt' | 'graceEndsAt' | 'pauseMode' | 'resumesAt'
>;

const NO_PERIOD: Period = {
  periodEndsAt: null,
  renewsAt: null,
  endsAt: null,
  graceEndsAt: null,
  pauseMode: null,
  resumesAt: null,
};

/** Whether a subscription owes a period: it is tried again, or the provider has stopped for want of money. */
const isOwing = ({ status, cancellation_details: cancellation }: Stripe.Subscription): boolean =>
  status === 'past_due' ||
  status === 'unpaid' ||
  (status === 'canceled' && cancellation?.reason === 'payment_failed');

/** When the first payment failed that a subscription in arrears owes; in seconds. */
const failedAt = ({ invoices, payments }: Snapshot): number | null => {
  const [owed] = unpaidInvoices(invoices);
  if (owed === undefined) return null;
  const intents = new Set(intentsOf(owed));
  const failed = payments.filter(
    ({ intent, status }) => intent !== null && intents.has(intent) && status === 'failed',
  );
  return failed[0]?.failedAt ?? failed[0]?.at ?? owed.created;
};

/** How a subscription is paused. A period that was charged to nobody is part of its pause, until the next is paid. */
const pauseModeOf = (
  { pause_collection: pause, status }: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
): string | null => {
  if (pause) return pause.behavior;
  if (status === 'paused') return 'paused';
  return status === 'active' ? findSkippedPeriod(invoices) : null;
};

/** Until when a subscription is paid, whether it is charged again then, and when it ends. */
const periodOf = (
  snapshot: Snapshot,
  {
    isBought,
    isByInstalments,
    scheduleEnd,
    graceDays,
  }: Pick<Seen, 'graceDays' | 'scheduleEnd'> & { isBought: boolean; isByInstalments: boolean },
): Period => {
  const { subscription, invoices } = snapshot;
  if (subscription === null) return NO_PERIOD;
  const ends = subscription.items.data.map((item) => item.current_period_end);
  const current = ends.length === 0 ? null : Math.max(...ends);
  // A period that has begun is not yet one that is paid.
  const paid = invoices.length === 0 ? current : paidUntil(invoices);
  const { cancel_at: cancelAt, cancel_at_period_end: endsNow, status } = subscription;
  const isOver = OVER.includes(status);
  const pauseMode = isOver ? null : pauseModeOf(subscription, invoices);
  const { pause_collection: pause } = subscription;
  const resumesAt = pause ? pause.resumes_at : current;
  const end = isOver ? subscription.ended_at : (cancelAt ?? (endsNow ? current : null));
  // Our schedule of instalments ends it after the last one, and is moved where one of them brought nothing.
  const isScheduled =
    isByInstalments &&
    !isOver &&
    !endsNow &&
    (subscription.schedule ?? null) !== null &&
    isOwnEnd(subscription, scheduleEnd ?? null);
  const endsFirst = !isScheduled && end !== null && current !== null && end <= current;
  const isRenewed =
    RENEWED.includes(status) && pauseMode === null && !endsNow && !endsFirst && !isBought;
  const owedSince = isOwing(subscription) && paid !== null ? failedAt(snapshot) : null;
  // A payment after the provider has ended the subscription still buys its period.
  const paidLate = isOwing(subscription) && isOver ? paid : null;
  const attempts = unpaidInvoices(invoices).flatMap(
    (invoice) => invoice.next_payment_attempt ?? [],
  );
  // What is owed and not tried again is not charged by itself.
  const next = owedSince === null ? current : attempts.toSorted((a, b) => a - b)[0];
  return {
    periodEndsAt: isoOf(paid),
    renewsAt: isRenewed ? isoOf(next) : null,
    endsAt: isBought || isScheduled ? null : isoOf(end),
    graceEndsAt: isoOf(owedSince === null ? paidLate : owedSince + graceDays * DAY),
    pauseMode,
    resumesAt: pauseMode === null || status === 'paused' ? null : isoOf(resumesAt),
  };
};

/** The code that the customer entered; the page takes one. */
const codeIn = ({ discounts }: Snapshot['session']): string | null => {
  const code = discounts?.[0]?.promotion_code ?? null;
  return code === null || typeof code === 'string' ? null : code.code;
};

type Seen = {
  known: readonly TimelineEntry[];
  now: Date;
  instalments?: number | null;
  /** When the schedule of its instalments ends it, as it was set here; null: not known. */
  scheduleEnd?: string | null;
  /** Days for which a renewal that failed takes no access. */
  graceDays: number;
};

export const orderStatusOf = (read: Snapshot, seen: Seen): OrderStatus => {
  const snapshot = { ...read, payments: inOrder(read.payments) };
  const { instalments = null, scheduleEnd = null, graceDays } = seen;
  const { session, subscription, payments } = snapshot;
  const sessionStatus = session.status ?? 'open';
  const paymentStatus = paymentStatusOf(snapshot);
  const timeline = timelineOf(snapshot, seen);
  const amounts = amountsOf(session, payments);
  const counted = countInstalments(keptInvoices(snapshot), { amount: snapshot.instalmentAmount });
  const isBought = instalments !== null && counted >= instalments;
  return {
    state: stateOf(sessionStatus as SessionStatus, paymentStatus),
    sessionStatus: sessionStatus as SessionStatus,
    paymentStatus,
    subscriptionStatus: subscription?.status ?? null,
    ...periodOf(snapshot, {
      isBought,
      isByInstalments: instalments !== null,
      scheduleEnd,
      graceDays,
    }),
    instalmentsPaid: instalments === null ? null : Math.min(counted, instalments),
    amountSubtotal: session.amount_subtotal,
    amountTotal: session.amount_total,
    amountDiscount: session.total_details?.amount_discount ?? 0,
    promotionCode: codeIn(session),
    amountRefunded: amounts.refunded,
    currency: session.currency,
    customerId: idOf(session.customer),
    paymentIntentId: idOf(session.payment_intent),
    subscriptionId: idOf(session.subscription),
    paidAt: timeline.find(({ kind }) => kind === 'paid')?.at ?? null,
    expiresAt: new Date(session.expires_at * 1000).toISOString(),
    timeline,
    amounts,
    payments,
    disputePhase: disputePhaseOf(payments),
    disputeDueBy: isoOf(disputeDueBy(payments)),
    refundStatus: refundStatusOf(payments),
    refundsFinalAt: isoOf(refundsFinalAt(payments)),
    subscriptionPriceId: subscription?.items.data[0]?.price.id ?? null,
  };
};
