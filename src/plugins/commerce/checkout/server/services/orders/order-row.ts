import type { OrderStatus } from './order-status';
import { ENDED_STATUSES, RUNNING_STATUSES } from '#plugins/commerce/checkout/access';

/** Order as stored in the database. */
export type OrderRow = OrderStatus & {
  id: number;
  documentId: string;
  createdAt: string;
  sessionId: string;
  mode: 'payment' | 'subscription';
  origin: string;
  /** Slug of the business line at the time of the purchase. */
  vertical: string;
  /** Null: unknown, as in orders of earlier releases. */
  verticalDocumentId: string | null;
  productDocumentId: string;
  productTitle: string;
  productSKU: string;
  customerEmail: string;
  priceId: string;
  /** Number of payments of the price. Null: one payment, or a subscription without an end. */
  instalments: number | null;
  /**
   * Id of the provider's schedule that ends the subscription after the instalments. Null: none yet.
   */
  scheduleId: string | null;
  /**
   * End that this service set in the schedule. Null: it is being set, or an earlier release set it.
   */
  scheduleEnd: string | null;
  version: number;
  /**
   * Milliseconds by the database's clock at which the last reading began. The driver returns
   * bigints as text.
   */
  syncedMs: string;
};

/** How long a failed debit may be retried after its page expired. */
const FAILED_DEBIT_MS = 14 * 86_400_000;

/**
 * Returns a filter of orders with an open outcome: an open page, a pending payment or an undecided
 * dispute. It includes elapsed periods that may have been renewed, and elapsed pauses.
 *
 * @param before milliseconds since 1970 by which the period has to be over
 */
export const buildUnsettledOrdersFilter = (before: number): object => ({
  $or: [
    { sessionStatus: 'open' },
    {
      sessionStatus: 'complete',
      paymentStatus: { $in: ['pending', 'failed'] },
      $or: [
        { subscriptionStatus: { $null: true }, paymentStatus: 'pending' },
        {
          subscriptionStatus: { $null: true },
          expiresAt: { $gt: new Date(before - FAILED_DEBIT_MS) },
        },
        { subscriptionStatus: { $notIn: ENDED_STATUSES } },
      ],
    },
    // Earlier releases did not store the phase of disputes.
    { paymentStatus: 'disputed', disputePhase: { $null: true } },
    { disputePhase: { $in: ['inquiry', 'open'] } },
    { subscriptionStatus: { $in: RUNNING_STATUSES }, resumesAt: { $lt: new Date(before) } },
    {
      subscriptionStatus: { $in: RUNNING_STATUSES },
      pauseMode: { $null: true },
      periodEndsAt: { $lt: new Date(before) },
    },
  ],
});

/**
 * Returns a filter of orders with a refund that may still fail.
 *
 * @param now milliseconds since 1970
 */
export const buildRecentRefundsFilter = (now: number): object => ({
  refundsFinalAt: { $gt: new Date(now) },
});
