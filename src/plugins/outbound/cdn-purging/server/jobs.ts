import { randomUUID } from 'node:crypto';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getJobs, type Job } from '#platform/jobs';
import { NotPurged, type Target } from './targets';
import { ALL } from '#delivery/http-cache/tags';
import { getThrottle } from '#platform/throttle';
import { createPurgeStore, type TakenPurges } from './purges';

const listIds = (claimed: TakenPurges): string[] => [...claimed.values()].flat();

const inChunks = (claimed: TakenPurges, size: number): TakenPurges[] => {
  const entries = [...claimed];
  const chunks: TakenPurges[] = [];
  for (let start = 0; start < entries.length; start += size) {
    chunks.push(new Map(entries.slice(start, start + size)));
  }
  return chunks;
};

/** @throws NotPurged if the rate limit of the target is exhausted */
const admit = async ({ strapi }: WithStrapi, { name, limit }: Target): Promise<void> => {
  if (limit === undefined) return;
  const seconds = await getThrottle({ strapi }).take({ limit, key: name });
  if (seconds !== null) throw new NotPurged('reached its request limit', seconds);
};

/**
 * Purges the due tags at a target in as few requests as possible. Tags that were not
 * purged are released, so that another node can take them at once.
 *
 * @returns whether the time was over before everything was purged
 * @throws NotPurged if some tags were not purged
 * @throws the signal's reason if it aborts
 */
export const purgeDueTags = async (
  { strapi }: WithStrapi,
  target: Target,
  signal: AbortSignal,
  isOver: () => boolean,
): Promise<boolean> => {
  const purges = createPurgeStore({ strapi });
  for (;;) {
    const duePurges = await purges.take(target.name);
    if (duePurges.size === 0) return false;
    const isTooMuch = duePurges.has(ALL) || duePurges.size > target.mostTags;
    const claimed = isTooMuch
      ? await purges.replaceByAll(target.name, listIds(duePurges))
      : duePurges;
    const chunks = inChunks(claimed, target.tagsPerRequest);
    try {
      for (let chunk = chunks[0]; chunk !== undefined; chunk = chunks[0]) {
        signal.throwIfAborted();
        if (isOver()) return true;
        await admit({ strapi }, target);
        await target.purge([...chunk.keys()], signal);
        await purges.remove(listIds(chunk));
        chunks.shift();
      }
    } finally {
      if (chunks.length > 0) await purges.release(chunks.flatMap(listIds));
    }
  }
};

/**
 * Seconds until the first retry of a failed purge, doubled for each further one, and their maximum.
 */
const RETRY_SECONDS = { first: 0.1, most: 10 };

/**
 * Returns the queue of a target. Targets have separate queues, so that one that hangs does not
 * delay others.
 */
export const buildJobName = ({ name }: Target): string => `edge.purge.${name}`;

/**
 * Milliseconds after which a job leaves further tags to the next one. At a slow cache, tags may
 * fall due faster than they are purged, and the job would fail at its maximum time.
 */
const TURN_MS = 20_000;

/** Every minute a job looks for due tags, in case other jobs were lost. */
const EVERY_MINUTE = '* * * * *';

/**
 * Interval in milliseconds at which a node polls. It limits the delay if another node postpones a
 * purge and then dies.
 */
const POLL_INTERVAL_MS = 250;

/** Seconds added to each retry, so that it never runs too early. */
const SLACK_SECONDS = 0.1;

/** Defines the job that purges a target; call it in `register`. */
export const definePurgeJob = ({ strapi }: WithStrapi, target: Target): void => {
  const job = buildJobName(target);
  let failures = 0;
  /**
   * Earliest time of the next request, by the clock of this process, which may differ from the
   * database's.
   */
  let notBefore = 0;
  /** Id of the job that retries at that time. */
  let retryId = randomUUID();

  const report = (message: string): void => {
    // One warning per series of failures, which may last long.
    if (failures === 1) strapi.log.warn(`cdn-purging: ${target.name} ${message}; its purges wait`);
  };

  /**
   * Enqueues the retry. Other jobs request it under one id, of which the queue accepts only one.
   */
  const retry = async (): Promise<void> => {
    const seconds = Math.max(0, notBefore - performance.now()) / 1000 + SLACK_SECONDS;
    await getJobs({ strapi }).enqueue(job, {}, { startAfter: seconds, id: retryId });
  };

  const purgeTarget = async ({ id, signal }: Job<object>): Promise<void> => {
    if (performance.now() < notBefore) {
      // A job that runs too early is still in the queue, which would reject its id.
      if (id === retryId) retryId = randomUUID();
      return retry();
    }
    const end = performance.now() + TURN_MS;
    try {
      const hasMore = await purgeDueTags({ strapi }, target, signal, () => performance.now() > end);
      if (hasMore) await getJobs({ strapi }).enqueue(job, {});
    } catch (error) {
      if (!(error instanceof NotPurged)) throw error;
      failures += 1;
      report(error.message);
      const seconds =
        error.retrySeconds ??
        Math.min(RETRY_SECONDS.most, RETRY_SECONDS.first * 2 ** (failures - 1));
      notBefore = performance.now() + seconds * 1000;
      retryId = randomUUID();
      return retry();
    }
    if (failures > 0) strapi.log.info(`cdn-purging: purges of ${target.name} succeed again`);
    failures = 0;
  };

  // The queue's own retries cover nodes that died and an unavailable database.
  getJobs({ strapi }).define(job, purgeTarget, {
    concurrency: 1,
    retryDelay: 2,
    expireInSeconds: 60,
    pollMilliseconds: POLL_INTERVAL_MS,
  });
  getJobs({ strapi }).schedule(job, EVERY_MINUTE);
};
