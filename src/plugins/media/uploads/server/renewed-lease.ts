/** Error of a lease that another writer may have taken. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

type Times = { lastsMs: number; everyMs: number };

/**
 * Renews a lease at intervals.
 *
 * @param renew returns whether the lease was still valid
 * @returns a signal that is aborted when the lease is lost, and a function that ends the renewals
 */
export const renewLease = (
  renew: () => Promise<boolean>,
  { lastsMs, everyMs }: Times,
): { signal: AbortSignal; end: () => Promise<void> } => {
  const lostLease = new AbortController();
  let validUntil = performance.now() + lastsMs;
  let renewing: Promise<void> | null = null;

  const renewOnce = async (): Promise<void> => {
    const next = performance.now() + lastsMs;
    if (await renew()) validUntil = next;
    else lostLease.abort(new LeaseLost('Another writer has taken the lease'));
  };

  const timer = setInterval(() => {
    if (performance.now() >= validUntil)
      lostLease.abort(new LeaseLost('The lease could not be renewed'));
    if (lostLease.signal.aborted) clearInterval(timer);
    // An unavailable database may be available again before the lease ends.
    else
      renewing ??= renewOnce()
        .catch(() => undefined)
        .finally(() => (renewing = null));
  }, everyMs);
  timer.unref();

  return {
    signal: lostLease.signal,
    end: async () => {
      clearInterval(timer);
      await renewing;
    },
  };
};
