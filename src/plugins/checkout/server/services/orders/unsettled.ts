/**
 * Orders of which more is to be heard: their page is open, their money is under way or disputed, or their paid time is
 * over and nobody has said whether it was renewed.
 *
 * @param before milliseconds since 1970 at which paid time has to be over
 */
export const unsettled = (before: number): object => ({
  $or: [
    { sessionStatus: 'open' },
    { sessionStatus: 'complete', paymentStatus: { $in: ['pending', 'failed'] } },
    { paymentStatus: 'disputed' },
    {
      subscriptionStatus: { $in: ['active', 'trialing'] },
      periodEndsAt: { $lt: new Date(before) },
    },
  ],
});
