import type { WithStrapi } from '../../../../platform/with-strapi';
import { jobsOf } from '../../../../platform/jobs';
import { lookAtChanges, lookAtEverything } from './look/look';
import { lookedStore } from './look/looked';

const EVERYTHING = 'catalogue-health.everything';
const CHANGES = 'catalogue-health.changes';

/** After what payment accounts sell is asked for, which rules look at. */
const EVERY_NIGHT = '23 4 * * *';
const EVERY_MINUTE = '* * * * *';

/** Defines how the catalogue is looked at: what was written every minute, everything every night. */
export const defineLooking = ({ strapi }: WithStrapi): void => {
  const jobs = jobsOf({ strapi });
  jobs.define(EVERYTHING, ({ signal }) => lookAtEverything({ strapi }, signal), {
    retryLimit: 2,
    expireInSeconds: 1800,
    concurrency: 1,
  });
  // The next minute does what one of them has not done.
  jobs.define(CHANGES, ({ signal }) => lookAtChanges({ strapi }, signal), {
    retryLimit: 0,
    expireInSeconds: 300,
    concurrency: 1,
  });
  jobs.schedule(EVERYTHING, EVERY_NIGHT);
  jobs.schedule(CHANGES, EVERY_MINUTE);
};

const askedStore = ({ strapi }: WithStrapi) =>
  strapi.store({ type: 'plugin', name: 'catalogue-health', key: 'asked' });

/** Whether everything is being looked at because somebody asked for it. */
export const isLooking = async ({ strapi }: WithStrapi): Promise<boolean> => {
  const id: unknown = await askedStore({ strapi }).get({});
  const state =
    typeof id === 'string' ? await jobsOf({ strapi }).stateOf(EVERYTHING, id) : 'completed';
  return state === 'created' || state === 'retry' || state === 'active';
};

/** Has everything looked at as soon as a node has time; who asks meanwhile asks for the same. */
export const lookSoon = async ({ strapi }: WithStrapi): Promise<void> => {
  if (await isLooking({ strapi })) return;
  const id = await jobsOf({ strapi }).enqueue(EVERYTHING, {});
  await askedStore({ strapi }).set({ value: id });
};

/** Has everything looked at where nobody ever has. */
export const lookOnce = async ({ strapi }: WithStrapi): Promise<void> => {
  if ((await lookedStore({ strapi }).get({})) === null) await lookSoon({ strapi });
};
