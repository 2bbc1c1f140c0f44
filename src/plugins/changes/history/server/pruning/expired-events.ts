import { DELETIONS, EVENTS } from '../tables';
import type { Walk } from './walk-due-keys';

/** Maximum number of rows per statement, so that none holds locks for long. */
export const BATCH = 5_000;

/** Number of entries whose events one step counts: 200,000 events at the default limit. */
const ENTRIES = 1_000;

/** Number of deletions per step. Their events are sorted before they are deleted. */
const DELETED = 100;

/** Kind of expired events: the walk that finds them, and SQL for the ids of a batch of `:keys`. */
export type ExpiredEvents = Walk & { ids: string };

/** Returns SQL for a part of the walk's current key. */
const after = (at: number): string => `(CAST(:after AS jsonb) ->> ${at})`;

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
      AND (at, id) > (CAST(${after(0)} AS timestamptz), CAST(${after(1)} AS bigint))
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
      AND event > CAST(${after(0)} AS bigint)
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
    FROM ${EVENTS} WHERE (uid, document_id, locale) > (${after(0)}, ${after(1)}, ${after(2)})
    GROUP BY uid, document_id, locale ORDER BY uid, document_id, locale LIMIT ${ENTRIES}`,
  ids: `
    SELECT e.id FROM ${KEYS} CROSS JOIN LATERAL (
      SELECT o.id FROM ${EVENTS} o
      WHERE o.uid = k ->> 0 AND o.document_id = k ->> 1 AND o.locale = k ->> 2
      ORDER BY o.id DESC OFFSET :count) e
    WHERE NOT ${IN_BIN} LIMIT ${BATCH}`,
};

export const EXPIRED_EVENTS: readonly ExpiredEvents[] = [tooOld, outOfBin, tooMany];
