import { createSqlRunner, type RunSql } from '../strapi/pooled-sql';
import type { WithStrapi } from '../strapi/with-strapi';
import { RELEASE } from './release';
import { removals, type Removal } from './removals';
import { START_LOCK } from './start-lock';
import { listOlderNodes, raiseMinimum, recordRemoval, listDoneRemovals } from './store';

/** Readers queue behind a waiting ALTER TABLE, so it gives up soon and is retried. */
const LOCK_TIMEOUT_MS = 3_000;

/** Returns the removals of this release that have not run on this database, in their order. */
export const listPendingRemovals = async (sql: RunSql): Promise<readonly Removal[]> => {
  if (removals.length === 0) return [];
  const doneRemovals = await listDoneRemovals(sql);
  return removals.filter(({ name }) => !doneRemovals.has(name));
};

/**
 * Runs a removal if no node is starting and no running node needs the object. The removal, its
 * record and the new minimum release are one transaction.
 *
 * @returns false where it must be retried later
 * @throws errors of the removal, which then has changed nothing
 */
export const runRemoval = async (
  { strapi }: WithStrapi,
  { name, oldestRelease, description, run }: Removal,
  { timeoutSeconds }: { timeoutSeconds: number },
): Promise<boolean> =>
  strapi.db.connection.transaction(async (trx) => {
    const sql = createSqlRunner(trx);
    const [lock] = await sql<{ taken: boolean }>(
      `SELECT pg_try_advisory_xact_lock(${START_LOCK}) AS taken`,
    );
    if (lock?.taken !== true) return false;
    // Another node may have run it first.
    if ((await listDoneRemovals(sql)).has(name)) return true;
    const inTheWay = await listOlderNodes(sql, oldestRelease, timeoutSeconds);
    if (inTheWay.length > 0) return false;
    await sql(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await run(sql);
    await recordRemoval(sql, name, RELEASE);
    await raiseMinimum(sql, oldestRelease, `release ${RELEASE} has removed ${description}`);
    strapi.log.info(
      `releases: removed ${description}; releases below ${oldestRelease} cannot start again`,
    );
    return true;
  });
