import type Stripe from 'stripe';
import { getStripeId } from './client';

export type Money = { amount: number; currency: string };

/** Times are in seconds since 1970, as the provider has them. */
type StoredRefund = Money & {
  id: string;
  status: string;
  at: number;
  presentment: Money | null;
};

export type KeptDispute = Money & {
  id: string;
  status: string;
  reason: string;
  at: number;
  /** Deadline for evidence. */
  dueBy: number | null;
};

/** One attempt to charge, with its refunds and disputes, as an order stores it. */
export type Payment = Money & {
  id: string;
  intent: string | null;
  status: string;
  at: number;
  captured: number;
  /**
   * Sum refunded of the captured amount. The single refunds are more precise where they are listed.
   */
  refunded: number;
  failure: string | null;
  /**
   * When a pending charge was first seen as failed, as bank debits fail days later. Null: it failed
   * at once.
   */
  failedAt?: number | null;
  /**
   * Tax in the captured amount, as the provider reports it. Missing: unknown, as in payments that
   * an earlier release read.
   */
  tax?: number;
  /** Amount in the customer's own currency. Null: they paid in `currency`. */
  presentment: Money | null;
  refunds: readonly StoredRefund[];
  disputes: readonly KeptDispute[];
  /** Time of reading, in milliseconds by the database's clock. */
  readMs: number;
};

const PENDING_REFUND = ['pending', 'requires_action'];
const UNDONE_REFUND_STATUSES = ['failed', 'canceled'];
const INQUIRY = ['warning_needs_response', 'warning_under_review'];
const CLOSED_DISPUTE = ['won', 'lost', 'warning_closed', 'prevented'];

export const isRefundPending = ({ status }: { status: string }): boolean =>
  PENDING_REFUND.includes(status);

export const isRefundUndone = ({ status }: { status: string }): boolean =>
  UNDONE_REFUND_STATUSES.includes(status);

export const isInquiry = ({ status }: { status: string }): boolean => INQUIRY.includes(status);

/** Returns whether a dispute is undecided. The customer's bank holds the money. */
export const isDisputeOpen = ({ status }: { status: string }): boolean =>
  !INQUIRY.includes(status) && !CLOSED_DISPUTE.includes(status);

/** Returns whether money was taken. An authorisation takes no money until it is captured. */
export const isCollected = ({ status, captured }: Payment): boolean =>
  status === 'succeeded' && captured > 0;

/** Returns how much of a payment is refunded or about to be. */
export const sumRefunds = ({ refunds, refunded }: Payment): number =>
  refunds.length === 0
    ? refunded
    : refunds
        .filter((refund) => !isRefundUndone(refund))
        .reduce((sum, { amount }) => sum + amount, 0);

const DAY = 86_400;

/**
 * Days after which a refund can no longer fail: about thirty, longer while the bank processes it.
 */
const REFUND_DAYS = { made: 35, pending: 90 };

/** Returns until when a refund may still fail, in seconds since 1970. */
export const refundFinalAt = (refund: Pick<StoredRefund, 'status' | 'at'>): number =>
  refund.at + (isRefundPending(refund) ? REFUND_DAYS.pending : REFUND_DAYS.made) * DAY;

/** Days within which customers may dispute a card payment, approximately. */
const RECENT_DAYS = 120;

/**
 * Returns whether a payment may have changed since its last reading without an event that names it.
 */
export const mayChange = (payment: Payment, seconds: number): boolean =>
  payment.status !== 'succeeded' ||
  payment.at > seconds - RECENT_DAYS * DAY ||
  payment.refunds.some((refund) => !isRefundUndone(refund) && refundFinalAt(refund) > seconds) ||
  payment.disputes.some((dispute) => isInquiry(dispute) || isDisputeOpen(dispute));

/** Returns payments oldest first, in whatever order they were read. */
export const inOrder = (payments: readonly Payment[]): Payment[] =>
  payments.toSorted((first, other) => first.at - other.at || (first.id < other.id ? -1 : 1));

const toMoney = (
  details: { presentment_amount: number; presentment_currency: string } | null | undefined,
): Money | null =>
  details ? { amount: details.presentment_amount, currency: details.presentment_currency } : null;

const getPresentment = ({
  presentment_details: details,
}: Pick<Stripe.Charge, 'presentment_details'>): Money | null => toMoney(details);

const toStoredRefund = (refund: Stripe.Refund): StoredRefund => ({
  id: refund.id,
  status: refund.status ?? 'succeeded',
  at: refund.created,
  amount: refund.amount,
  currency: refund.currency,
  presentment: toMoney(refund.presentment_details),
});

/**
 * Returns the status of a dispute. A prevented one that took the money is lost: rules of the card
 * network have decided it, and the provider lists no refund.
 */
const getDisputeStatus = ({ status, balance_transactions: movements }: Stripe.Dispute): string => {
  if (status !== 'prevented') return status;
  const moved = movements.reduce((sum, { amount }) => sum + amount, 0);
  return moved < 0 ? 'lost' : status;
};

const toStoredDispute = (dispute: Stripe.Dispute): KeptDispute => ({
  id: dispute.id,
  status: getDisputeStatus(dispute),
  reason: dispute.reason,
  at: dispute.created,
  amount: dispute.amount,
  currency: dispute.currency,
  // The provider says 0 if the bank accepts no evidence.
  dueBy: dispute.evidence_details.due_by === 0 ? null : dispute.evidence_details.due_by,
});

/**
 * Returns the part of an authorisation that was released instead of captured. The provider books it
 * as refunded.
 */
const computeReleasedAmount = ({
  amount,
  amount_captured: captured,
  amount_refunded: refunded,
}: Stripe.Charge) => {
  const rest = Math.max(0, amount - captured);
  return refunded >= rest ? rest : 0;
};

/** Removes the refund of the released part, if it is listed. */
const withoutRelease = (
  refunds: readonly Stripe.Refund[],
  { amount_refunded: refunded }: Stripe.Charge,
  released: number,
): readonly Stripe.Refund[] => {
  const completed = refunds.filter((refund) => !isRefundUndone({ status: refund.status ?? '' }));
  const isListed = completed.reduce((sum, { amount }) => sum + amount, 0) >= refunded;
  const release = completed
    .toSorted((first, other) => first.created - other.created)
    .find(({ amount }) => amount === released);
  return isListed && release !== undefined
    ? refunds.filter((refund) => refund !== release)
    : refunds;
};

/**
 * Returns when a pending debit failed, in seconds since 1970. The provider dates the charge, not
 * its failure.
 */
const findFailureTime = (
  { status }: Stripe.Charge,
  before: Payment | undefined,
  readMs: number,
): number | null => {
  if (status !== 'failed' || before === undefined) return null;
  return before.status === 'pending' ? Math.floor(readMs / 1000) : (before.failedAt ?? null);
};

/** Returns the parts of a charge that an order stores. */
export const toPayment = (
  charge: Stripe.Charge,
  {
    refunds,
    disputes,
    readMs,
    before,
  }: {
    refunds: readonly Stripe.Refund[];
    disputes: readonly Stripe.Dispute[];
    readMs: number;
    /** The payment as of its last reading. */
    before?: Payment | undefined;
  },
): Payment => {
  const released = computeReleasedAmount(charge);
  // A cancelled authorisation can no longer take money.
  const isCancelled = released > 0 && charge.amount_captured === 0;
  return {
    id: charge.id,
    intent: getStripeId(charge.payment_intent),
    status: isCancelled ? 'failed' : charge.status,
    at: charge.created,
    amount: charge.amount,
    // Debits count as captured from the start, also those that fail days later.
    captured: charge.status === 'succeeded' ? charge.amount_captured : 0,
    refunded: charge.amount_refunded - released,
    currency: charge.currency,
    failure: charge.failure_code,
    failedAt: findFailureTime(charge, before, readMs),
    presentment: getPresentment(charge),
    refunds: withoutRelease(refunds, charge, released).map(toStoredRefund),
    disputes: disputes.map(toStoredDispute),
    readMs,
  };
};
