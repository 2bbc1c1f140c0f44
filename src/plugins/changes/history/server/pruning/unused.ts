import { randomBytes } from 'node:crypto';
import { sql } from '../../../../../platform/strapi/queries';
import { DELETIONS, EVENTS, STATES } from '../tables';
import { BATCH } from './expired';
import { type Walk, type Walking, walk } from './walk';

type Connection = Parameters<typeof sql>[0];

/**
 * Those of some states that nothing names any more. Who names one anew says so by its time, hence the day between.
 * One that somebody writes just now is passed over: to wait for it, while others wait for what this has locked, could
 * end in a deadlock, and an editor would lose. The array and `OFFSET 0` keep PostgreSQL from reading all states or
 * all events to find out about some: each is looked up in the index.
 */
const REMOVE = `
  DELETE FROM ${STATES} WHERE hash = ANY (ARRAY(
    SELECT s.hash FROM jsonb_array_elements_text(CAST(:hashes AS jsonb)) h
    JOIN ${STATES} s ON s.hash = decode(h, 'hex')
    WHERE s.used_at < now() - interval '1 day'
      AND NOT EXISTS (SELECT FROM ${EVENTS} e WHERE e.state = s.hash OFFSET 0)
      AND NOT EXISTS (SELECT FROM ${DELETIONS} d WHERE d.published = s.hash OFFSET 0)
    FOR UPDATE OF s SKIP LOCKED))`;

/** Removes those of these states that are not used. */
export const removeUnused = async (
  connection: Connection,
  hashes: readonly string[],
): Promise<void> => {
  await sql(connection, REMOVE, { hashes: JSON.stringify(hashes) });
};

/** What one night looks through of all states: half a minute on two slow cores, however many there are. */
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
 * Looks for unused states that did not go with their events, as they were too young then or being written. It
 * begins at another place each night, so that all have their turn where there are more than a night looks through.
 */
export const sweepStates = async (walking: Walking): Promise<void> => {
  const start = randomBytes(HASH_BYTES).toString('hex');
  const remove = (keys: readonly string[]): Promise<void> =>
    removeUnused(
      walking,
      keys.flatMap((key) => JSON.parse(key) as string[]),
    );
  const left = await walk(walking, between(start, LAST), remove, A_NIGHT / BATCH);
  await walk(walking, between('', start), remove, left);
};
