import type { WithStrapi } from '../with-strapi';
import { RELEASE } from './release';
import { removals, type Removal } from './removals';
import { sqlOn, type RunSql } from '../strapi/pooled-sql';
import { START_LOCK } from './start-lock';
import { olderNodes, raiseMinimum, recordRemoval, removalsDone } from './store';

/** Readers that come after a waiting ALTER TABLE wait behind it: it gives up soon and comes back later. */
const LOCK_TIMEOUT_MS = 3_000;

/** Removals of this release that have not run on this database, in their order. */
export const pendingRemovals = async (sql: RunSql): Promise<readonly Removal[]> => {
  if (removals.length === 0) return [];
  const done = await removalsDone(sql);
  return removals.filter(({ name }) => !done.has(name));
};

/**
 * Runs a removal where nothing is in its way: no node is starting, and none that needs what is removed is
 * alive. The removal, its record and the oldest release that may still start are one transaction.
 *
 * @returns false where it has to be tried again later
 * @throws whatever the removal throws; nothing has been changed then
 */
export const runRemoval = async (
  { strapi }: WithStrapi,
  { name, oldestRelease, what, run }: Removal,
  { timeoutSeconds }: { timeoutSeconds: number },
): Promise<boolean> =>
  strapi.db.connection.transaction(async (trx) => {
    const sql = sqlOn(trx);
    const [lock] = await sql<{ taken: boolean }>(
      `SELECT pg_try_advisory_xact_lock(${START_LOCK}) AS taken`,
    );
    if (lock?.taken !== true) return false;
    // Another node may have been quicker.
    if ((await removalsDone(sql)).has(name)) return true;
    const inTheWay = await olderNodes(sql, oldestRelease, timeoutSeconds);
    if (inTheWay.length > 0) return false;
    await sql(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await run(sql);
    await recordRemoval(sql, name, RELEASE);
    await raiseMinimum(sql, oldestRelease, `release ${RELEASE} has removed ${what}`);
    strapi.log.info(
      `releases: removed ${what}; releases below ${oldestRelease} cannot start again`,
    );
    return true;
  });
