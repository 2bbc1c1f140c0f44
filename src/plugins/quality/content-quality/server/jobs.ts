import type { WithStrapi } from '../../../../platform/with-strapi';
import { jobsOf } from '../../../../platform/jobs';
import { runIncrementalScan, runFullScan, scanStateOf } from './scan/scan';

// The plugin's earlier name: queues and the store keep it, because older nodes use them too.
const EVERYTHING = 'catalogue-health.everything';
const CHANGES = 'catalogue-health.changes';

/** Runs after the query of the payment accounts, whose result the rules read. */
const EVERY_NIGHT = '23 4 * * *';
const EVERY_MINUTE = '* * * * *';

/** Defines the scan jobs: an incremental scan every minute, a full scan every night. */
export const defineScans = ({ strapi }: WithStrapi): void => {
  const jobs = jobsOf({ strapi });
  jobs.define(EVERYTHING, ({ signal }) => runFullScan({ strapi }, signal), {
    retryLimit: 2,
    expireInSeconds: 1800,
    concurrency: 1,
  });
  // The next run covers the work of a failed one.
  jobs.define(CHANGES, ({ signal }) => runIncrementalScan({ strapi }, signal), {
    retryLimit: 0,
    expireInSeconds: 300,
    concurrency: 1,
  });
  jobs.schedule(EVERYTHING, EVERY_NIGHT);
  jobs.schedule(CHANGES, EVERY_MINUTE);
};

const askedStore = ({ strapi }: WithStrapi) =>
  strapi.store({ type: 'plugin', name: 'catalogue-health', key: 'asked' });

/** Returns whether a requested full scan is pending or running. */
export const isScanning = async ({ strapi }: WithStrapi): Promise<boolean> => {
  const id: unknown = await askedStore({ strapi }).get({});
  const state =
    typeof id === 'string' ? await jobsOf({ strapi }).stateOf(EVERYTHING, id) : 'completed';
  return state === 'created' || state === 'retry' || state === 'active';
};

/** Queues a full scan, unless one is already pending or running. */
export const queueFullScan = async ({ strapi }: WithStrapi): Promise<void> => {
  if (await isScanning({ strapi })) return;
  const id = await jobsOf({ strapi }).enqueue(EVERYTHING, {});
  await askedStore({ strapi }).set({ value: id });
};

/** Queues a full scan if none has ever run. */
export const queueFirstScan = async ({ strapi }: WithStrapi): Promise<void> => {
  if ((await scanStateOf({ strapi }).get({})) === null) await queueFullScan({ strapi });
};
