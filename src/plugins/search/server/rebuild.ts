import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getJobs } from '#platform/jobs';
import { getReleases } from '#platform/releases';
import { createSqlRunner } from '#platform/strapi/pooled-sql';
import { createEntryStatements } from './entry-statements';
import { DELETE_OLD_CHANGES } from './statements';

const JOB = 'search.rebuild';
const EVERY_MINUTE = '* * * * *';

/** Maximum number of documents whose publication waits for a batch. */
const BATCH = 200;

/** Maximum milliseconds that the start waits for the index; the rest is built in the background. */
const START_MS = 2_000;

/** Maximum seconds of the job, enough for a batch whose documents are spread over the table. */
const JOB_SECONDS = 900;

/**
 * Vacuums the index. PostgreSQL does this itself within minutes; until then, searches among new
 * entries take twice as long.
 */
const vacuumIndex = async ({ strapi }: WithStrapi): Promise<void> => {
  try {
    await createSqlRunner(strapi.db.connection)('VACUUM (ANALYZE) search.published');
  } catch (error) {
    strapi.log.debug(`search: VACUUM of the index failed: ${String(error)}`);
  }
};

/** Deletes recorded changes that are too old for any cached response. */
const forget = async ({ strapi }: WithStrapi): Promise<void> => {
  const sql = createSqlRunner(strapi.db.connection);
  const [{ isKept } = { isKept: false }] = await sql<{ isKept: boolean }>(
    `SELECT to_regclass('search.changes') IS NOT NULL AS "isKept"`,
  );
  if (isKept) await sql(DELETE_OLD_CHANGES);
};

type Until = { isOver: () => boolean };

/**
 * Indexes the types that are not indexed yet or that another release indexed differently, and every
 * type after a failed change. Changes continue meanwhile, and triggers index them.
 *
 * @returns whether everything is indexed
 */
const rebuild = async ({ strapi }: WithStrapi, { isOver }: Until): Promise<boolean> => {
  const sql = createSqlRunner(strapi.db.connection);
  const [{ isInstalled } = { isInstalled: false }] = await sql<{ isInstalled: boolean }>(
    `SELECT to_regclass('search.published') IS NOT NULL AND to_regprocedure('unaccent(text)') IS NOT NULL AS "isInstalled"`,
  );
  if (!isInstalled) return false;
  const faults = await sql<{ id: string }>('SELECT id FROM search.faults');
  const built = await sql<{ uid: string; digest: string }>('SELECT uid, digest FROM search.built');
  const dueStatements = createEntryStatements({ strapi }).filter(
    ({ uid, digest }) =>
      faults.length > 0 || !built.some((state) => state.uid === uid && state.digest === digest),
  );
  for (const { uid, digest } of dueStatements) {
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
  if (dueStatements.length > 0) await vacuumIndex({ strapi });
  await sql('DELETE FROM search.faults WHERE id = ANY($1::bigint[])', [faults.map(({ id }) => id)]);
  return true;
};

/** Tells whether another release owns the definitions of the index. */
const isOthers = ({ strapi }: WithStrapi): boolean => getReleases({ strapi }).leavesDefinitions();

/** Defines the job that rebuilds the index; call it in `register`. */
export const defineRebuild = ({ strapi }: WithStrapi): void => {
  getJobs({ strapi }).define(
    JOB,
    async ({ signal }) => {
      if (isOthers({ strapi })) return;
      await rebuild({ strapi }, { isOver: () => signal.aborted });
      await forget({ strapi });
    },
    { concurrency: 1, expireInSeconds: JOB_SECONDS },
  );
  getJobs({ strapi }).schedule(JOB, EVERY_MINUTE);
};

/** Rebuilds the index at the start, as far as it takes little time. */
export const rebuildAtStart = async ({ strapi }: WithStrapi): Promise<void> => {
  if (isOthers({ strapi })) return;
  const end = performance.now() + START_MS;
  try {
    const isWhole = await rebuild({ strapi }, { isOver: () => performance.now() > end });
    if (!isWhole) strapi.log.info('search: the index is incomplete; a job continues every minute');
  } catch (error) {
    // Everything else works without the index; the job retries.
    strapi.log.error(`search: the index cannot be built: ${String(error)}`);
  }
};

/** Continues the rebuild that the start has left incomplete. */
export const continueRebuild = async ({ strapi }: WithStrapi): Promise<void> => {
  if (isOthers({ strapi })) return;
  const [{ isDue } = { isDue: false }] = await createSqlRunner(strapi.db.connection)<{
    isDue: boolean;
  }>(`SELECT to_regclass('search.built') IS NOT NULL AS "isDue"`);
  if (isDue) await getJobs({ strapi }).enqueue(JOB, {});
};
