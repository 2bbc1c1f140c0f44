import type { WithStrapi } from '../../../../platform/with-strapi';
import { jobsOf } from '../../../../platform/jobs';
import { type HistorySettings, historySettings } from '../settings';
import { EXPIRED_EVENTS } from './pruning/expired-events';
import { removeExpired } from './pruning/remove';
import { sweepStates } from './pruning/unused';

const PRUNE_JOB = 'history.prune';

/** At night, because few users are editing. */
const EVERY_NIGHT = '41 3 * * *';

/** Deletes events and states beyond the limits of the settings. */
const pruneHistory = async (
  { strapi }: WithStrapi,
  { keepDays, keepCount, binDays }: HistorySettings,
  signal: AbortSignal,
): Promise<void> => {
  const bindings = { days: keepDays, count: keepCount, bin: binDays };
  const walking = { strapi, bindings, signal };
  for (const expired of EXPIRED_EVENTS) await removeExpired(walking, expired);
  await sweepStates(walking);
};

/** Defines the nightly job that prunes the history. Call it in `register`. */
export const definePruneJob = ({ strapi }: WithStrapi): void => {
  const jobs = jobsOf({ strapi });
  jobs.define(
    PRUNE_JOB,
    ({ signal }) => pruneHistory({ strapi }, historySettings.of({ strapi }), signal),
    { concurrency: 1, expireInSeconds: 600 },
  );
  jobs.schedule(PRUNE_JOB, EVERY_NIGHT);
};
