import type { WithStrapi } from '../../../platform/with-strapi';
import { jobsOf } from '../../../platform/jobs';
import { releasesOf } from '../../../platform/releases';
import { sqlOn } from '../../../platform/strapi/pooled-sql';
import { entryStatementsOf } from './entry-statements';
import { FORGET } from './statements';

const JOB = 'search.rebuild';
const EVERY_MINUTE = '* * * * *';

/** Documents whose publication waits for each other at most. */
const BATCH = 200;

/** For how long a start waits for the index. What is left is made in the background. */
const START_MS = 2_000;

/** As of a batch whose documents are all over the table. */
const JOB_SECONDS = 900;

/** Until PostgreSQL does so by itself, within minutes, searches among what is new take twice as long. */
const tidy = async ({ strapi }: WithStrapi): Promise<void> => {
  try {
    await sqlOn(strapi.db.connection)('VACUUM (ANALYZE) search.published');
  } catch (error) {
    strapi.log.debug(`search: the index is not tidied: ${String(error)}`);
  }
};

/** What has changed so long ago that no answer is asked for it any more. */
const forget = async ({ strapi }: WithStrapi): Promise<void> => {
  const sql = sqlOn(strapi.db.connection);
  const [{ isKept } = { isKept: false }] = await sql<{ isKept: boolean }>(
    `SELECT to_regclass('search.changes') IS NOT NULL AS "isKept"`,
  );
  if (isKept) await sql(FORGET);
};

type Until = { isOver: () => boolean };

/**
 * Indexes the types that are not indexed yet, or were indexed in another way, and everything once a change could
 * not be indexed. Changes go on meanwhile, and are indexed by themselves.
 *
 * @returns whether everything is indexed
 */
const rebuild = async ({ strapi }: WithStrapi, { isOver }: Until): Promise<boolean> => {
  const sql = sqlOn(strapi.db.connection);
  const [{ isInstalled } = { isInstalled: false }] = await sql<{ isInstalled: boolean }>(
    `SELECT to_regclass('search.published') IS NOT NULL AND to_regprocedure('unaccent(text)') IS NOT NULL AS "isInstalled"`,
  );
  if (!isInstalled) return false;
  const faults = await sql<{ id: string }>('SELECT id FROM search.faults');
  const built = await sql<{ uid: string; digest: string }>('SELECT uid, digest FROM search.built');
  const due = entryStatementsOf({ strapi }).filter(
    ({ uid, digest }) =>
      faults.length > 0 || !built.some((one) => one.uid === uid && one.digest === digest),
  );
  for (const { uid, digest } of due) {
    let last: string | null = '';
    while (last !== null) {
      if (isOver()) return false;
      const [row]: { last: string | null }[] = await sql(
        'SELECT search_rebuild($1, $2, $3) AS last',
        [uid, last, BATCH],
      );
      last = row?.last ?? null;
    }
    await sql(
      `INSERT INTO search.built (uid, digest) VALUES ($1, $2)
       ON CONFLICT (uid) DO UPDATE SET digest = excluded.digest`,
      [uid, digest],
    );
    strapi.log.debug(`search: ${uid} is indexed`);
  }
  if (due.length > 0) await tidy({ strapi });
  await sql('DELETE FROM search.faults WHERE id = ANY($1::bigint[])', [faults.map(({ id }) => id)]);
  return true;
};

/** Whether another release says how entries are indexed. */
const isOthers = ({ strapi }: WithStrapi): boolean => releasesOf({ strapi }).leavesDefinitions();

/** Says how the index is made anew; call it in `register`. */
export const defineRebuild = ({ strapi }: WithStrapi): void => {
  jobsOf({ strapi }).define(
    JOB,
    async ({ signal }) => {
      if (isOthers({ strapi })) return;
      await rebuild({ strapi }, { isOver: () => signal.aborted });
      await forget({ strapi });
    },
    { concurrency: 1, expireInSeconds: JOB_SECONDS },
  );
  jobsOf({ strapi }).schedule(JOB, EVERY_MINUTE);
};

/** Indexes what takes little time, at a start. */
export const rebuildAtStart = async ({ strapi }: WithStrapi): Promise<void> => {
  if (isOthers({ strapi })) return;
  const end = performance.now() + START_MS;
  try {
    const isWhole = await rebuild({ strapi }, { isOver: () => performance.now() > end });
    if (!isWhole) strapi.log.info('search: the index is made in the background, if it can be');
  } catch (error) {
    // Everything else works without it; the job tries again.
    strapi.log.error(`search: the index cannot be made: ${String(error)}`);
  }
};

/** Goes on with what the start has left. */
export const continueRebuild = async ({ strapi }: WithStrapi): Promise<void> => {
  if (isOthers({ strapi })) return;
  const [{ isDue } = { isDue: false }] = await sqlOn(strapi.db.connection)<{ isDue: boolean }>(
    `SELECT to_regclass('search.built') IS NOT NULL AS "isDue"`,
  );
  if (isDue) await jobsOf({ strapi }).enqueue(JOB, {});
};
