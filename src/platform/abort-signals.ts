/** Returns a promise that rejects with the signal's reason when it aborts, and never resolves. */
export const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });

/**
 * Runs work with a signal that aborts with the first of some signals.
 *
 * `AbortSignal.any` loses an abort if its source is no longer used, and nobody listens to the joined
 * signal (Node.js 24.16 to 24.21, https://github.com/nodejs/node/issues/65995). Loops that read
 * `aborted` would never end.
 */
export const runWithSignals = async <Result>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const joined = new AbortController();
  const isDone = new AbortController();
  for (const source of signals) {
    const abort = (): void => joined.abort(source.reason);
    if (source.aborted) abort();
    else source.addEventListener('abort', abort, { once: true, signal: isDone.signal });
  }
  try {
    return await work(joined.signal);
  } finally {
    isDone.abort();
  }
};
