import type Stripe from 'stripe';
import { ENDED_STATUSES, RUNNING_STATUSES } from '#plugins/commerce/checkout/access';
import type {
  orderStates,
  paymentStatuses,
  sessionStatuses,
} from '#plugins/commerce/checkout/orders-contract';
import { getStripeId } from '../provider/client';
import { inOrder, isCollected, type Payment } from '../provider/payments';
import { getIntentIds, type Snapshot } from '../provider/snapshot';
import {
  computeOrderAmounts,
  computeDisputeDueBy,
  type DisputePhase,
  computeDisputePhase,
  isContested,
  isLost,
  isMoneyLost,
  type OrderAmounts,
  computeRefundsFinalAt,
  type RefundStatus,
  refundStatusOf,
  computeRefundedShare,
} from './amounts';
import {
  countInstalments,
  findSkippedPeriod,
  hasOtherMoney,
  isPaidPeriodRefunded,
  selectInvoicesAfter,
  selectUndisputedInvoices,
  computePaidUntil,
  selectUnpaidInvoices,
} from './invoices';
import { isOwnEnd } from './schedule-end';
import { buildTimeline, type TimelineEntry } from './timeline';

type SessionStatus = (typeof sessionStatuses)[number];
type PaymentStatus = (typeof paymentStatuses)[number];
type OrderState = (typeof orderStates)[number];

/**
 * Columns of an order that follow from one snapshot of its session and payments. The columns from
 * `amounts` on are null if an earlier release read the order last.
 */
export type OrderStatus = {
  state: OrderState;
  sessionStatus: SessionStatus;
  paymentStatus: PaymentStatus;
  subscriptionStatus: string | null;
  /** End of the last paid period of a subscription. Null: none, or its refund ends the access. */
  periodEndsAt: string | null;
  /** Date of the next charge. Null: there is none. */
  renewsAt: string | null;
  /** Number of paid instalments. Null: not paid by instalments. */
  instalmentsPaid: number | null;
  amountSubtotal: number | null;
  amountTotal: number | null;
  /**
   * Discount by a promotion code. Null: unknown, because an earlier release read the order last.
   */
  amountDiscount: number | null;
  promotionCode: string | null;
  /** Equals `amounts.refunded`, within the range of the column. */
  amountRefunded: number;
  currency: string | null;
  customerId: string | null;
  paymentIntentId: string | null;
  subscriptionId: string | null;
  paidAt: string | null;
  expiresAt: string;
  timeline: TimelineEntry[];
  amounts: OrderAmounts | null;
  /** All payments, as read last. */
  payments: readonly Payment[] | null;
  /**
   * Why the subscription is not charged: the provider's pause behavior, or `paused` for that
   * status.
   */
  pauseMode: string | null;
  resumesAt: string | null;
  /** When the subscription ends by itself, or has ended. */
  endsAt: string | null;
  /** Until when a failed renewal does not end the access. */
  graceEndsAt: string | null;
  disputePhase: DisputePhase | null;
  disputeDueBy: string | null;
  refundStatus: RefundStatus | null;
  /** Until when a refund may still fail. */
  refundsFinalAt: string | null;
  /** Current price of the subscription. Customers may change it. */
  subscriptionPriceId: string | null;
};

const UNPAID_SUBSCRIPTION = ['past_due', 'unpaid', 'incomplete', 'incomplete_expired'];

const isPaid = ({ session, payments }: Snapshot): boolean =>
  session.payment_status === 'paid' ||
  // An open page has this status too, before the customer has agreed to anything.
  (session.payment_status === 'no_payment_required' && session.status === 'complete') ||
  payments.some(isCollected);

/**
 * Returns whether a voucher has expired. The provider creates no charge for vouchers that are never
 * paid.
 */
const isVoucherOver = ({ session, payments }: Snapshot): boolean => {
  const { payment_intent: intent, payment_status: status } = session;
  if (session.status !== 'complete' || status !== 'unpaid' || payments.length > 0) return false;
  if (intent === null || typeof intent === 'string') return false;
  return intent.status === 'requires_payment_method' || intent.status === 'canceled';
};

const PENDING_INTENT_STATUSES = ['requires_action', 'requires_confirmation', 'processing'];

/**
 * Returns whether a voucher or debit of a complete page is pending. A card may have been declined
 * before.
 */
const isUnderWay = ({ session: { status, payment_intent: intent } }: Snapshot): boolean =>
  status === 'complete' &&
  intent !== null &&
  typeof intent !== 'string' &&
  PENDING_INTENT_STATUSES.includes(intent.status);

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

/**
 * Returns whether disputes end an order's access: open disputes do, and lost ones unless other
 * money paid a later period.
 */
const isDisputed = ({ payments, invoices }: Snapshot, collected: Intents): boolean => {
  if (isContested(payments)) return true;
  if (!isMoneyLost(payments)) return false;
  const lostIntents = new Set(payments.filter(isLost).map(({ intent }) => intent));
  return !hasOtherMoney(selectInvoicesAfter(invoices, lostIntents), collected);
};

const computePaymentStatus = (snapshot: Snapshot): PaymentStatus => {
  const { payments, invoices } = snapshot;
  const collected = new Set(payments.filter(isCollected).map(({ intent }) => intent));
  const isAllHere = !hasOtherMoney(invoices, collected);
  const share = computeRefundedShare(payments);
  const returned = share === 'all' && !isAllHere ? 'some' : share;
  if (isDisputed(snapshot, collected)) return 'disputed';
  if (returned === 'all') return 'refunded';
  if (hasFailed(snapshot)) return 'failed';
  if (returned === 'some') return 'partially_refunded';
  return isPaid(snapshot) ? 'paid' : 'pending';
};

/** Returns the combined state: that of the payment, else that of the page. */
const computeOrderState = (session: SessionStatus, payment: PaymentStatus): OrderState => {
  if (payment === 'pending') return session;
  if (payment === 'failed' && session === 'expired') return 'expired';
  return payment;
};

const RENEWED_STATUSES = ['active', 'trialing', 'past_due'];

const secondsToIsoOrNull = (seconds: number | null | undefined): string | null =>
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

/**
 * Returns whether a subscription owes a period: the provider retries the charge, or has stopped
 * after it failed.
 */
const isOwing = ({ status, cancellation_details: cancellation }: Stripe.Subscription): boolean =>
  status === 'past_due' ||
  status === 'unpaid' ||
  (status === 'canceled' && cancellation?.reason === 'payment_failed');

/** Returns when the first unpaid charge of a subscription failed, in seconds since 1970. */
const findFailureTime = ({ invoices, payments }: Snapshot): number | null => {
  const [owed] = selectUnpaidInvoices(invoices);
  if (owed === undefined) return null;
  const intents = new Set(getIntentIds(owed));
  const failed = payments.filter(
    ({ intent, status }) => intent !== null && intents.has(intent) && status === 'failed',
  );
  return failed[0]?.failedAt ?? failed[0]?.at ?? owed.created;
};

/**
 * Returns how a subscription is paused. A period that nobody was charged for belongs to the pause
 * until the next one is paid.
 */
const pauseModeOf = (
  { pause_collection: pause, status }: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
): string | null => {
  if (pause) return pause.behavior;
  if (status === 'paused') return 'paused';
  return status === 'active' ? findSkippedPeriod(invoices) : null;
};

/**
 * Returns the dates of a subscription: until when it is paid, when it is charged next, and when it
 * ends.
 */
const computePeriod = (
  snapshot: Snapshot,
  {
    isBought,
    isByInstalments,
    scheduleEnd,
    graceDays,
  }: Pick<ReadState, 'graceDays' | 'scheduleEnd'> & { isBought: boolean; isByInstalments: boolean },
): Period => {
  const { subscription, invoices } = snapshot;
  if (subscription === null) return NO_PERIOD;
  const ends = subscription.items.data.map((item) => item.current_period_end);
  const current = ends.length === 0 ? null : Math.max(...ends);
  const { cancel_at: cancelAt, cancel_at_period_end: endsNow, status } = subscription;
  const isOver = ENDED_STATUSES.includes(status);
  const pauseMode = isOver ? null : pauseModeOf(subscription, invoices);
  const { pause_collection: pause } = subscription;
  const resumesAt = pause ? pause.resumes_at : current;
  const end = isOver ? subscription.ended_at : (cancelAt ?? (endsNow ? current : null));
  // Our schedule ends the subscription after the last instalment. The end moves if an instalment
  // brought no money, so it is not shown.
  const isScheduled =
    isByInstalments &&
    !isOver &&
    !endsNow &&
    (subscription.schedule ?? null) !== null &&
    isOwnEnd(subscription, scheduleEnd ?? null);
  const endsFirst = !isScheduled && end !== null && current !== null && end <= current;
  const isRenewed =
    RENEWED_STATUSES.includes(status) && pauseMode === null && !endsNow && !endsFirst && !isBought;
  // Refunding the period of a subscription that is charged again is goodwill, as in `computeAccess`.
  const isGoodwill = isRenewed && RUNNING_STATUSES.includes(status);
  const isRefunded = !isGoodwill && isPaidPeriodRefunded(snapshot);
  // A period that has begun is not necessarily paid.
  const paidUntil = invoices.length === 0 ? current : computePaidUntil(invoices);
  const paid = isRefunded ? null : paidUntil;
  const owedSince = isOwing(subscription) && paid !== null ? findFailureTime(snapshot) : null;
  // A payment after the provider ended the subscription still pays for its period.
  const paidLate = isOwing(subscription) && isOver ? paid : null;
  const attempt =
    owedSince === null ? null : selectUnpaidInvoices(invoices)[0]?.next_payment_attempt;
  return {
    periodEndsAt: secondsToIsoOrNull(paid),
    renewsAt: isRenewed ? secondsToIsoOrNull(attempt ?? current) : null,
    endsAt: isBought || isScheduled ? null : secondsToIsoOrNull(end),
    graceEndsAt: secondsToIsoOrNull(owedSince === null ? paidLate : owedSince + graceDays * DAY),
    pauseMode,
    resumesAt: pauseMode === null || status === 'paused' ? null : secondsToIsoOrNull(resumesAt),
  };
};

/** Returns the promotion code of the customer. The page accepts one. */
const getPromotionCode = ({ discounts }: Snapshot['session']): string | null => {
  const code = discounts?.[0]?.promotion_code ?? null;
  return code === null || typeof code === 'string' ? null : code.code;
};

type ReadState = {
  previous: readonly TimelineEntry[];
  now: Date;
  instalments?: number | null;
  /** End that this service set in the schedule of the instalments. Null: unknown. */
  scheduleEnd?: string | null;
  /** Days for which a failed renewal does not end the access. */
  graceDays: number;
};

export const orderStatusOf = (read: Snapshot, seen: ReadState): OrderStatus => {
  const snapshot = { ...read, payments: inOrder(read.payments) };
  const { instalments = null, scheduleEnd = null, graceDays } = seen;
  const { session, subscription, payments } = snapshot;
  const sessionStatus = session.status ?? 'open';
  const paymentStatus = computePaymentStatus(snapshot);
  const timeline = buildTimeline(snapshot, seen);
  const amounts = computeOrderAmounts(session, payments);
  const instalmentsPaid =
    instalments === null
      ? null
      : countInstalments(selectUndisputedInvoices(snapshot), {
          amount: snapshot.instalmentAmount,
          total: instalments,
        });
  const isBought = instalmentsPaid !== null && instalmentsPaid === instalments;
  return {
    state: computeOrderState(sessionStatus as SessionStatus, paymentStatus),
    sessionStatus: sessionStatus as SessionStatus,
    paymentStatus,
    subscriptionStatus: subscription?.status ?? null,
    ...computePeriod(snapshot, {
      isBought,
      isByInstalments: instalments !== null,
      scheduleEnd,
      graceDays,
    }),
    instalmentsPaid,
    amountSubtotal: session.amount_subtotal,
    amountTotal: session.amount_total,
    amountDiscount: session.total_details?.amount_discount ?? 0,
    promotionCode: getPromotionCode(session),
    amountRefunded: amounts.refunded,
    currency: session.currency,
    customerId: getStripeId(session.customer),
    paymentIntentId: getStripeId(session.payment_intent),
    subscriptionId: getStripeId(session.subscription),
    paidAt: timeline.find(({ kind }) => kind === 'paid')?.at ?? null,
    expiresAt: new Date(session.expires_at * 1000).toISOString(),
    timeline,
    amounts,
    payments,
    disputePhase: computeDisputePhase(payments),
    disputeDueBy: secondsToIsoOrNull(computeDisputeDueBy(payments)),
    refundStatus: refundStatusOf(payments),
    refundsFinalAt: secondsToIsoOrNull(computeRefundsFinalAt(payments)),
    subscriptionPriceId: subscription?.items.data[0]?.price.id ?? null,
  };
};
