import { randomUUID } from 'node:crypto';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { type Job, jobsOf } from '../../../../platform/jobs';
import { flush } from './flush';
import { NotPurged, type Target } from './targets/target';

/** Seconds until a purge that failed is tried again: the first time, twice as long each time, and at most. */
const RETRY_SECONDS = { first: 0.1, most: 10 };

/** Each target has a queue of its own, so that one that hangs keeps no other waiting. */
export const jobOf = ({ name }: Target): string => `edge.purge.${name}`;

/** Whatever became of the jobs: what is due is looked for every minute. */
const EVERY_MINUTE = '* * * * *';

/**
 * How often a node looks that was not told: what another one has put off and then died over is out of date for so much
 * longer.
 */
const LOOK_EVERY_MS = 250;

/** By how much a retry is later than it has to be, so that it is never too early. */
const SLACK_SECONDS = 0.1;

/** Says how a target is purged; call it in `register`. */
export const definePurgeJob = ({ strapi }: WithStrapi, target: Target): void => {
  const job = jobOf(target);
  let failures = 0;
  /** By this process's clock alone: it need not agree with the database's. */
  let notBefore = 0;
  /** The job that tries again then. */
  let retryId = randomUUID();

  const report = (message: string): void => {
    // Once for an outage, which may be long.
    if (failures === 1) strapi.log.warn(`edge: ${target.name} ${message}; purges wait for it`);
  };

  /** Jobs that come meanwhile ask for the same retry, of which the queue takes in only one. */
  const retry = async (): Promise<void> => {
    const seconds = Math.max(0, notBefore - performance.now()) / 1000 + SLACK_SECONDS;
    await jobsOf({ strapi }).enqueue(job, {}, { startAfter: seconds, id: retryId });
  };

  const handle = async ({ id }: Job<object>): Promise<void> => {
    if (performance.now() < notBefore) {
      // One that comes too early is in the queue still, which would not take it in again.
      if (id === retryId) retryId = randomUUID();
      return retry();
    }
    try {
      await flush({ strapi }, target);
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
    if (failures > 0) strapi.log.info(`edge: ${target.name} is purged again`);
    failures = 0;
  };

  // What is left to the queue's own retries: a node that died, a database that was away.
  jobsOf({ strapi }).define(job, handle, {
    concurrency: 1,
    retryDelay: 2,
    expireInSeconds: 60,
    pollMilliseconds: LOOK_EVERY_MS,
  });
  jobsOf({ strapi }).schedule(job, EVERY_MINUTE);
};
