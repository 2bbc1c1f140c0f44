import { setTimeout as sleep } from 'node:timers/promises';
import type { Metrics } from '../metrics/metrics';
import type { EvictedResponse, Computation, ResponseCache } from './cache';
import { encodeBody, type StoredResponse } from './response';

const MAX_QUEUED = 1_000;

/** Number of responses refreshed together, so that their documents are read together. */
const BATCH_SIZE = 20;

/** Delay before a refresh in milliseconds, because a publication sends several messages. */
const REFRESH_DELAY_MS = 10;

/** Delay while requests need all connections, in milliseconds. */
const PAUSE_MS = 10;

/** Maximum pause after a batch, in milliseconds. A pause lasts as long as its batch took. */
const LONGEST_REST_MS = 100;

type Options = {
  cache: Pick<ResponseCache, 'canAssemble'> & {
    refresh: (key: string, computation: Computation) => Promise<{ response: StoredResponse }>;
  };
  metrics: Metrics;
  /** Returns how to compute the response under a key; null if the endpoint is unknown. */
  computationOf: (key: string) => Computation | null;
  /** Waits until the cache may be used; resolves to false if it may not. */
  waitUntilSynced: () => Promise<boolean>;
  hasRoom: () => boolean;
};

/**
 * Creates the refresher, which computes popular responses again in the background. Concurrent
 * requests join a computation. A response whose dependencies change meanwhile is not cached.
 */
export const createRefresher = ({
  cache,
  metrics,
  computationOf,
  waitUntilSynced,
  hasRoom,
}: Options) => {
  const queue = new Map<string, EvictedResponse>();
  let currentRun: Promise<void> | null = null;
  let isStopped = false;

  const refresh = async ({ key, codings }: EvictedResponse): Promise<void> => {
    const computation = computationOf(key);
    if (computation === null) return;
    const { response } = await cache.refresh(key, computation);
    for (const coding of codings) await encodeBody(response, coding);
    metrics.refreshes += 1;
  };

  /**
   * Returns the most requested responses. Responses that only need assembly are left to the next
   * request, because that takes microseconds. Most of the thousands of responses that show a
   * channel are not requested before it changes again.
   */
  const takeNextBatch = (): EvictedResponse[] => {
    for (const { key, codings } of queue.values()) {
      if (codings.length === 0 && cache.canAssemble(key)) queue.delete(key);
    }
    const batch = [...queue.values()].sort((a, b) => b.uses - a.uses).slice(0, BATCH_SIZE);
    for (const { key } of batch) queue.delete(key);
    return batch;
  };

  const refreshQueued = async (): Promise<void> => {
    await sleep(REFRESH_DELAY_MS, undefined, { ref: false });
    while (queue.size > 0 && !isStopped) {
      if (!hasRoom()) {
        await sleep(PAUSE_MS, undefined, { ref: false });
        continue;
      }
      if (!(await waitUntilSynced())) {
        queue.clear();
        return;
      }
      const began = performance.now();
      // Failed refreshes are retried by the next request, which receives the error.
      await Promise.allSettled(takeNextBatch().map(refresh));
      const pauseMs = Math.min(performance.now() - began, LONGEST_REST_MS);
      await sleep(pauseMs, undefined, { ref: false });
    }
  };

  return {
    enqueue(evicted: EvictedResponse): void {
      if (isStopped || (queue.size >= MAX_QUEUED && !queue.has(evicted.key))) return;
      queue.set(evicted.key, evicted);
      currentRun ??= refreshQueued().finally(() => {
        currentRun = null;
      });
    },

    async stop(): Promise<void> {
      isStopped = true;
      await currentRun;
    },
  };
};

export type Refresher = ReturnType<typeof createRefresher>;
