import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** How often a pool without connections is tried, in milliseconds. */
const TRY_MS = 1_000;

/** How long whoever asks waits for such a try, in milliseconds. */
const WAIT_MS = 250;

/** Whether a pool gets connections. */
export type PoolSupply = {
  /** A connection was opened. */
  opened: () => void;
  /** One could not be opened. */
  failed: () => void;
  /**
   * False of a pool that has no connection at all and could not open the last one that it wanted. A pool that is busy
   * has some, and one that is idle wants none: both are well.
   */
  isThere: () => Promise<boolean>;
};

type Options = {
  /** How many connections are open, lent out or idle. */
  size: () => number;
  /** Has the pool open one, and asks the server something. */
  ask: () => Promise<unknown>;
  /** Whether the database is known to be away: then a try would tell nothing. */
  isAway: () => boolean;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
};

/**
 * Knows whether a pool gets connections: others may have taken all that the server has. It tries itself while the pool gets
 * none, for a node that is not ready is sent no requests, and nobody else would find out that it could answer them again.
 */
export const createPoolSupply = ({
  size,
  ask,
  isAway,
  now = () => performance.now(),
}: Options): PoolSupply => {
  // A request for which it is asked is not one that has met with an outage.
  const outside = AsyncLocalStorage.snapshot();
  let hasFailed = false;
  let triedAt = -Infinity;
  let trying: Promise<void> | null = null;

  const isWell = (): boolean => size() > 0 || !hasFailed;

  const attempt = async (): Promise<void> => {
    triedAt = now();
    try {
      await outside(ask);
    } catch {
      // The pool itself has told of it.
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
      if (isAway()) return false;
      if (now() - triedAt >= TRY_MS) trying ??= attempt();
      if (trying !== null) {
        const enough = new AbortController();
        const waiting = pause(WAIT_MS, undefined, { signal: enough.signal, ref: false });
        await Promise.race([trying, waiting.catch(() => undefined)]);
        enough.abort();
      }
      return isWell();
    },
  };
};
