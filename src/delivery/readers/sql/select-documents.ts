import { escapeIdentifier } from 'pg';
import type { DocumentFilter, SortKey } from '../../plan/field-source';
import { attributeOf, type ModelLookup } from '../../plan/model';
import type { DocumentQuery, DocumentsQuery } from '../reader';
import { joinsOf, sortColumns, visibleConditions } from './joins';
import type { VisibleDraft } from '../../visible-draft';
import type { TableLookup } from '../../../platform/strapi/tables';

type Lookups = { models: ModelLookup; tables: TableLookup; draft: VisibleDraft | null };

/** Returns the placeholder of a value, such as `$1`. */
type Bind = (value: unknown) => string;

const ROW = 'd';

/**
 * Returns a filter as conditions on the row `alias`.
 *
 *     d."slug" = $1
 *     d."type" = ANY($1)
 *     EXISTS (SELECT 1 FROM "products_verticals_lnk" dxl JOIN "verticals" dx ON dx.id = dxl."vertical_id"
 *             WHERE dxl."product_id" = d.id AND dx."slug" = $1)
 */
const filterConditions = (
  { models, tables }: Pick<Lookups, 'models' | 'tables'>,
  uid: string,
  alias: string,
  where: DocumentFilter,
  bind: Bind,
): string[] =>
  Object.entries(where).map(([name, condition]) => {
    const { kind, target } = attributeOf(models(uid), name);
    const table = tables(uid);
    const isValue = typeof condition === 'string' || Array.isArray(condition);
    if (kind === 'relation' && target !== undefined) {
      if (isValue) throw new Error(`${uid}.${name} is a relation`);
      const inner = `${alias}x`;
      const { from, where: joined } = joinsOf(table.link(name), tables(target), inner, alias);
      const conditions = filterConditions(
        { models, tables },
        target,
        inner,
        condition as DocumentFilter,
        bind,
      );
      return `EXISTS (SELECT 1 FROM ${from} WHERE ${[joined, ...conditions].join(' AND ')})`;
    }
    if (!isValue) throw new Error(`${uid}.${name} is a plain value`);
    const column = `${alias}.${escapeIdentifier(table.column(name))}`;
    return typeof condition === 'string'
      ? `${column} = ${bind(condition)}`
      : `${column} = ANY(${bind(condition)})`;
  });

/**
 * Returns the FROM and WHERE clauses for the rows of a selection.
 *
 *     FROM "products" d WHERE d.published_at IS NOT NULL AND d.locale = $1 AND d."slug" = $2
 */
const matchingRows = (
  { models, tables, draft }: Lookups,
  uid: string,
  { where = {}, locale }: DocumentQuery,
  bind: Bind,
): string => {
  const { isLocalized } = models(uid);
  const draftSql = draft && {
    uid: draft.uid,
    documentId: () => bind(draft.documentId),
    locales: () => bind(draft.locales),
  };
  const conditions = [
    ...visibleConditions(models, draftSql, uid, ROW),
    ...(isLocalized && locale !== undefined ? [`${ROW}.locale = ${bind(locale)}`] : []),
    ...filterConditions({ models, tables }, uid, ROW, where, bind),
  ];
  return (
    `FROM ${escapeIdentifier(tables(uid).name)} ${ROW}` +
    (conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`)
  );
};

/**
 * Returns a sort order without ties, so that pages neither repeat nor skip rows and equal queries
 * give equal results. It ends with the document's identity, because publishing again changes the
 * row ID. The row ID only separates several rows of one document and locale.
 */
export const totalOrder = (sort: readonly SortKey[] = []): readonly SortKey[] => [
  ...new Set([...sort, 'documentId', 'locale', 'id']),
];

/**
 * Returns the statement that counts documents, or lists their identities in order, as one text:
 * `documentId:locale,documentId:locale`.
 *
 *     SELECT count(*)::text FROM "products" d
 *     SELECT string_agg(k, ',') FROM (
 *       SELECT d.document_id || ':' || coalesce(d.locale, '') AS k FROM "products" d
 *       WHERE d.published_at IS NOT NULL
 *       ORDER BY d."order", d."document_id", d."locale", d."id" LIMIT $1 OFFSET $2) q
 */
export const selectionStatement = (
  lookups: Lookups,
  { kind, uid, query, window }: DocumentsQuery,
): { text: string; values: readonly unknown[] } => {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const rows = matchingRows(lookups, uid, query, bind);
  if (kind === 'count') return { text: `SELECT count(*)::text ${rows}`, values };
  const order = sortColumns(lookups.tables(uid), ROW, totalOrder(query.sort)).join(', ');
  const locale = lookups.models(uid).isLocalized ? `coalesce(${ROW}.locale, '')` : `''`;
  const page =
    window === undefined ? '' : ` LIMIT ${bind(window.limit)} OFFSET ${bind(window.start)}`;
  const text =
    `SELECT string_agg(k, ',') FROM (SELECT ${ROW}.document_id || ':' || ${locale} AS k ${rows} ` +
    `ORDER BY ${order}${page}) q`;
  return { text, values };
};
