import { randomBytes } from 'node:crypto';
import { sql } from '../../../../../platform/strapi/queries';
import { DELETIONS, EVENTS, STATES } from '../tables';
import { BATCH } from './expired-events';
import { type Walk, type Walking, walkDueKeys } from './walk-due-keys';

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
export const removeUnused = async (
  connection: Connection,
  hashes: readonly string[],
): Promise<void> => {
  await sql(connection, REMOVE, { hashes: JSON.stringify(hashes) });
};

/** Maximum number of states examined per night: about half a minute on two slow cores. */
const A_NIGHT = 500_000;

const HASH_BYTES = 32;

const LAST = 'ff'.repeat(HASH_BYTES);

const between = (after: string, last: string): Walk => ({
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
export const sweepStates = async (walking: Walking): Promise<void> => {
  const start = randomBytes(HASH_BYTES).toString('hex');
  const remove = (keys: readonly string[]): Promise<void> =>
    removeUnused(
      walking,
      keys.flatMap((key) => JSON.parse(key) as string[]),
    );
  const left = await walkDueKeys(walking, between(start, LAST), remove, A_NIGHT / BATCH);
  await walkDueKeys(walking, between('', start), remove, left);
};
