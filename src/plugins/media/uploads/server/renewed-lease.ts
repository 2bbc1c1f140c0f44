/** Another writer may have what was leased. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

type Times = { lastsMs: number; everyMs: number };

/**
 * Renews a lease again and again.
 *
 * @param renew returns whether the lease was still there
 * @returns a signal that is aborted once the lease is lost, and what ends the renewing
 */
export const keepRenewed = (
  renew: () => Promise<boolean>,
  { lastsMs, everyMs }: Times,
): { signal: AbortSignal; end: () => Promise<void> } => {
  const lost = new AbortController();
  let validUntil = performance.now() + lastsMs;
  let renewing: Promise<void> | null = null;

  const renewOnce = async (): Promise<void> => {
    const next = performance.now() + lastsMs;
    if (await renew()) validUntil = next;
    else lost.abort(new LeaseLost('Another writer has taken the lease'));
  };

  const timer = setInterval(() => {
    if (performance.now() >= validUntil)
      lost.abort(new LeaseLost('The lease could not be renewed'));
    if (lost.signal.aborted) clearInterval(timer);
    // A database that is away may answer again before the lease is over.
    else
      renewing ??= renewOnce()
        .catch(() => undefined)
        .finally(() => (renewing = null));
  }, everyMs);
  timer.unref();

  return {
    signal: lost.signal,
    end: async () => {
      clearInterval(timer);
      await renewing;
    },
  };
};
