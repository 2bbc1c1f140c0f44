import type { WithStrapi } from '#platform/strapi/with-strapi';
import { sql, runSqlInTransaction } from '#platform/strapi/queries';
import type { Deletion, RestoredEntry, Root, SkippedPart, State } from '../changes';
import type { Link } from './recording/links';
import { DELETIONS, EVENTS, STATES } from './tables';
import type { UID } from '@strapi/types';
import { createModelLookup } from '#delivery/plan/model';
import { findNamingAttributes } from '#catalogue/row-expressions';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { listContentTypes } from '#platform/strapi/models';
import { historySettings } from '../settings';
import { hasHistory, pickReadableTitle, canReadTitles } from './state';
import { withoutPosition } from '#catalogue/entry-position';
import { withWriteOrigin } from '#feature/write-origin';
import { createLocalizedError } from '#platform/http/localized-error';
import { getDocumentService } from '#platform/strapi/documents';
import { historyErrors } from './errors';
import { buildRestorableData } from './restore';
import { createRestoreReferences } from './references/restore-references';

/** Deleted entry in one locale. */
export type DeletedVersion = {
  event: string;
  locale: string;
  draft: State;
  /** Published version. Null: it was not published. */
  published: State | null;
  links: readonly Link[];
};

type Row = Omit<Deletion, 'actor'> & { kind: string; name: string | null; state: string };

const buildTimestampSql = (value: string): string =>
  `to_char((${value}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL of a text without accents and in lower case. */
const withoutAccents = (value: string): string =>
  `regexp_replace(lower(normalize(${value}, NFD)), '[\\u0300-\\u036f]', '', 'g')`;

/** Returns a text without accents and in lower case, as searches compare titles. */
const toSearchable = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** Returns a pattern of LIKE for texts that contain another, whatever its case and accents. */
const buildSearchPattern = (text: string): string =>
  `%${toSearchable(text).replace(/[\\%_]/g, '\\$&')}%`;

const IN_BIN = `d.restored_at IS NULL AND d.at > now() - :days * interval '1 day'`;

/** Reads deleted entries, and marks restored ones. */
const createDeletionStore = ({ strapi }: WithStrapi, { binDays }: { binDays: number }) => ({
  /**
   * Returns the latest deletions of some types, optionally those before an event.
   *
   * @param attributes attributes to return of each deleted entry
   * @param search part of the titles, without regard to case and accents
   * @param untitled types to which the search does not apply
   */
  latest: async (
    types: readonly string[],
    {
      before,
      limit,
      attributes,
      search,
      untitled,
    }: {
      before: string | null;
      limit: number;
      attributes: readonly string[];
      search: string | null;
      untitled: readonly string[];
    },
  ): Promise<readonly { deletion: Deletion; state: State }[]> => {
    const { rows } = await sql(
      { strapi },
      `SELECT found.*, (
         SELECT coalesce(jsonb_object_agg(key, value), '{}')::text
         FROM ${EVENTS} e JOIN ${STATES} s ON s.hash = e.state, jsonb_each(s.content)
         WHERE e.id = CAST(found.id AS bigint) AND key = ANY(:attributes)) AS state
       FROM (
       SELECT min(e.id)::text AS id, e.uid, e.document_id AS "documentId", max(e.title) AS title,
         ${buildTimestampSql('max(d.at)')} AS at,
         ${buildTimestampSql(`max(d.at) + :days * interval '1 day'`)} AS until,
         max(e.actor_kind) AS kind, max(e.actor_name) AS name,
         json_agg(e.locale ORDER BY e.locale) AS locales,
         bool_or(d.published IS NOT NULL) AS "wasPublished"
       FROM ${DELETIONS} d JOIN ${EVENTS} e ON e.id = d.event
       WHERE ${IN_BIN} AND e.uid = ANY(:types)
       GROUP BY e.uid, e.document_id, e.transaction
       HAVING (CAST(:before AS bigint) IS NULL OR min(e.id) < CAST(:before AS bigint))
         AND (CAST(:search AS text) IS NULL OR e.uid = ANY(:untitled)
           OR bool_or(${withoutAccents('e.title')} LIKE :search))
       ORDER BY min(e.id) DESC LIMIT :limit) found ORDER BY CAST(found.id AS bigint) DESC`,
      {
        types,
        before,
        limit,
        attributes,
        untitled,
        days: binDays,
        search: search === null ? null : buildSearchPattern(search),
      },
    );
    return (rows as Row[]).map(({ kind, name, locales, state, ...row }) => ({
      state: JSON.parse(state) as State,
      deletion: {
        ...row,
        locales: typeof locales === 'string' ? (JSON.parse(locales) as string[]) : locales,
        actor: { kind, name },
      },
    }));
  },

  /** Returns all locales deleted with an event, and locks them so that they are restored once. */
  take: async (
    event: string,
  ): Promise<{ uid: string; documentId: string; versions: readonly DeletedVersion[] } | null> => {
    const { rows } = await runSqlInTransaction(
      { strapi },
      `SELECT e.id::text AS event, e.uid, e.document_id AS "documentId", e.locale,
           s.content::text AS draft, p.content::text AS published, d.links::text AS links
         FROM ${DELETIONS} d JOIN ${EVENTS} e ON e.id = d.event
         JOIN ${STATES} s ON s.hash = e.state LEFT JOIN ${STATES} p ON p.hash = d.published
         JOIN ${EVENTS} one ON one.id = CAST(:event AS bigint) AND one.uid = e.uid
           AND one.document_id = e.document_id AND one.transaction = e.transaction
         WHERE ${IN_BIN} ORDER BY e.id FOR UPDATE OF d`,
      { event, days: binDays },
    );
    const deletionRows = rows as ({ uid: string; documentId: string; locale: string } & Record<
      'event' | 'draft' | 'links',
      string
    > & { published: string | null })[];
    const [first] = deletionRows;
    if (first === undefined) return null;
    return {
      uid: first.uid,
      documentId: first.documentId,
      versions: deletionRows.map((row) => ({
        event: row.event,
        locale: row.locale,
        draft: JSON.parse(row.draft) as State,
        published: row.published === null ? null : (JSON.parse(row.published) as State),
        links: JSON.parse(row.links) as Link[],
      })),
    };
  },

  /** Marks deletions as restored. */
  settle: async (events: readonly string[]): Promise<void> => {
    await runSqlInTransaction(
      { strapi },
      `UPDATE ${DELETIONS} SET restored_at = now() WHERE event = ANY(CAST(:events AS bigint[]))`,
      { events },
    );
  },
});

const PAGE_SIZE = 25;

/** Number of deletions per query, and of queries per request. */
const BATCH = 100;
const BATCHES = 20;

/**
 * Returns a page of the deletions that a user may see. Entries and titles that the user may not
 * read affect neither the search nor `next`.
 */
export const listVisibleDeletions = async (
  { strapi }: WithStrapi,
  ability: unknown,
  { before, search }: { before: string | null; search: string },
): Promise<{ deletions: readonly Deletion[]; next: string | null }> => {
  const models = createModelLookup({ strapi });
  const getAccess = (uid: string) =>
    createEntryAccess({ strapi }, { ability, uid: uid as UID.ContentType });
  const types = listContentTypes({ strapi })
    .map(({ uid }) => uid)
    .filter((uid) => hasHistory(uid) && getAccess(uid).may('read'));
  const untitled = types.filter(
    (uid) => !canReadTitles(models, uid, getAccess(uid).readableFields({})),
  );

  /** Relations, against which role conditions are checked, and the attributes of titles. */
  const attributes = types.flatMap((uid) => [
    ...findNamingAttributes(models, uid),
    ...Object.entries(models(uid).attributes).flatMap(([name, { kind }]) =>
      kind === 'relation' ? [name] : [],
    ),
  ]);

  /** Returns a deletion with the title that the user may read; null if it is hidden. */
  const toReadableDeletion = (deletion: Deletion, state: State): Deletion | null => {
    const { uid, documentId, locales } = deletion;
    const access = getAccess(uid);
    const versions = locales.map((locale) => ({ ...state, documentId, locale }));
    if (!versions.every((version) => access.mayWithDeleted('read', version))) return null;
    const readers = versions.map((version) => access.readableFields(version));
    const mayRead = (field: string): boolean =>
      readers.every((mayReadField) => mayReadField(field));
    const title = pickReadableTitle(models, uid, mayRead, { title: deletion.title, state });
    const isHidden = search !== '' && !toSearchable(title ?? '').includes(toSearchable(search));
    // The database has searched all titles of the other types, in each locale.
    return isHidden && untitled.some((type) => type === uid) ? null : { ...deletion, title };
  };

  const deletions = createDeletionStore({ strapi }, historySettings.of({ strapi }));
  const visibleRows: Deletion[] = [];
  let position = before;
  let isEnd = false;
  for (let batch = 0; batch < BATCHES && visibleRows.length <= PAGE_SIZE && !isEnd; batch += 1) {
    const read = await deletions.latest(types, {
      ...{ before: position, limit: BATCH, attributes, untitled },
      search: search === '' ? null : search,
    });
    visibleRows.push(
      ...read.flatMap(({ deletion, state }) => toReadableDeletion(deletion, state) ?? []),
    );
    position = read.at(-1)?.deletion.id ?? position;
    isEnd = read.length < BATCH;
  }
  const pageOfRows = visibleRows.slice(0, PAGE_SIZE);
  if (visibleRows.length > PAGE_SIZE)
    return { deletions: pageOfRows, next: pageOfRows.at(-1)?.id ?? null };
  return { deletions: pageOfRows, next: isEnd ? null : position };
};

const pickDistinctRoots = (roots: readonly Root[]): readonly Root[] => [
  ...new Map(roots.map((root) => [JSON.stringify({ ...root, title: null }), root])).values(),
];

const isSame = (first: State, second: State): boolean =>
  JSON.stringify(first) === JSON.stringify(second);

/**
 * Restores a deleted entry with its id, in all locales of the deletion, and the references to it, in
 * one transaction.
 *
 * @param publishes whether its published versions are published again
 * @param admit throws if the user may not restore the versions; called before the first write
 * @throws NotFoundError `HISTORY_NOT_FOUND`; a 409 `ALREADY_BACK`
 */
export const restoreDeleted = async (
  { strapi }: WithStrapi,
  event: string,
  publishes: boolean,
  admit: (uid: string, versions: readonly DeletedVersion[]) => Promise<void>,
): Promise<RestoredEntry> => {
  const restoreEntry = async (): Promise<RestoredEntry> => {
    const deletions = createDeletionStore({ strapi }, historySettings.of({ strapi }));
    const deletion = await deletions.take(event);
    if (deletion === null) throw createLocalizedError({ strapi }, historyErrors.HISTORY_NOT_FOUND);
    const { uid, documentId, versions } = deletion;
    await admit(uid, versions);
    const documents = getDocumentService({ strapi }, uid);
    const leftOut: (SkippedPart & { locale: string })[] = [];

    const write = async (locale: string, state: State, notes: boolean): Promise<void> => {
      const restored = await buildRestorableData({ strapi }, { uid, locale }, state);
      if (notes) leftOut.push(...restored.leftOut.map((item) => ({ ...item, locale })));
      const language = locale === '' ? {} : { locale };
      const exists = await documents.count({ filters: { documentId }, locale: '*' });
      await withWriteOrigin({ strapi }, 'restore', () =>
        exists === 0
          ? documents.create({ ...language, data: { ...restored.data, documentId } })
          : // All locales share the position, which may have changed since.
            documents.update({ ...language, documentId, data: withoutPosition(restored.data) }),
      );
    };

    for (const { locale, draft, published } of versions) {
      const language = locale === '' ? {} : { locale };
      if ((await documents.findOne({ documentId, ...language, status: 'draft' })) !== null) {
        throw createLocalizedError({ strapi }, historyErrors.ALREADY_BACK);
      }
      if (published === null || !publishes) {
        await write(locale, draft, true);
        continue;
      }
      await write(locale, published, isSame(draft, published));
      await documents.publish({ documentId, ...language });
      if (!isSame(draft, published)) await write(locale, draft, true);
    }

    const links = versions.flatMap((version) => version.links);
    const restoredReferences = await createRestoreReferences({ strapi })(
      uid,
      documentId,
      links.filter(({ isPublished }) => publishes || !isPublished),
    );
    await deletions.settle(versions.map((version) => version.event));
    return {
      uid,
      documentId,
      locales: versions.map(({ locale }) => locale),
      leftOut,
      shownOn: pickDistinctRoots(
        restoredReferences.filter(({ isBack }) => isBack).map(({ root }) => root),
      ),
      lostOn: pickDistinctRoots(
        restoredReferences.filter(({ isBack }) => !isBack).map(({ root }) => root),
      ),
    };
  };
  return await strapi.db.transaction(restoreEntry);
};
