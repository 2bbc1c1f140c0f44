import type { WithStrapi } from '../../../../platform/with-strapi';
import { jobsOf } from '../../../../platform/jobs';
import { sql } from '../../../../platform/strapi/queries';
import { auditSettings } from '../settings';
import { ENTRIES, RETENTION } from './tables';

const PRUNE_JOB = 'audit.prune';

/** Runs at a quiet hour. */
const EVERY_NIGHT = '53 3 * * *';

/** Number of entries deleted by one statement, so that locks are short. */
const BATCH = 5_000;

const removeBatch = async ({ strapi }: WithStrapi, days: number): Promise<number> =>
  await strapi.db.transaction(async ({ trx }) => {
    await sql({ strapi, trx }, `SELECT set_config('${RETENTION}', 'on', true)`);
    const { rowCount } = await sql(
      { strapi, trx },
      `DELETE FROM ${ENTRIES} WHERE id IN (
         SELECT id FROM ${ENTRIES} WHERE at < now() - :days * interval '1 day'
         ORDER BY at LIMIT ${BATCH})`,
      { days },
    );
    return rowCount;
  });

/** Defines the nightly job that deletes entries older than the setting. Call it in `register`. */
export const definePruneJob = ({ strapi }: WithStrapi): void => {
  const jobs = jobsOf({ strapi });
  jobs.define(
    PRUNE_JOB,
    async ({ signal }) => {
      const { keepDays } = auditSettings.of({ strapi });
      for (let removed = BATCH; removed === BATCH && !signal.aborted;) {
        removed = await removeBatch({ strapi }, keepDays);
      }
    },
    { concurrency: 1, expireInSeconds: 600 },
  );
  jobs.schedule(PRUNE_JOB, EVERY_NIGHT);
};
