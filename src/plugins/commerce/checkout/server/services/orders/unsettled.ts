const RUNNING = ['active', 'trialing'];

/** A debit that failed may be tried again for so long after its page has expired. */
const FAILED_DEBIT_MS = 14 * 86_400_000;

/**
 * Orders of which more is to be heard: their page is open, their money is under way or disputed and nobody has decided yet,
 * their paid time is over and nobody has said whether it was renewed, or their pause is over.
 *
 * @param before milliseconds since 1970 at which paid time has to be over
 */
export const unsettled = (before: number): object => ({
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
        { subscriptionStatus: { $notIn: ['incomplete_expired', 'canceled'] } },
      ],
    },
    // An earlier release did not note where disputes stand.
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
 * Orders with a refund that the customer's bank may still send back.
 *
 * @param now milliseconds since 1970
 */
export const refundedLately = (now: number): object => ({
  refundsFinalAt: { $gt: new Date(now) },
});
