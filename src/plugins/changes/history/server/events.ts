import type { WithStrapi } from '../../../../platform/with-strapi';
import { sql } from '../../../../platform/strapi/queries';
import type { State } from '../changes';
import { EVENTS, STATES } from './tables';

/** Entry in one locale. */
export type Version = { uid: string; documentId: string; locale: string };

export type KeptEvent = Version & {
  id: string;
  event: string;
  at: string;
  transaction: string;
  actor: { kind: string; name: string | null };
  state: State;
};

type Row = Omit<KeptEvent, 'actor' | 'state'> & {
  kind: string;
  name: string | null;
  state: string;
};

const COLUMNS = `e.id::text, e.uid, e.document_id AS "documentId", e.locale, e.event,
  to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
  e.transaction::text, e.actor_kind AS kind, e.actor_name AS name, s.content::text AS state`;

const eventIn = ({ kind, name, state, ...row }: Row): KeptEvent => ({
  ...row,
  actor: { kind, name },
  state: JSON.parse(state) as State,
});

/** Reads the stored events of entries. */
export const eventsOf = ({ strapi }: WithStrapi) => ({
  /** Returns the latest events of an entry in a locale, optionally those before an event. */
  latest: async (
    { uid, documentId, locale }: Version,
    { before, limit }: { before: string | null; limit: number },
  ): Promise<readonly KeptEvent[]> => {
    const { rows } = await sql(
      { strapi },
      `SELECT ${COLUMNS} FROM ${EVENTS} e JOIN ${STATES} s ON s.hash = e.state
       WHERE e.uid = ? AND e.document_id = ? AND e.locale = ?
         AND (CAST(? AS bigint) IS NULL OR e.id < CAST(? AS bigint))
       ORDER BY e.id DESC LIMIT ?`,
      [uid, documentId, locale, before, before, limit],
    );
    return (rows as Row[]).map(eventIn);
  },

  /** Returns an event of an entry in a locale, or undefined if it is not stored. */
  find: async (
    { uid, documentId, locale }: Version,
    id: string,
  ): Promise<KeptEvent | undefined> => {
    const { rows } = await sql(
      { strapi },
      `SELECT ${COLUMNS} FROM ${EVENTS} e JOIN ${STATES} s ON s.hash = e.state
       WHERE e.id = CAST(? AS bigint) AND e.uid = ? AND e.document_id = ? AND e.locale = ?`,
      [id, uid, documentId, locale],
    );
    const [row] = rows as Row[];
    return row && eventIn(row);
  },
});
