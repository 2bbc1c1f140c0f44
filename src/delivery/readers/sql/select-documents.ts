import { escapeIdentifier } from 'pg';
import type { DocumentFilter } from '../../plan/filter';
import { attributeOf, type ModelLookup } from '../../plan/model';
import { totalOrder, type DocumentQuery, type PageWindow } from '../reader';
import { joinsOf } from './joins';
import { sortColumns } from './sort';
import type { TableLookup } from '../../../platform/strapi/tables';

type Lookups = { models: ModelLookup; tables: TableLookup };

/** The parts of a query that its statement depends on. */
type Selection = { uid: string; query: DocumentQuery; window: PageWindow | undefined };

/** Returns the value of a placeholder for a selection. */
type ValueOf = (selection: Selection) => unknown;

type Compiled = { text: string; values: readonly ValueOf[] };

type Statement = { text: string; values: readonly unknown[] };

/** Writes the statement for a selection; `bind` adds a placeholder such as `$1`. */
type Write = (selection: Selection, bind: (valueOf: ValueOf) => string) => string;

const ROW = 'd';

/** Returns the selection without its values; selections of one shape share a statement. */
const shapeOf = ({ uid, query, window }: Selection): string =>
  JSON.stringify([
    uid,
    query.locale === undefined,
    query.sort,
    window === undefined,
    JSON.stringify(query.where, (_, value: unknown) => {
      if (typeof value === 'string') return '';
      return Array.isArray(value) ? [] : value;
    }),
  ]);

/**
 * Returns a filter as conditions on the row `alias`.
 *
 *     d."slug" = $1
 *     d."type" = ANY($1)
 *     EXISTS (SELECT 1 FROM "products_verticals_lnk" dxl JOIN "verticals" dx ON dx.id = dxl."vertical_id"
 *             WHERE dxl."product_id" = d.id AND dx."slug" = $1)
 *
 * @param filterIn returns this filter from a selection of the same shape
 */
const filterConditions = (
  { models, tables }: Lookups,
  uid: string,
  alias: string,
  where: DocumentFilter,
  filterIn: (selection: Selection) => DocumentFilter,
  bind: (valueOf: ValueOf) => string,
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
        (selection) => filterIn(selection)[name] as DocumentFilter,
        bind,
      );
      return `EXISTS (SELECT 1 FROM ${from} WHERE ${[joined, ...conditions].join(' AND ')})`;
    }
    if (!isValue) throw new Error(`${uid}.${name} is a plain value`);
    const column = `${alias}.${escapeIdentifier(table.column(name))}`;
    const place = bind((selection) => filterIn(selection)[name]);
    return typeof condition === 'string' ? `${column} = ${place}` : `${column} = ANY(${place})`;
  });

/**
 * Creates the statements that select published documents. Each is compiled on first use of its
 * shape; later only the values are collected.
 */
export const createSelectionStatements = ({ models, tables }: Lookups) => {
  const compiled = new Map<string, Compiled>();

  const statementFor = (selection: Selection, what: string, write: Write): Statement => {
    const key = `${what} ${shapeOf(selection)}`;
    let statement = compiled.get(key);
    if (statement === undefined) {
      const values: ValueOf[] = [];
      statement = { text: write(selection, (valueOf) => `$${values.push(valueOf)}`), values };
      compiled.set(key, statement);
    }
    return { text: statement.text, values: statement.values.map((valueOf) => valueOf(selection)) };
  };

  /**
   * Returns the FROM and WHERE clauses for the rows of a selection.
   *
   *     FROM "products" d WHERE d.published_at IS NOT NULL AND d.locale = $1 AND d."slug" = $2
   */
  const matchingRows: Write = ({ uid, query: { where = {}, locale } }, bind) => {
    const { isLocalized, hasDrafts } = models(uid);
    const conditions = [
      ...(hasDrafts ? [`${ROW}.published_at IS NOT NULL`] : []),
      ...(isLocalized && locale !== undefined
        ? [`${ROW}.locale = ${bind(({ query }) => query.locale)}`]
        : []),
      ...filterConditions(
        { models, tables },
        uid,
        ROW,
        where,
        ({ query }) => query.where ?? {},
        bind,
      ),
    ];
    return (
      `FROM ${escapeIdentifier(tables(uid).name)} ${ROW}` +
      (conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`)
    );
  };

  /**
   * Returns the identities of the documents, in order, as one text:
   * `documentId:locale,documentId:locale`.
   *
   *     SELECT string_agg(k, ',') FROM (
   *       SELECT d.document_id || ':' || coalesce(d.locale, '') AS k FROM "products" d
   *       WHERE d.published_at IS NOT NULL
   *       ORDER BY d."order", d."document_id", d."locale", d."id" LIMIT $1 OFFSET $2) q
   */
  const list: Write = (selection, bind) => {
    const { uid, query, window } = selection;
    const rows = matchingRows(selection, bind);
    const order = sortColumns(tables(uid), ROW, totalOrder(query.sort)).join(', ');
    const locale = models(uid).isLocalized ? `coalesce(${ROW}.locale, '')` : `''`;
    const page =
      window === undefined
        ? ''
        : ` LIMIT ${bind((current) => current.window?.limit)} OFFSET ${bind((current) => current.window?.start)}`;
    return (
      `SELECT string_agg(k, ',') FROM (SELECT ${ROW}.document_id || ':' || ${locale} AS k ${rows} ` +
      `ORDER BY ${order}${page}) q`
    );
  };

  /**
   * Returns the number of documents.
   *
   *     SELECT count(*)::text FROM "products" d WHERE d.published_at IS NOT NULL
   */
  const count: Write = (selection, bind) =>
    `SELECT count(*)::text ${matchingRows(selection, bind)}`;

  return {
    list: (uid: string, query: DocumentQuery, window?: PageWindow): Statement =>
      statementFor({ uid, query, window }, 'list', list),
    count: (uid: string, query: DocumentQuery): Statement =>
      statementFor({ uid, query, window: undefined }, 'count', count),
  };
};
