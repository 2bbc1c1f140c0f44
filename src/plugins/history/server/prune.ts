import type { Core } from '@strapi/types';
import { jobsOf } from '../../../jobs';
import { sql } from '../../../strapi/queries';
import { type HistorySettings, historySettings } from '../settings';
import { DELETIONS, EVENTS, STATES } from './tables';

type WithStrapi = { strapi: Core.Strapi };

const PRUNE_JOB = 'history.prune';

/** When nobody edits. */
const EVERY_NIGHT = '41 3 * * *';

/** What one statement removes, so that none holds locks for long. */
const BATCH = 5_000;

/** What lies in the bin, and what has to stay with it: an entry's deletion is its last event. */
const inBin = (alias: string): string =>
  `EXISTS (SELECT FROM ${DELETIONS} b WHERE b.event = ${alias}.id AND b.restored_at IS NULL AND b.at > now() - :bin * interval '1 day')`;

/**
 * - too old: but the last event of an entry in a language stays, for it tells what there is now, unless the
 *   entry is deleted and its time in the bin is over, when all of it goes;
 * - too many of one entry in one language.
 */
const EXPIRED: readonly string[] = [
  `SELECT e.id FROM ${EVENTS} e
   WHERE e.at < now() - :days * interval '1 day' AND NOT ${inBin('e')} AND EXISTS (
     SELECT FROM ${EVENTS} l WHERE l.uid = e.uid AND l.document_id = e.document_id
       AND l.locale = e.locale AND l.id > e.id)
   LIMIT ${BATCH}`,
  `SELECT e.id FROM ${DELETIONS} d JOIN ${EVENTS} l ON l.id = d.event
   JOIN ${EVENTS} e ON e.uid = l.uid AND e.document_id = l.document_id
     AND e.locale = l.locale AND e.id <= l.id
   WHERE d.restored_at IS NULL AND d.at < now() - :bin * interval '1 day' LIMIT ${BATCH}`,
  `SELECT e.id FROM (
     SELECT uid, document_id, locale FROM ${EVENTS}
     GROUP BY uid, document_id, locale HAVING count(*) > :count LIMIT 100) crowded
   CROSS JOIN LATERAL (
     SELECT o.id FROM ${EVENTS} o
     WHERE o.uid = crowded.uid AND o.document_id = crowded.document_id AND o.locale = crowded.locale
     ORDER BY o.id DESC OFFSET :count) e
   WHERE NOT ${inBin('e')} LIMIT ${BATCH}`,
];

/** Those that nothing names any more. Who names one anew says so by its time, hence the day between. */
const UNUSED = `
  DELETE FROM ${STATES} WHERE hash IN (
    SELECT s.hash FROM ${STATES} s
    WHERE s.used_at < now() - interval '1 day'
      AND NOT EXISTS (SELECT FROM ${EVENTS} e WHERE e.state = s.hash)
      AND NOT EXISTS (SELECT FROM ${DELETIONS} d WHERE d.published = s.hash)
    LIMIT ${BATCH}) AND used_at < now() - interval '1 day'`;

/** Removes what is older or more than the settings say. */
const pruneHistory = async (
  { strapi }: WithStrapi,
  { keepDays, keepCount, binDays }: HistorySettings,
  signal?: AbortSignal,
): Promise<void> => {
  const bindings = { days: keepDays, count: keepCount, bin: binDays };
  const untilNone = async (statement: string): Promise<void> => {
    for (let removed = 1; removed > 0 && signal?.aborted !== true;) {
      ({ rowCount: removed } = await sql({ strapi }, statement, bindings));
    }
  };
  for (const ids of EXPIRED) await untilNone(`DELETE FROM ${EVENTS} WHERE id IN (${ids})`);
  await untilNone(UNUSED);
};

/** Keeps what is kept within bounds; call it in `register`. */
export const definePruneJob = ({ strapi }: WithStrapi): void => {
  const jobs = jobsOf({ strapi });
  jobs.define(
    PRUNE_JOB,
    ({ signal }) => pruneHistory({ strapi }, historySettings.of({ strapi }), signal),
    { concurrency: 1, expireInSeconds: 600 },
  );
  jobs.schedule(PRUNE_JOB, EVERY_NIGHT);
};
