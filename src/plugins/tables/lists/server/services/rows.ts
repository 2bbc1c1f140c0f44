import type { TypeRequest } from '#platform/http/request-person';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { compareTexts } from '#catalogue/comparable-text';
import {
  findLineAttribute,
  findPictureAttribute,
  getPictureUrl,
  getEntryState,
  type ListedRow,
} from '#catalogue/entry-summary';
import { findStaleTranslations } from '#feature/application';
import { loadDefaultLocale } from '#platform/strapi/default-locale';
import { findModel, hasDrafts, isLocalized } from '#platform/strapi/models';
import { buildPermittedWhere, buildPermittedRowsSql } from '#platform/strapi/permitted-query';
import { getTable, sql } from '#platform/strapi/queries';
import { listSiteLocales } from '#platform/strapi/site-locales';
import { createTableLookup } from '#platform/strapi/tables';
import type { LanguageState, Row, Rows, NamedReferences } from '../../lists';
import { listReadableRelations, type NamedRelation } from './list-selection';

/** Maximum number of names in a tooltip. */
const MOST_NAMES = 10;

type NamesQuery = TypeRequest & {
  rows: readonly number[];
  locale: string;
};

const readNames = async (
  { strapi }: WithStrapi,
  { uid, ability, rows, locale }: NamesQuery,
  { attribute, target, naming }: NamedRelation,
): Promise<Map<number, NamedReferences>> => {
  const tables = createTableLookup({ strapi });
  const { table, from, to, order } = tables(uid).link(attribute);
  const ownColumn = escapeIdentifier(from);
  const position = order === null ? 'null' : `min(l.${escapeIdentifier(order)})`;
  const name = `t.${escapeIdentifier(tables(target).column(naming))}`;
  const permitted = await buildPermittedRowsSql({ strapi }, { ability, uid: target });
  const foundRows = await sql(
    { strapi },
    `select row, count(*) as count, (array_agg(name order by place, name))[1:${MOST_NAMES}] as names
       from (select l.${ownColumn} as row, ${position} as place,
                    coalesce((array_agg(${name} order by t.locale = ? desc nulls last, t.id))[1], '') as name
               from ${escapeIdentifier(table)} l join ${escapeIdentifier(tables(target).name)} t on t.id = l.${escapeIdentifier(to)}
              where l.${ownColumn} = any(string_to_array(?, ',')::int[]) and t.id in (${permitted.sql})
              group by l.${ownColumn}, t.document_id) named
      group by row`,
    [locale, rows.join(','), ...permitted.bindings],
  );
  return new Map(
    foundRows.rows.map((row) => [
      Number(row.row),
      { names: row.names as string[], count: Number(row.count) },
    ]),
  );
};

/**
 * Reads the entries to which the rows of a list refer, with one statement for each relation. An
 * entry counts once, regardless of its locales.
 *
 * @param attributes shown relations; unknown and unreadable ones are ignored
 */
const readReferencedNames = async (
  { strapi }: WithStrapi,
  query: NamesQuery,
  attributes: readonly string[],
): Promise<(row: number) => Record<string, NamedReferences>> => {
  const relations = listReadableRelations({ strapi }, query).filter(({ attribute }) =>
    attributes.includes(attribute),
  );
  const namesByRelation = await Promise.all(
    relations.map(
      async (relation) =>
        [relation.attribute, await readNames({ strapi }, query, relation)] as const,
    ),
  );
  return (row) =>
    Object.fromEntries(
      namesByRelation.map(([attribute, names]) => [
        attribute,
        names.get(row) ?? { names: [], count: 0 },
      ]),
    );
};

type BusinessLineName = { documentId: string; name: string | null };

type StoredRow = ListedRow & { id: number } & Partial<
    Record<'verticals' | 'vertical', BusinessLineName | BusinessLineName[] | null>
  >;

export type RowsQuery = TypeRequest & {
  documents: readonly string[];
  locale: string | null;
  relations?: readonly string[];
};

/**
 * Returns the additional columns of a list's entries: picture, lines, readable locales and
 * references.
 *
 * @param relations relations whose references are returned
 */
export const readListRows = async (
  { strapi }: WithStrapi,
  { uid, ability, documents, locale, relations = [] }: RowsQuery,
): Promise<Rows> => {
  const model = findModel({ strapi }, uid);
  const isWithoutDrafts = !hasDrafts(model);
  const picture = findPictureAttribute({ strapi }, uid);
  const line = findLineAttribute({ strapi }, uid);
  const permitted = await buildPermittedWhere({ strapi }, { ability, uid, query: {} });
  const rows = await getTable<StoredRow>({ strapi }, uid).findMany({
    where: { $and: [permitted, { documentId: { $in: documents } }] },
    populate: {
      ...(picture !== undefined && { [picture]: { select: ['url', 'formats'] } }),
      ...(line !== null && { [line]: { select: ['documentId', 'name'] } }),
    } as Record<NonNullable<typeof picture | typeof line>, object>,
    orderBy: { id: 'asc' },
  });
  const stale = await findStaleTranslations({ strapi }, uid, documents);

  const locales = isLocalized(model) ? await listSiteLocales({ strapi }) : [];

  const getLineNames = (row: StoredRow): string[] => {
    const lines = line === null ? [] : [row[line] ?? []].flat();
    return lines.flatMap(({ name }) => name ?? []).sort(compareTexts);
  };

  const selectDrafts = (documentId: string): StoredRow[] =>
    rows.filter(
      (row) => row.documentId === documentId && (isWithoutDrafts || row.publishedAt === null),
    );

  const selectShownDraft = (drafts: readonly StoredRow[]): StoredRow | undefined =>
    drafts.find((row) => row.locale === locale) ?? drafts[0];

  const namedOf = await readReferencedNames(
    { strapi },
    {
      uid,
      ability,
      rows: documents.flatMap((documentId) => selectShownDraft(selectDrafts(documentId))?.id ?? []),
      locale: locale ?? (await loadDefaultLocale({ strapi })),
    },
    relations,
  );

  const toRow = (documentId: string): Row[] => {
    const drafts = selectDrafts(documentId);
    const shown = selectShownDraft(drafts);
    if (shown === undefined) return [];
    const languages = drafts.map((draft): LanguageState => {
      const published = rows.find(
        (row) =>
          row.documentId === documentId && row.publishedAt !== null && row.locale === draft.locale,
      );
      const older = stale.find(
        (version) => version.documentId === documentId && version.locale === draft.locale,
      );
      return {
        locale: draft.locale,
        state: getEntryState(draft, published, isWithoutDrafts),
        olderSince: older?.since.toISOString() ?? null,
      };
    });
    return [
      {
        documentId,
        picture: getPictureUrl(shown, picture),
        lines: getLineNames(shown),
        languages,
        named: namedOf(shown.id),
      },
    ];
  };

  return { locales, rows: documents.flatMap(toRow) };
};
