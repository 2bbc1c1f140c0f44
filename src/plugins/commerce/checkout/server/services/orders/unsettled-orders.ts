import { ENDED_STATUSES } from '../../../access';

const RUNNING = ['active', 'trialing'];

/** How long a failed debit may be retried after its page expired. */
const FAILED_DEBIT_MS = 14 * 86_400_000;

/**
 * Returns a filter of orders with an open outcome: an open page, a pending payment or an undecided
 * dispute. It includes elapsed periods that may have been renewed, and elapsed pauses.
 *
 * @param before milliseconds since 1970 by which the period has to be over
 */
export const unsettledOrdersFilter = (before: number): object => ({
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
    { subscriptionStatus: { $in: RUNNING }, resumesAt: { $lt: new Date(before) } },
    {
      subscriptionStatus: { $in: RUNNING },
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
export const recentRefundsFilter = (now: number): object => ({
  refundsFinalAt: { $gt: new Date(now) },
});
