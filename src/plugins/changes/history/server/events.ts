import type { WithStrapi } from '#platform/strapi/with-strapi';
import { runSqlInTransaction } from '#platform/strapi/queries';
import {
  compareStates,
  type ChangeActor,
  type DescribedEvent,
  type FieldChange,
  type Note,
  type State,
} from '../changes';
import { pickReadableState } from './state';
import { EVENTS, NOTES, STATES } from './tables';
import { createModelLookup } from '#delivery/plan/model';

/** Entry in one locale. */
export type Version = { uid: string; documentId: string; locale: string };

export type KeptEvent = Version & {
  id: string;
  event: string;
  at: string;
  transaction: string;
  actor: ChangeActor;
  state: State;
};

type Row = Omit<KeptEvent, 'actor' | 'state'> & {
  kind: string;
  name: string | null;
  state: string;
};

const buildTimestampSql = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at`;

const NOTE_COLUMNS = `note AS text, actor_name AS by, ${buildTimestampSql('at')}`;

const COLUMNS = `e.id::text, e.uid, e.document_id AS "documentId", e.locale, e.event, ${buildTimestampSql('e.at')},
  e.transaction::text, e.actor_kind AS kind, e.actor_name AS name, s.content::text AS state`;

const toKeptEvent = ({ kind, name, state, ...row }: Row): KeptEvent => ({
  ...row,
  actor: { kind, name },
  state: JSON.parse(state) as State,
});

/** Reads the stored events of entries. */
export const createEventReader = ({ strapi }: WithStrapi) => ({
  /** Returns the latest events of an entry in a locale, optionally those before an event. */
  latest: async (
    { uid, documentId, locale }: Version,
    { before, limit }: { before: string | null; limit: number },
  ): Promise<readonly KeptEvent[]> => {
    const { rows } = await runSqlInTransaction(
      { strapi },
      `SELECT ${COLUMNS} FROM ${EVENTS} e JOIN ${STATES} s ON s.hash = e.state
       WHERE e.uid = ? AND e.document_id = ? AND e.locale = ?
         AND (CAST(? AS bigint) IS NULL OR e.id < CAST(? AS bigint))
       ORDER BY e.id DESC LIMIT ?`,
      [uid, documentId, locale, before, before, limit],
    );
    return (rows as Row[]).map(toKeptEvent);
  },

  /** Returns an event of an entry in a locale, or undefined if it is not stored. */
  find: async (
    { uid, documentId, locale }: Version,
    id: string,
  ): Promise<KeptEvent | undefined> => {
    const { rows } = await runSqlInTransaction(
      { strapi },
      `SELECT ${COLUMNS} FROM ${EVENTS} e JOIN ${STATES} s ON s.hash = e.state
       WHERE e.id = CAST(? AS bigint) AND e.uid = ? AND e.document_id = ? AND e.locale = ?`,
      [id, uid, documentId, locale],
    );
    const [row] = rows as Row[];
    return row && toKeptEvent(row);
  },

  notes: async (ids: readonly string[]): Promise<ReadonlyMap<string, Note>> => {
    const { rows } = await runSqlInTransaction(
      { strapi },
      `SELECT event::text, ${NOTE_COLUMNS} FROM ${NOTES} WHERE event = ANY (CAST(? AS bigint[]))`,
      [ids],
    );
    return new Map(
      (rows as (Note & { event: string })[]).map(({ event, ...note }) => [event, note]),
    );
  },

  /** Stores the note of an event, or removes it if the note is empty. Returns the stored note. */
  setNote: async (id: string, note: string, actorName: string | null): Promise<Note | null> => {
    if (note === '') {
      await runSqlInTransaction(
        { strapi },
        `DELETE FROM ${NOTES} WHERE event = CAST(? AS bigint)`,
        [id],
      );
      return null;
    }
    const { rows } = await runSqlInTransaction(
      { strapi },
      `INSERT INTO ${NOTES} (event, note, actor_name) VALUES (CAST(? AS bigint), ?, ?)
       ON CONFLICT (event) DO UPDATE
       SET note = excluded.note, actor_name = excluded.actor_name, at = clock_timestamp()
       RETURNING ${NOTE_COLUMNS}`,
      [id, note, actorName],
    );
    const [stored = null] = rows as Note[];
    return stored;
  },
});

const PAGE_SIZE = 20;

/** Returns whether a save was published in the same transaction. Both are shown as one event. */
const isPartOf = (event: KeptEvent, next: KeptEvent | undefined): boolean =>
  next?.event === 'publish' &&
  event.transaction === next.transaction &&
  (event.event === 'update' || event.event === 'create');

/**
 * Returns the latest events of an entry in a locale, with the changes of each.
 *
 * @param readerOf tells which fields of an event's version a user may read
 */
export const describeEvents = async (
  { strapi }: WithStrapi,
  version: Version,
  before: string | null,
  readerOf: (event: KeptEvent) => (field: string) => boolean,
): Promise<{ events: readonly DescribedEvent[]; next: string | null }> => {
  const models = createModelLookup({ strapi });
  const { attributes } = models(version.uid);
  const readableChanges = (previous: KeptEvent, event: KeptEvent): readonly FieldChange[] => {
    const [mayReadBefore, mayReadNow] = [readerOf(previous), readerOf(event)];
    const mayRead = (field: string): boolean => mayReadBefore(field) && mayReadNow(field);
    const visible = ({ state }: KeptEvent): State =>
      pickReadableState(models, version.uid, mayRead, state);
    return compareStates(attributes, visible(previous), visible(event));
  };
  const latestEvents = await createEventReader({ strapi }).latest(version, {
    before,
    limit: PAGE_SIZE + 1,
  });
  const pageOfEvents = latestEvents.slice(0, PAGE_SIZE);
  const notes = await createEventReader({ strapi }).notes(pageOfEvents.map(({ id }) => id));
  const events = pageOfEvents.flatMap((event, index): DescribedEvent[] => {
    if (isPartOf(event, pageOfEvents[index - 1])) return [];
    const previous = isPartOf(latestEvents[index + 1] ?? event, event)
      ? latestEvents[index + 2]
      : latestEvents[index + 1];
    const changes = previous === undefined ? null : readableChanges(previous, event);
    const { id, event: name, at: moment, actor } = event;
    return [{ id, event: name, at: moment, actor, changes, note: notes.get(id) ?? null }];
  });
  return {
    events,
    next: latestEvents.length > PAGE_SIZE ? (pageOfEvents.at(-1)?.id ?? null) : null,
  };
};
