import { randomBytes } from 'node:crypto';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getJobs } from '#platform/jobs';
import { historySettings } from '../settings';
import { DELETIONS, EVENTS, STATES } from './tables';
import { sql } from '#platform/strapi/queries';

/** Walk through a table by an indexed key, so that no row is read twice. */
type KeyWalk = {
  /** Start key, as JSON. */
  from: string;
  /**
   * SQL of the next rows after the key `:after`: the `key` of each, as JSON, and whether it is
   * `due`.
   */
  look: string;
};

type WalkContext = WithStrapi & {
  bindings: Readonly<Record<string, unknown>>;
  signal: AbortSignal;
};

/**
 * Passes the due keys to a function, step by step, until the table ends or the signal aborts.
 *
 * @returns the number of steps left
 */
const walkDueKeys = async (
  { strapi, bindings, signal }: WalkContext,
  { from, look }: KeyWalk,
  onDue: (keys: readonly string[]) => Promise<void>,
  steps = Infinity,
): Promise<number> => {
  let stepsLeft = steps;
  for (let after = from; stepsLeft > 0 && !signal.aborted; stepsLeft -= 1) {
    const { rows } = await sql({ strapi }, look, { ...bindings, after });
    const last = rows.at(-1);
    if (last === undefined) break;
    const dueKeys = rows.filter((row) => row.due === true).map(({ key }) => String(key));
    if (dueKeys.length > 0) await onDue(dueKeys);
    after = String(last.key);
  }
  return stepsLeft;
};

/** Maximum number of rows per statement, so that none holds locks for long. */
const BATCH = 5_000;

/** Number of entries whose events one step counts: 200,000 events at the default limit. */
const ENTRIES = 1_000;

/** Number of deletions per step. Their events are sorted before they are deleted. */
const DELETED = 100;

/** Kind of expired events: the walk that finds them, and SQL for the ids of a batch of `:keys`. */
type ExpiredEvents = KeyWalk & { ids: string };

/** Returns SQL for a part of the walk's current key. */
const buildAfterSql = (position: number): string => `(CAST(:after AS jsonb) ->> ${position})`;

/** SQL of the due keys, one per row. */
const KEYS = 'jsonb_array_elements(CAST(:keys AS jsonb)) k';

/**
 * SQL condition of deletions in the bin, which must be kept. A deletion is the last event of its
 * entry.
 */
const IN_BIN = `EXISTS (SELECT FROM ${DELETIONS} b WHERE b.event = e.id AND b.restored_at IS NULL AND b.at > now() - :bin * interval '1 day')`;

/**
 * Events beyond the age limit. The last event of an entry in a locale stays, because it describes
 * the current state.
 */
const tooOld: ExpiredEvents = {
  from: '["-infinity", 0]',
  look: `
    SELECT json_build_array(CAST(at AS text), id)::text AS key, true AS due FROM ${EVENTS}
    WHERE at < now() - :days * interval '1 day'
      AND (at, id) > (CAST(${buildAfterSql(0)} AS timestamptz), CAST(${buildAfterSql(1)} AS bigint))
    ORDER BY at, id LIMIT ${BATCH}`,
  ids: `
    SELECT e.id FROM ${KEYS} JOIN ${EVENTS} e ON e.id = CAST(k ->> 1 AS bigint)
    WHERE NOT ${IN_BIN} AND EXISTS (
      SELECT FROM ${EVENTS} l WHERE l.uid = e.uid AND l.document_id = e.document_id
        AND l.locale = e.locale AND l.id > e.id)`,
};

/**
 * All events of a deletion whose time in the bin is over, oldest first. If the deletion went first
 * and a batch ended there, the rest would look like an existing entry.
 */
const outOfBin: ExpiredEvents = {
  from: '[0]',
  look: `
    SELECT json_build_array(event)::text AS key, true AS due FROM ${DELETIONS}
    WHERE restored_at IS NULL AND at < now() - :bin * interval '1 day'
      AND event > CAST(${buildAfterSql(0)} AS bigint)
    ORDER BY event LIMIT ${DELETED}`,
  ids: `
    SELECT e.id FROM ${KEYS} JOIN ${EVENTS} l ON l.id = CAST(k ->> 0 AS bigint)
    JOIN ${EVENTS} e ON e.uid = l.uid AND e.document_id = l.document_id
      AND e.locale = l.locale AND e.id <= l.id
    ORDER BY e.id LIMIT ${BATCH}`,
};

/** Events beyond the maximum number of an entry in a locale. */
const tooMany: ExpiredEvents = {
  from: '["", "", ""]',
  look: `
    SELECT json_build_array(uid, document_id, locale)::text AS key, count(*) > :count AS due
    FROM ${EVENTS} WHERE (uid, document_id, locale) > (${buildAfterSql(0)}, ${buildAfterSql(1)}, ${buildAfterSql(2)})
    GROUP BY uid, document_id, locale ORDER BY uid, document_id, locale LIMIT ${ENTRIES}`,
  ids: `
    SELECT e.id FROM ${KEYS} CROSS JOIN LATERAL (
      SELECT o.id FROM ${EVENTS} o
      WHERE o.uid = k ->> 0 AND o.document_id = k ->> 1 AND o.locale = k ->> 2
      ORDER BY o.id DESC OFFSET :count) e
    WHERE NOT ${IN_BIN} LIMIT ${BATCH}`,
};

const EXPIRED_EVENTS: readonly ExpiredEvents[] = [tooOld, outOfBin, tooMany];

type Connection = Parameters<typeof sql>[0];

/**
 * Deletes states that nothing refers to. A new reference updates `used_at`, so states of the last
 * day are skipped. Locked states are skipped as well: waiting for them could deadlock with an
 * editor's save. The array and `OFFSET 0` make PostgreSQL use the index for each state, instead of
 * reading whole tables.
 */
const REMOVE = `
  DELETE FROM ${STATES} WHERE hash = ANY (ARRAY(
    SELECT s.hash FROM jsonb_array_elements_text(CAST(:hashes AS jsonb)) h
    JOIN ${STATES} s ON s.hash = decode(h, 'hex')
    WHERE s.used_at < now() - interval '1 day'
      AND NOT EXISTS (SELECT FROM ${EVENTS} e WHERE e.state = s.hash OFFSET 0)
      AND NOT EXISTS (SELECT FROM ${DELETIONS} d WHERE d.published = s.hash OFFSET 0)
    FOR UPDATE OF s SKIP LOCKED))`;

/** Deletes unused states among the given ones. */
const removeUnused = async (connection: Connection, hashes: readonly string[]): Promise<void> => {
  await sql(connection, REMOVE, { hashes: JSON.stringify(hashes) });
};

/** Maximum number of states examined per night: about half a minute on two slow cores. */
const MAX_STATES_PER_NIGHT = 500_000;

const HASH_BYTES = 32;

const LAST_HASH = 'ff'.repeat(HASH_BYTES);

const createKeyWalk = (after: string, last: string): KeyWalk => ({
  from: JSON.stringify([after]),
  look: `
    SELECT json_build_array(encode(hash, 'hex'))::text AS key,
      used_at < now() - interval '1 day' AS due
    FROM ${STATES} WHERE hash > decode(CAST(:after AS jsonb) ->> 0, 'hex') AND hash <= decode('${last}', 'hex')
    ORDER BY hash LIMIT ${BATCH}`,
});

/**
 * Deletes unused states that were too new or locked when their events were deleted. It starts at a
 * random hash each night, so that all states are examined over time.
 */
const sweepStates = async (walking: WalkContext): Promise<void> => {
  const start = randomBytes(HASH_BYTES).toString('hex');
  const remove = (keys: readonly string[]): Promise<void> =>
    removeUnused(
      walking,
      keys.flatMap((key) => JSON.parse(key) as string[]),
    );
  const stepsLeft = await walkDueKeys(
    walking,
    createKeyWalk(start, LAST_HASH),
    remove,
    MAX_STATES_PER_NIGHT / BATCH,
  );
  await walkDueKeys(walking, createKeyWalk('', start), remove, stepsLeft);
};

/**
 * Returns SQL that deletes events and returns their states, including the published ones of
 * deletions. The array makes PostgreSQL look each id up; a join could read the whole table.
 */
const buildDeleteSql = (ids: string): string => `
  DELETE FROM ${EVENTS} gone WHERE gone.id = ANY (ARRAY(${ids}))
  RETURNING encode(gone.state, 'hex') AS state,
    (SELECT encode(d.published, 'hex') FROM ${DELETIONS} d WHERE d.event = gone.id) AS published`;

/**
 * Deletes a batch of events, and in the same transaction their unused states. Otherwise only the
 * slow sweep would find these.
 */
const removeBatch = async (
  { strapi, bindings }: WalkContext,
  ids: string,
  keys: readonly string[],
): Promise<number> =>
  await strapi.db.transaction(async ({ trx }) => {
    const { rows } = await sql({ strapi, trx }, buildDeleteSql(ids), {
      ...bindings,
      keys: `[${keys.join(',')}]`,
    });
    const hashes = rows
      .flatMap(({ state, published }) => [state, published])
      .filter((hash) => typeof hash === 'string');
    if (hashes.length > 0) await removeUnused({ strapi, trx }, [...new Set(hashes)]);
    return rows.length;
  });

const removeExpired = async (walking: WalkContext, expired: ExpiredEvents): Promise<void> => {
  await walkDueKeys(walking, expired, async (keys) => {
    for (let removed = BATCH; removed === BATCH && !walking.signal.aborted;) {
      removed = await removeBatch(walking, expired.ids, keys);
    }
  });
};

const PRUNE_JOB = 'history.prune';

/** At night, because few users are editing. */
const EVERY_NIGHT = '41 3 * * *';

/** Defines the nightly job that deletes events and states beyond the limits of the settings. */
export const definePruneJob = ({ strapi }: WithStrapi): void => {
  const jobs = getJobs({ strapi });
  jobs.define(
    PRUNE_JOB,
    async ({ signal }) => {
      const { keepDays, keepCount, binDays } = historySettings.of({ strapi });
      const bindings = { days: keepDays, count: keepCount, bin: binDays };
      const walking = { strapi, bindings, signal };
      for (const expired of EXPIRED_EVENTS) await removeExpired(walking, expired);
      await sweepStates(walking);
    },
    { concurrency: 1, expireInSeconds: 600 },
  );
  jobs.schedule(PRUNE_JOB, EVERY_NIGHT);
};
