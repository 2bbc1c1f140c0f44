import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import { jobsOf } from '../../../jobs';
import { flush } from './flush';
import { NotPurged, type Target } from './targets/target';

type WithStrapi = { strapi: Core.Strapi };

/** Seconds until a purge that failed is tried again: the first time, and at most. */
const RETRY_SECONDS = { first: 1, most: 10 };

/** Each target has a queue of its own, so that one that hangs keeps no other waiting. */
export const jobOf = ({ name }: Target): string => `edge.purge.${name}`;

/** The same for everybody who wants a target tried again within the same second. */
const retryId = (job: string, second: number): string => {
  const hex = createHash('sha256').update(`${job} ${second}`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
};

/** Says how a target is purged; call it in `register`. */
export const definePurgeJob = ({ strapi }: WithStrapi, target: Target): void => {
  const job = jobOf(target);
  let failures = 0;
  let notBefore = 0;

  const report = (message: string): void => {
    // Once for an outage, which may be long.
    if (failures === 1) strapi.log.warn(`edge: ${target.name} ${message}; purges wait for it`);
  };

  /** Other jobs that fail meanwhile ask for the same retry, of which the queue takes in only one. */
  const retryAt = async (moment: number): Promise<void> => {
    const second = Math.ceil(moment / 1000);
    await jobsOf({ strapi }).enqueue(
      job,
      {},
      { startAfter: new Date(second * 1000), id: retryId(job, second) },
    );
  };

  const handle = async (): Promise<void> => {
    if (Date.now() < notBefore) return retryAt(notBefore);
    try {
      await flush({ strapi }, target);
    } catch (error) {
      if (!(error instanceof NotPurged)) throw error;
      failures += 1;
      report(error.message);
      const seconds =
        error.retrySeconds ??
        Math.min(RETRY_SECONDS.most, RETRY_SECONDS.first * 2 ** (failures - 1));
      notBefore = Date.now() + seconds * 1000;
      return retryAt(notBefore);
    }
    if (failures > 0) strapi.log.info(`edge: ${target.name} is purged again`);
    failures = 0;
  };

  // What is left to the queue's own retries: a node that died, a database that was away.
  jobsOf({ strapi }).define(job, handle, { concurrency: 1, retryDelay: 2, expireInSeconds: 60 });
};
