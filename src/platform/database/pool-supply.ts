import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** Interval between attempts to get a connection for an empty pool, in milliseconds. */
const ATTEMPT_INTERVAL_MS = 1_000;

/** Maximum wait of a caller for an attempt, in milliseconds. */
const WAIT_MS = 250;

/** Tracks whether a pool gets connections. */
export type PoolSupply = {
  /** Call it when a connection was opened. */
  opened: () => void;
  /** Call it when a connection could not be opened. */
  failed: () => void;
  /**
   * Returns false for a pool without connections whose last attempt to open one failed. A busy pool
   * has connections, and an idle one needs none.
   */
  isThere: () => Promise<boolean>;
};

type Options = {
  /** Returns the number of open connections, used and free. */
  size: () => number;
  /** Makes the pool open a connection and runs a query on it. */
  ask: () => Promise<unknown>;
  /** Returns whether the database is known to be unavailable, which makes an attempt pointless. */
  isUnavailable: () => boolean;
  /** Returns the milliseconds of a monotonic clock. */
  now?: () => number;
};

/**
 * Creates a tracker that knows whether a pool gets connections, because others may use all that the
 * server has. It retries while the pool gets none: a node that is not ready receives no requests,
 * so nothing else would notice the recovery.
 */
export const createPoolSupply = ({
  size,
  ask,
  isUnavailable,
  now = () => performance.now(),
}: Options): PoolSupply => {
  // The attempt must not mark the current request as affected by an outage.
  const runOutsideRequest = AsyncLocalStorage.snapshot();
  let hasFailed = false;
  let triedAt = -Infinity;
  let trying: Promise<void> | null = null;

  const isWell = (): boolean => size() > 0 || !hasFailed;

  const attempt = async (): Promise<void> => {
    triedAt = now();
    try {
      await runOutsideRequest(ask);
    } catch {
      // The pool itself has reported the error.
    } finally {
      trying = null;
    }
  };

  return {
    opened: () => {
      hasFailed = false;
    },
    failed: () => {
      hasFailed = true;
    },
    isThere: async () => {
      if (isWell()) return true;
      if (isUnavailable()) return false;
      if (now() - triedAt >= ATTEMPT_INTERVAL_MS) trying ??= attempt();
      if (trying !== null) {
        const enough = new AbortController();
        const timeout = pause(WAIT_MS, undefined, { signal: enough.signal, ref: false });
        await Promise.race([trying, timeout.catch(() => undefined)]);
        enough.abort();
      }
      return isWell();
    },
  };
};
