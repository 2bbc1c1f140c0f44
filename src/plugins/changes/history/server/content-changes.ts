import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { findLineAttribute } from '#catalogue/entry-summary';
import { createModelLookup } from '#delivery/plan/model';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { buildPermittedWhere } from '#platform/strapi/permitted-query';
import { sql, getTable } from '#platform/strapi/queries';
import { compareStates, type State, type ContentChange } from '../changes';
import { canReadField, pickReadableState, pickReadableTitle } from './state';
import { EVENTS, STATES } from './tables';
import { BUSINESS_LINE } from '#catalogue/business-line';

export type ChangeFilter = {
  /** Types that the user may read, or the chosen one of them. */
  types: readonly UID.ContentType[];
  isOneType: boolean;
  /** Null: all fields. */
  fields: readonly string[] | null;
  /** Id of the panel's user who made the changes. */
  person: string | null;
  /** `documentId` of a business line. */
  line: string | null;
  /** Instants that PostgreSQL accepts. */
  from: string;
  to: string;
};

/** Position in the list of events: microseconds since 1970, and the event's id. */
export type Position = { at: string; id: string };

type ScannedEvent = Position & {
  uid: UID.ContentType;
  documentId: string;
  locale: string;
  /** Id of the previous event, if the event matches and has changed the content. */
  previous: string | null;
};

type ComparedEvent = Pick<ContentChange, 'id' | 'at' | 'title'> & {
  kind: string;
  name: string | null;
  before: string;
  after: string;
};

/** Maximum number of events that a request reads, and of pairs of versions that it compares. */
const SCANNED = 1_000;
const COMPARED = 200;

const PAGE_SIZE = 25;

const MICROSECONDS = 1_000_000;

/** Returns the timestamp of a position. A number in JavaScript has no microseconds. */
const formatTimestamp = ({ at }: Position): string => {
  const microseconds = BigInt(at);
  const seconds = Number(microseconds / BigInt(MICROSECONDS));
  const fraction = String(microseconds % BigInt(MICROSECONDS)).padStart(6, '0');
  return new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, `.${fraction}Z`);
};

/** Reads the latest events before a position, and finds those that changed the wanted fields. */
const scanEvents = async (
  { strapi }: WithStrapi,
  { types, isOneType, fields, person, from, to }: ChangeFilter,
  before: Position | null,
): Promise<readonly ScannedEvent[]> => {
  const { rows } = await sql(
    { strapi },
    `WITH scanned AS MATERIALIZED (
       SELECT e.id, e.at, e.uid, e.document_id, e.locale, e.state, e.actor_kind, e.actor_id
       FROM ${EVENTS} e
       WHERE ${isOneType ? 'e.uid = :type AND' : ''} e.at >= CAST(:from AS timestamptz)
         AND e.at < CAST(:to AS timestamptz)
         AND (e.at, e.id) < (CAST(:moment AS timestamptz), CAST(:id AS bigint))
       ORDER BY e.at DESC, e.id DESC LIMIT ${SCANNED})
     SELECT CAST(e.id AS text) AS id, e.uid, e.document_id AS "documentId", e.locale,
       CAST(CAST(extract(epoch FROM e.at) * ${MICROSECONDS} AS bigint) AS text) AS at,
       CAST(p.id AS text) AS previous
     FROM scanned e LEFT JOIN LATERAL (
       SELECT p.id, p.state FROM ${EVENTS} p
       WHERE p.uid = e.uid AND p.document_id = e.document_id AND p.locale = e.locale
         AND p.id < e.id AND e.uid = ANY(:types) AND (CAST(:person AS text) IS NULL
           OR (e.actor_kind = 'user' AND e.actor_id = :person))
       ORDER BY p.id DESC LIMIT 1) p ON p.state <> e.state AND (
         CAST(:fields AS text[]) IS NULL OR EXISTS (
           SELECT FROM ${STATES} a, ${STATES} b, unnest(CAST(:fields AS text[])) field
           WHERE a.hash = e.state AND b.hash = p.state
             AND coalesce(a.content -> field, 'null') <> coalesce(b.content -> field, 'null')))
     ORDER BY e.at DESC, e.id DESC`,
    {
      types,
      type: types[0] ?? null,
      fields,
      person,
      from,
      to,
      moment: before === null ? to : formatTimestamp(before),
      id: before?.id ?? '0',
    },
  );
  return rows as ScannedEvent[];
};

/** Reads the contents before and after events, by the events' ids. */
const readContents = async (
  { strapi }: WithStrapi,
  events: readonly ScannedEvent[],
): Promise<ReadonlyMap<string, ComparedEvent>> => {
  const { rows } = await sql(
    { strapi },
    `SELECT CAST(e.id AS text) AS id, e.actor_kind AS kind, e.actor_name AS name, e.title,
       to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
       CAST(b.content AS text) AS before, CAST(a.content AS text) AS after
     FROM json_to_recordset(CAST(:events AS json)) AS one(id bigint, previous bigint)
     JOIN ${EVENTS} e ON e.id = one.id JOIN ${STATES} a ON a.hash = e.state
     JOIN ${EVENTS} p ON p.id = one.previous JOIN ${STATES} b ON b.hash = p.state`,
    { events: JSON.stringify(events.map(({ id, previous }) => ({ id, previous }))) },
  );
  return new Map((rows as ComparedEvent[]).map((row) => [row.id, row]));
};

const buildEntryKey = ({
  uid,
  documentId,
  locale,
}: Omit<ScannedEvent, 'previous' | keyof Position>) => [uid, documentId, locale].join(' ');

/** Returns the changes of content that a user may see, across entries. */
export const createContentChangeReader = ({ strapi }: WithStrapi, ability: unknown) => {
  const models = createModelLookup({ strapi });
  const getAccess = (uid: UID.ContentType) => createEntryAccess({ strapi }, { ability, uid });

  /** Returns the condition for entries of a business line; null if a type has none to show. */
  const inLine = (uid: UID.ContentType, line: string): object | null => {
    if (uid === BUSINESS_LINE) return { documentId: line };
    const attribute = findLineAttribute({ strapi }, uid);
    if (attribute === null || !getAccess(uid).may('read', attribute)) return null;
    return { [attribute]: { documentId: line } };
  };

  /** Returns the entries of events that exist, and that the user may read as they are now. */
  const findReadableEntries = async (
    events: readonly ScannedEvent[],
    line: string | null,
  ): Promise<ReadonlySet<string>> => {
    const readable = new Set<string>();
    for (const uid of new Set(events.map((event) => event.uid))) {
      const narrowed = line === null ? {} : inLine(uid, line);
      if (narrowed === null || !getAccess(uid).may('read')) continue;
      const ids = events.filter((event) => event.uid === uid).map(({ documentId }) => documentId);
      const permitted = await buildPermittedWhere({ strapi }, { ability, uid, query: {} });
      const rows = await getTable<{ documentId: string; locale: string | null }>(
        { strapi },
        uid,
      ).findMany({
        where: { $and: [permitted, narrowed, { documentId: { $in: [...new Set(ids)] } }] },
        select: ['documentId', 'locale'],
      });
      for (const { documentId, locale } of rows) {
        readable.add(buildEntryKey({ uid, documentId, locale: locale ?? '' }));
      }
    }
    return readable;
  };

  const describe = (
    { uid, documentId, locale }: ScannedEvent,
    { id, at, kind, name, title, before, after }: ComparedEvent,
    fields: ChangeFilter['fields'],
  ): ContentChange | null => {
    const [left, right] = [JSON.parse(before) as State, JSON.parse(after) as State];
    const access = getAccess(uid);
    const readers = [left, right].map((state) =>
      access.readableFields({ ...state, documentId, locale }),
    );
    const may = (field: string): boolean => readers.every((reads) => reads(field));
    const toVisibleState = (state: State): State => pickReadableState(models, uid, may, state);
    const mayRead = (field: string): boolean => canReadField(models, uid, may, field);
    const changes = compareStates(
      models(uid).attributes,
      toVisibleState(left),
      toVisibleState(right),
    ).filter(({ field }) => fields === null || fields.includes(field));
    if (changes.length === 0) return null;
    return {
      ...{ id, uid, type: models(uid).name, documentId, locale, at, changes },
      title: pickReadableTitle(models, uid, mayRead, { title, state: right }),
      actor: { kind, name },
    };
  };

  return {
    /**
     * Returns the latest matching changes before a position, the latest first. An empty page with a
     * `next` means that the limit of read events was reached.
     */
    latest: async (
      filter: ChangeFilter,
      before: Position | null,
    ): Promise<{ changes: readonly ContentChange[]; next: Position | null }> => {
      const scanned = await scanEvents({ strapi }, filter, before);
      const matching = scanned.filter(({ previous }) => previous !== null);
      const readable = await findReadableEntries(matching, filter.line);
      const visible = matching.filter((event) => readable.has(buildEntryKey(event)));
      const foundChanges: { event: ScannedEvent; change: ContentChange }[] = [];
      let compared = 0;
      while (compared < Math.min(visible.length, COMPARED) && foundChanges.length <= PAGE_SIZE) {
        const batch = visible.slice(compared, compared + PAGE_SIZE);
        const contents = await readContents({ strapi }, batch);
        for (const event of batch) {
          const content = contents.get(event.id);
          // Pruned meanwhile.
          if (content === undefined) continue;
          const change = describe(event, content, filter.fields);
          if (change !== null) foundChanges.push({ event, change });
        }
        compared += batch.length;
      }
      const pageOfChanges = foundChanges.slice(0, PAGE_SIZE);
      const lastRead =
        compared < visible.length
          ? visible[compared - 1]
          : scanned.length === SCANNED
            ? scanned.at(-1)
            : undefined;
      const last = foundChanges.length > PAGE_SIZE ? pageOfChanges.at(-1)?.event : lastRead;
      return {
        changes: pageOfChanges.map(({ change }) => change),
        next: last === undefined ? null : { at: last.at, id: last.id },
      };
    },
  };
};
