import type { TypeRequest } from '#platform/http/request-person';
import { createHash } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createReadableTitles } from '#catalogue/access/hidden-entries';
import { BUSINESS_LINE } from '#catalogue/business-line';
import {
  findLineAttribute,
  findPictureAttribute,
  getPictureUrl,
  getEntryState,
  getEntryTitle,
  type ListedRow,
} from '#catalogue/entry-summary';
import { loadDefaultLocale } from '#platform/strapi/default-locale';
import { findModel, hasDrafts, isLocalized } from '#platform/strapi/models';
import { buildPermittedRowsSql, buildPermittedWhere } from '#platform/strapi/permitted-query';
import { sql, type Transaction, getTable } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';
import { POSITION } from '#catalogue/entry-position';
import type { OrderFilters, OrderedEntry, OrderedPage } from '../../order';

/** List of a type with the permissions of its reader. */
export type List = OrderFilters & TypeRequest;

/** Position of an entry, and whether all its locales and versions share it. */
export type EntryPosition = { documentId: string; position: number; isSame: boolean };

/** Attribute that holds the kind of an entry, in types with several kinds. */
const KIND = 'type';

/** Returns the kinds of a type's entries, in the order of its model. */
export const listKinds = ({ strapi }: WithStrapi, uid: string): readonly string[] =>
  findModel({ strapi }, uid)?.attributes[KIND]?.enum ?? [];

/** SQL condition on the rows `p` of a type. */
type Condition = { sql: string; bindings: readonly string[] };

/** Returns the conditions of a list's filters. Types without lines ignore the line. */
const buildConditions = (
  { strapi }: WithStrapi,
  { uid, line, kind }: Pick<List, 'uid' | 'line' | 'kind'>,
): readonly Condition[] => {
  const tables = createTableLookup({ strapi });
  const conditions: Condition[] = [];
  const attribute = findLineAttribute({ strapi }, uid);
  if (line !== undefined && attribute !== null) {
    const link = tables(uid).link(attribute);
    const lines = tables(BUSINESS_LINE);
    const [table, from, to, name, document] = [
      ...[link.table, link.from, link.to],
      ...[lines.name, lines.column('documentId')],
    ].map(escapeIdentifier);
    conditions.push({
      sql: `and exists (select 1 from ${table} l join ${name} v on v.id = l.${to}
            where l.${from} = p.id and v.${document} = ?)`,
      bindings: [line],
    });
  }
  if (kind !== undefined) {
    const column = escapeIdentifier(tables(uid).column(KIND));
    conditions.push({ sql: `and p.${column} = ?`, bindings: [kind] });
  }
  return conditions;
};

/**
 * Reads the entries of a list in the order of public lists. If the locales differ, the draft in the
 * default locale decides.
 */
export const readOrder = async (
  { strapi }: WithStrapi,
  list: List,
  trx?: Transaction,
): Promise<readonly EntryPosition[]> => {
  const { uid, ability } = list;
  const { name, column } = createTableLookup({ strapi })(uid);
  const [table, document, locale, published, position] = [
    name,
    ...['documentId', 'locale', 'publishedAt', POSITION].map(column),
  ].map(escapeIdentifier);
  const isDraft = hasDrafts(findModel({ strapi }, uid)) ? `and p.${published} is null` : '';
  const permitted = await buildPermittedRowsSql({ strapi }, { ability, uid });
  // Users who may read the whole type need no permission subquery.
  const isPermitted = permitted.isAll ? 'true' : `p.id in (${permitted.sql})`;
  const narrowed = buildConditions({ strapi }, list);
  const { rows } = await sql(
    { strapi, trx },
    `select d.${document} as document, min(d.${position}) = max(d.${position}) as same,
            (array_agg(d.${position} order by d.${published} is not null, d.${locale} is distinct from ?, d.${locale}))[1] as position
       from ${table} d
      where d.${document} in (
        select p.${document} from ${table} p where ${isPermitted} ${isDraft}
           ${narrowed.map((part) => part.sql).join(' ')})
      group by d.${document}
      order by position, d.${document}`,
    [
      await loadDefaultLocale({ strapi }),
      ...(permitted.isAll ? [] : permitted.bindings),
      ...narrowed.flatMap((part) => part.bindings),
    ],
  );
  return rows.map((row) => ({
    documentId: String(row.document),
    position: Number(row.position ?? 0),
    isSame: row.same === true,
  }));
};

export const hashOrder = (order: readonly EntryPosition[]): string =>
  createHash('sha256')
    .update(order.map(({ documentId, position }) => `${documentId} ${position}`).join(','))
    .digest('base64url');

/** Returns a page of an ordered list for the panel. */
export const readOrderedPage = async (
  { strapi }: WithStrapi,
  list: List,
  { start, limit, locale }: { start: number; limit: number; locale?: string | undefined },
): Promise<OrderedPage> => {
  const { uid, ability } = list;
  const order = await readOrder({ strapi }, list);
  const documentIds = order.slice(start, start + limit).map(({ documentId }) => documentId);
  const model = findModel({ strapi }, uid);
  const isWithoutDrafts = !hasDrafts(model);
  const picture = findPictureAttribute({ strapi }, uid);
  const permitted = await buildPermittedWhere({ strapi }, { ability, uid, query: {} });
  const readable = await getTable<{ id: number }>({ strapi }, uid).findMany({
    where: { $and: [permitted, { documentId: { $in: documentIds } }] },
    select: ['id'],
  });
  const readableIds = new Set(readable.map(({ id }) => id));
  const rows = await getTable<ListedRow & { id: number }>({ strapi }, uid).findMany({
    where: { documentId: { $in: documentIds } },
    ...(picture !== undefined && {
      populate: { [picture]: { select: ['url', 'formats'] } } as Record<typeof picture, object>,
    }),
    orderBy: { id: 'asc' },
  });
  const languages = isLocalized(model) ? [locale, await loadDefaultLocale({ strapi })] : [null];

  const readableTitle = createReadableTitles({ strapi }, ability, uid);

  const toOrderedEntry = (documentId: string): OrderedEntry[] => {
    const versions = rows.filter((row) => row.documentId === documentId);
    const drafts = versions.filter(
      ({ id, publishedAt }) => readableIds.has(id) && (isWithoutDrafts || publishedAt === null),
    );
    const inLanguage = languages.flatMap((language) =>
      drafts.filter((row) => row.locale === language),
    );
    const shownVersion = inLanguage[0] ?? drafts[0];
    if (shownVersion === undefined) return [];
    const published = versions.find(
      (row) => row.publishedAt !== null && row.locale === shownVersion.locale,
    );
    return [
      {
        documentId,
        title: readableTitle(getEntryTitle(shownVersion)),
        state: getEntryState(shownVersion, published, isWithoutDrafts),
        picture: getPictureUrl(shownVersion, picture),
      },
    ];
  };

  return {
    version: hashOrder(order),
    total: order.length,
    start,
    entries: documentIds.flatMap(toOrderedEntry),
  };
};
