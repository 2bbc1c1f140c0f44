import { DELETIONS, EVENTS } from '../tables';
import type { Walk } from './walk';

/** What one statement removes, so that none holds locks for long. */
export const BATCH = 5_000;

/** Entries that one step counts the events of: 200,000 of them at the usual limit. */
const ENTRIES = 1_000;

/** Deleted entries that one step takes: their events are put in order before they go. */
const DELETED = 100;

/** A kind of what is kept no longer: the way to it, and the ids of at most a batch of what goes for `:keys`. */
export type Expired = Walk & { ids: string };

/** A part of the key that the walk has come to. */
const after = (at: number): string => `(CAST(:after AS jsonb) ->> ${at})`;

/** The keys that are due, a row each. */
const KEYS = 'jsonb_array_elements(CAST(:keys AS jsonb)) k';

/** What lies in the bin, and what has to stay with it: an entry's deletion is its last event. */
const IN_BIN = `EXISTS (SELECT FROM ${DELETIONS} b WHERE b.event = e.id AND b.restored_at IS NULL AND b.at > now() - :bin * interval '1 day')`;

/** But the last event of an entry in a language stays, for it tells what there is now. */
const tooOld: Expired = {
  from: '["-infinity", 0]',
  look: `
    SELECT json_build_array(CAST(at AS text), id)::text AS key, true AS due FROM ${EVENTS}
    WHERE at < now() - :days * interval '1 day'
      AND (at, id) > (CAST(${after(0)} AS timestamptz), CAST(${after(1)} AS bigint))
    ORDER BY at, id LIMIT ${BATCH}`,
  ids: `
    SELECT e.id FROM ${KEYS} JOIN ${EVENTS} e ON e.id = CAST(k ->> 1 AS bigint)
    WHERE NOT ${IN_BIN} AND EXISTS (
      SELECT FROM ${EVENTS} l WHERE l.uid = e.uid AND l.document_id = e.document_id
        AND l.locale = e.locale AND l.id > e.id)`,
};

/**
 * All of an entry that is deleted and whose time in the bin is over. The oldest first: with its deletion gone
 * before the rest, an entry that two batches share would be one that stays.
 */
const outOfBin: Expired = {
  from: '[0]',
  look: `
    SELECT json_build_array(event)::text AS key, true AS due FROM ${DELETIONS}
    WHERE restored_at IS NULL AND at < now() - :bin * interval '1 day'
      AND event > CAST(${after(0)} AS bigint)
    ORDER BY event LIMIT ${DELETED}`,
  ids: `
    SELECT e.id FROM ${KEYS} JOIN ${EVENTS} l ON l.id = CAST(k ->> 0 AS bigint)
    JOIN ${EVENTS} e ON e.uid = l.uid AND e.document_id = l.document_id
      AND e.locale = l.locale AND e.id <= l.id
    ORDER BY e.id LIMIT ${BATCH}`,
};

/** Too many of one entry in one language. */
const tooMany: Expired = {
  from: '["", "", ""]',
  look: `
    SELECT json_build_array(uid, document_id, locale)::text AS key, count(*) > :count AS due
    FROM ${EVENTS} WHERE (uid, document_id, locale) > (${after(0)}, ${after(1)}, ${after(2)})
    GROUP BY uid, document_id, locale ORDER BY uid, document_id, locale LIMIT ${ENTRIES}`,
  ids: `
    SELECT e.id FROM ${KEYS} CROSS JOIN LATERAL (
      SELECT o.id FROM ${EVENTS} o
      WHERE o.uid = k ->> 0 AND o.document_id = k ->> 1 AND o.locale = k ->> 2
      ORDER BY o.id DESC OFFSET :count) e
    WHERE NOT ${IN_BIN} LIMIT ${BATCH}`,
};

export const EXPIRED: readonly Expired[] = [tooOld, outOfBin, tooMany];
