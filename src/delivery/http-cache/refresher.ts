import { setTimeout as sleep } from 'node:timers/promises';
import type { Metrics } from '../metrics/metrics';
import type { Lost, Maker, ResponseCache } from './cache';
import { bodyIn } from './response';

/** More answers than this are not made again unasked, whatever has changed. */
const WAITING = 1_000;

/** How many answers are made together, so that what they show is read together. */
const TOGETHER = 20;

/** What one transaction has changed comes in several messages, and one publication in several transactions. */
const SETTLE_MS = 10;

/** How long to wait where callers need the connections themselves. */
const PAUSE_MS = 10;

/** The longest rest after a piece of work; it rests as long as it has worked. */
const LONGEST_REST_MS = 100;

type Options = {
  cache: Pick<ResponseCache, 'refresh' | 'isAtHand'>;
  metrics: Metrics;
  /** How the response under a key is made; null where nobody knows. */
  makerOf: (key: string) => Maker | null;
  /** Waits until memory may be used; false when it may not. */
  waitUntilSynced: () => Promise<boolean>;
  /** Whether callers leave anything to read with. */
  hasRoom: () => boolean;
};

/**
 * Makes answers that are asked for often again before somebody asks. Whoever asks meanwhile waits for this
 * making, and what is overtaken by another change is not kept: the same as if somebody had asked.
 */
export const createRefresher = ({ cache, metrics, makerOf, waitUntilSynced, hasRoom }: Options) => {
  const waiting = new Map<string, Lost>();
  let working: Promise<void> | null = null;
  let isStopped = false;

  const refresh = async ({ key, codings }: Lost): Promise<void> => {
    const maker = makerOf(key);
    if (maker === null) return;
    const { response } = await cache.refresh(key, maker);
    metrics.refreshes += 1;
    for (const coding of codings) await bodyIn(response, coding);
  };

  /**
   * Those that are asked for most. What only has to be put together is left to whoever asks, who waits for microseconds:
   * of the thousands of answers that show a channel, most are not asked for before it changes again.
   */
  const takeNext = (): Lost[] => {
    for (const { key, codings } of waiting.values()) {
      if (codings.length === 0 && cache.isAtHand(key)) waiting.delete(key);
    }
    const next = [...waiting.values()].sort((a, b) => b.uses - a.uses).slice(0, TOGETHER);
    for (const { key } of next) waiting.delete(key);
    return next;
  };

  const work = async (): Promise<void> => {
    await sleep(SETTLE_MS, undefined, { ref: false });
    while (waiting.size > 0 && !isStopped) {
      if (!hasRoom()) {
        await sleep(PAUSE_MS, undefined, { ref: false });
        continue;
      }
      if (!(await waitUntilSynced())) {
        waiting.clear();
        return;
      }
      const began = performance.now();
      // What cannot be made now is made when somebody asks, who is told why it cannot.
      await Promise.allSettled(takeNext().map(refresh));
      const rest = Math.min(performance.now() - began, LONGEST_REST_MS);
      await sleep(rest, undefined, { ref: false });
    }
  };

  return {
    /** Has an answer made again as soon as there is room for it. */
    enqueue(lost: Lost): void {
      if (isStopped || (waiting.size >= WAITING && !waiting.has(lost.key))) return;
      waiting.set(lost.key, lost);
      working ??= work().finally(() => {
        working = null;
      });
    },

    /** Ends what is under way. */
    async stop(): Promise<void> {
      isStopped = true;
      await working;
    },
  };
};

export type Refresher = ReturnType<typeof createRefresher>;
