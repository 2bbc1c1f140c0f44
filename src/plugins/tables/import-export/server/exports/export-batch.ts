import type { TypeRequest } from '#platform/http/request-person';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Text } from '#feature/layout';
import { toMessageLanguage } from '#platform/http/message-language';
import type { AnyDocument } from '#platform/strapi/documents';
import { findModel, isLocalized, hasDrafts } from '#platform/strapi/models';
import type { Person } from '#platform/strapi/actor';
import { sql, getTable } from '#platform/strapi/queries';
import { buildPermittedWhere } from '#platform/strapi/permitted-query';
import { getFieldLookup, createFieldAccessCheck } from '#plugins/tables/bulk-edit';
import { buildListQuery } from '#plugins/tables/lists';
import { formatFieldPath } from '../columns/field-paths';
import { RUNS, type ExportOptions, type StoredRun } from '../store/stored-run';
import { formatCell, listFilledPaths, readDrafts, type Values } from '../entries/entry-cells';
import { createRunStore } from '../store/runs';
import { isByText } from '../types';

/** Scope of an export: the readable drafts in some locales, optionally limited to a list. */
type ExportSelection = TypeRequest & Pick<ExportOptions, 'locales' | 'list'>;

type Row = { documentId: string; locale: string | null };

/** Number of drafts read at once. Larger batches would block other requests and take memory. */
const BATCH = 50;

const buildReadableCondition = async (
  { strapi }: WithStrapi,
  { uid, ability, locales }: ExportSelection,
): Promise<object> => {
  const model = findModel({ strapi }, uid);
  return {
    $and: [
      await buildPermittedWhere({ strapi }, { ability, uid, query: {} }),
      ...(hasDrafts(model) ? [{ publishedAt: { $null: true } }] : []),
      ...(isLocalized(model) ? [{ locale: { $in: [...locales] } }] : []),
    ],
  };
};

/** Counts the rows of the type, or the entries of the list, that an export reads. */
export const countExported = async (
  context: WithStrapi,
  selection: ExportSelection,
): Promise<number> => {
  const { uid, ability, list } = selection;
  return getTable<Row>(context, uid).count(
    list
      ? await buildListQuery(context, { uid, ability, ...list })
      : { where: await buildReadableCondition(context, selection) },
  );
};

type NextExported = {
  rows: readonly Row[];
  ids: string[];
  /** How many of {@link countExported} these are. */
  read: number;
  isLast: boolean;
};

/**
 * Returns the next documents of an export in all requested locales. This also applies to lists,
 * although they show one locale.
 *
 * @param selection `after`: id of the last document read
 */
const readNextDocuments = async (
  context: WithStrapi,
  selection: ExportSelection & { after: string },
): Promise<NextExported> => {
  const { uid, ability, list, after } = selection;
  const isAfter = { documentId: { $gt: after } };
  const table = getTable<Row>(context, uid);
  const readable = await buildReadableCondition(context, selection);
  const hasLocales = isLocalized(findModel(context, uid));
  // A list has one row for the drafts of all locales.
  const limit =
    list && hasLocales ? Math.max(1, Math.floor(BATCH / selection.locales.length)) : BATCH;
  const selected = await table.findMany({
    ...(list
      ? await buildListQuery(context, { uid, ability, ...list }, isAfter)
      : { where: { $and: [readable, isAfter] } }),
    select: ['documentId'],
    orderBy: { documentId: 'asc' },
    limit,
  });
  const ids = [...new Set(selected.map(({ documentId }) => documentId))];
  const rows = await table.findMany({
    where: { $and: [readable, { documentId: { $in: ids } }] },
    select: hasLocales ? ['documentId', 'locale'] : ['documentId'],
    orderBy: { documentId: 'asc' },
  });
  return { rows, ids, read: list ? ids.length : rows.length, isLast: selected.length < limit };
};

/** Version and texts of a draft in one locale, by place. */
type ExportedLanguage = { version: string; texts: Readonly<Record<string, string>> };

export type ExportedItem = {
  documentId: string;
  /** Name of a page for readers: its business line. */
  page: string;
  languages: Readonly<Record<string, ExportedLanguage>>;
};

const getPageName = (document: AnyDocument): string => {
  const { name } = ([document.vertical].flat()[0] ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : '';
};

/**
 * Reads the next documents of an export.
 *
 * @returns whether there are more
 */
export const exportBatch = async (
  { strapi }: WithStrapi,
  { run, person }: { run: StoredRun; person: Person },
): Promise<boolean> => {
  const { uid } = run;
  const { ability } = person;
  const options = run.options as ExportOptions;
  const { locales, after } = options;
  const language: keyof Text = toMessageLanguage(person);
  const selection = { ...options, uid, ability };
  const { rows, ids, read, isLast } = await readNextDocuments({ strapi }, selection);
  const fields = getFieldLookup({ strapi });
  const mayField = createFieldAccessCheck({ strapi }, { uid, ability });
  const draftOf = await readDrafts(
    { strapi },
    { uid, ability, language },
    { ids, locales: isLocalized(findModel({ strapi }, uid)) ? locales : [null] },
  );

  const formatTexts = (values: Values, locale: string | null): Record<string, string> =>
    Object.fromEntries(
      listFilledPaths(fields, uid, values)
        .filter(
          ({ place, column }) =>
            mayField('read', place, locale) && (!isByText(uid) || column.kind === 'text'),
        )
        .map(({ place, column, value }) => [
          formatFieldPath(place),
          formatCell(column, value, language),
        ]),
    );

  const items = ids.map((documentId): ExportedItem => {
    const languages = rows
      .filter((row) => row.documentId === documentId)
      .flatMap(({ locale = null }): [string, AnyDocument][] => {
        const draft = draftOf(documentId, locale);
        return draft === null ? [] : [[locale ?? '', draft]];
      });
    const [first] = languages;
    return {
      documentId,
      page: first === undefined ? '' : getPageName(first[1]),
      languages: Object.fromEntries(
        languages.map(([locale, document]) => [
          locale,
          {
            version: String(document.updatedAt),
            texts: formatTexts(document, locale === '' ? null : locale),
          },
        ]),
      ),
    };
  });

  await strapi.db.transaction(async ({ trx }) => {
    const { rowCount } = await sql(
      { strapi, trx },
      `UPDATE ${RUNS} SET done = done + :read, options = jsonb_set(options, '{after}', to_jsonb(CAST(:last AS text)))
       WHERE id = CAST(:id AS uuid) AND state = 'working' AND options ->> 'after' = :after`,
      { id: run.id, read, last: ids.at(-1) ?? after, after },
    );
    // Another attempt of the job has already read this batch.
    if (rowCount === 0) return;
    await createRunStore({ strapi }).addItems(run.id, items, trx);
  });
  return !isLast;
};
