import type Stripe from 'stripe';
import {
  isCollected,
  isDisputeOpen,
  isInquiry,
  isRefundPending,
  isRefundUndone,
  type KeptDispute,
  type Money,
  type Payment,
  sumRefunds,
  refundFinalAt,
} from '../provider/payments';

/** Amounts of an order over its whole life. Amounts of different currencies are never added. */
export type OrderAmounts = {
  paid: number;
  refunded: number;
  /** Sum of the refunds that failed or were cancelled. */
  refundFailed: number;
  /** Sum of the disputes in the phase `disputePhase`. */
  disputed: number;
  /** Amounts in the customer's own currency. Null: they paid in the order's. */
  presentment: {
    currency: string;
    total: number | null;
    paid: number;
    refunded: number;
  } | null;
};

export type DisputePhase = 'none' | 'inquiry' | 'open' | 'won' | 'lost';
export type RefundStatus = 'none' | 'pending' | 'succeeded' | 'failed';

type Payments = readonly Payment[];

const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + amount, 0);

const listRefunds = (payments: Payments) => payments.flatMap(({ refunds }) => refunds);
const listDisputes = (payments: Payments) => payments.flatMap(({ disputes }) => disputes);

const computePresentment = (
  session: Stripe.Checkout.Session,
  payments: Payments,
): OrderAmounts['presentment'] => {
  const details = session.presentment_details;
  const presentedPayments = payments.filter(({ presentment }) => presentment !== null);
  const currency =
    details?.presentment_currency ?? presentedPayments.find(isCollected)?.presentment?.currency;
  if (currency === undefined) return null;
  const inCurrency = (money: readonly (Money | null)[]): number =>
    sumOf(money.flatMap((part) => (part?.currency === currency ? [part.amount] : [])));
  return {
    currency,
    total: details?.presentment_amount ?? null,
    paid: inCurrency(
      presentedPayments
        .filter(({ captured }) => captured > 0)
        .map(({ presentment }) => presentment),
    ),
    refunded: inCurrency(
      listRefunds(payments)
        .filter((refund) => !isRefundUndone(refund))
        .map(({ presentment }) => presentment),
    ),
  };
};

const phaseIs: Readonly<
  Record<Exclude<DisputePhase, 'none'>, (dispute: { status: string }) => boolean>
> = {
  open: isDisputeOpen,
  inquiry: isInquiry,
  lost: ({ status }) => status === 'lost',
  won: ({ status }) => status === 'won',
};

const phases = ['open', 'inquiry', 'lost', 'won'] as const;

/** Returns the phase of one dispute. */
export const classifyDispute = (dispute: KeptDispute): DisputePhase =>
  phases.find((phase) => phaseIs[phase](dispute)) ?? 'none';

/** Returns the phase of an order's disputes: an undecided one first, then the latest decision. */
export const computeDisputePhase = (payments: Payments): DisputePhase => {
  const disputes = listDisputes(payments).toSorted((first, other) => other.at - first.at);
  if (disputes.some(phaseIs.open)) return 'open';
  if (disputes.some(phaseIs.inquiry)) return 'inquiry';
  const decided = disputes.find((dispute) => phaseIs.lost(dispute) || phaseIs.won(dispute));
  if (decided === undefined) return 'none';
  return phaseIs.lost(decided) ? 'lost' : 'won';
};

/** Returns the earliest deadline for evidence among undecided disputes, in seconds since 1970. */
export const computeDisputeDueBy = (payments: Payments): number | null => {
  const dueTimes = listDisputes(payments)
    .filter((dispute) => isDisputeOpen(dispute) || isInquiry(dispute))
    .flatMap(({ dueBy }) => dueBy ?? []);
  return dueTimes.length === 0 ? null : Math.min(...dueTimes);
};

/** Returns whether refunds are pending, or how the latest one ended. */
export const refundStatusOf = (payments: Payments): RefundStatus => {
  const refunds = listRefunds(payments);
  if (refunds.some(isRefundPending)) return 'pending';
  const latest = refunds.toSorted(
    (first, other) => other.at - first.at || (first.id < other.id ? 1 : -1),
  )[0];
  if (latest === undefined) {
    return payments.some(({ refunded }) => refunded > 0) ? 'succeeded' : 'none';
  }
  return isRefundUndone(latest) ? 'failed' : 'succeeded';
};

/** Returns until when a refund of an order may still fail, in seconds since 1970. */
export const computeRefundsFinalAt = (payments: Payments): number | null => {
  const ends = listRefunds(payments)
    .filter((refund) => !isRefundUndone(refund))
    .map(refundFinalAt);
  return ends.length === 0 ? null : Math.max(...ends);
};

/** Returns the amounts of an order, in its own currency unless stated otherwise. */
export const computeOrderAmounts = (
  session: Stripe.Checkout.Session,
  payments: Payments,
): OrderAmounts => {
  const currency = session.currency ?? payments[0]?.currency;
  const ownPayments = payments.filter((payment) => payment.currency === currency);
  const phase = computeDisputePhase(payments);
  return {
    paid: sumOf(ownPayments.map(({ captured }) => captured)),
    refunded: sumOf(ownPayments.map(sumRefunds)),
    refundFailed: sumOf(
      listRefunds(ownPayments)
        .filter(isRefundUndone)
        .map(({ amount }) => amount),
    ),
    disputed:
      phase === 'none'
        ? 0
        : sumOf(ownPayments.map((payment) => sumDisputes(payment, phaseIs[phase]))),
    presentment: computePresentment(session, payments),
  };
};

type IsMeant = (dispute: { status: string }) => boolean;

/**
 * Returns how much of a payment a dispute takes, in the payment's currency. A dispute in an unknown
 * currency takes all.
 */
const computeDisputeAmount = (
  dispute: Money,
  { amount, captured, currency, presentment }: Payment,
) => {
  if (dispute.currency === currency) return dispute.amount;
  if (dispute.currency !== presentment?.currency || presentment.amount <= 0) return captured;
  return Math.round((dispute.amount * amount) / presentment.amount);
};

const sumDisputes = (payment: Payment, isMeant: IsMeant): number =>
  sumOf(payment.disputes.filter(isMeant).map((dispute) => computeDisputeAmount(dispute, payment)));

/**
 * Banks convert at their own rates, so a dispute over the whole amount may be slightly below it.
 */
const MIN_SHARE_OF_WHOLE = 0.98;

const isWhole = (payment: Payment, isMeant: IsMeant): boolean => {
  const amount = sumDisputes(payment, isMeant);
  return amount > 0 && amount >= MIN_SHARE_OF_WHOLE * (payment.captured - sumRefunds(payment));
};

/** Returns whether lost disputes took a whole payment. */
export const isLost = (payment: Payment): boolean => isWhole(payment, phaseIs.lost);

/**
 * Returns how much of a payment disputes took. A lost dispute over the whole takes all that was
 * left.
 */
const computeLostAmount = (payment: Payment): number => {
  const amount = sumDisputes(payment, phaseIs.lost);
  const keptAmount = payment.captured - sumRefunds(payment);
  return isLost(payment) ? Math.max(amount, keptAmount) : amount;
};

const computeTotalsByCurrency = (payments: Payments) => {
  const totals = new Map<string, { paid: number; refunded: number; lost: number }>();
  for (const payment of payments) {
    const { paid, refunded, lost } = totals.get(payment.currency) ?? {
      paid: 0,
      refunded: 0,
      lost: 0,
    };
    totals.set(payment.currency, {
      paid: paid + payment.captured,
      refunded: refunded + sumRefunds(payment),
      lost: lost + computeLostAmount(payment),
    });
  }
  return [...totals.values()];
};

/**
 * Returns whether a dispute over a whole payment is open. Inquiries and disputes over a part do not
 * end the access.
 */
export const isContested = (payments: Payments): boolean =>
  payments.some((payment) => isWhole(payment, isDisputeOpen));

/**
 * Returns whether the money of an order is lost. Either its latest payment is lost to a dispute, or
 * disputes and refunds leave nothing of all payments.
 */
export const isMoneyLost = (payments: Payments): boolean => {
  const latest = payments.filter(({ captured }) => captured > 0).at(-1);
  if (latest !== undefined && isLost(latest)) return true;
  const totals = computeTotalsByCurrency(payments);
  return (
    totals.some(({ lost }) => lost > 0) &&
    totals.every(({ paid, refunded, lost }) => refunded + lost >= paid)
  );
};

/**
 * Returns how much of the payments was refunded, over the order's whole life and in each currency.
 */
export const computeRefundedShare = (payments: Payments): 'none' | 'some' | 'all' => {
  const totals = computeTotalsByCurrency(payments);
  if (!totals.some(({ refunded }) => refunded > 0)) return 'none';
  return totals.every(({ paid, refunded }) => refunded >= paid) ? 'all' : 'some';
};
