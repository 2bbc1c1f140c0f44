import type { WithStrapi } from './with-strapi';
import { sql } from './queries';

type Column = { type: string; target?: string };

type Columns = Readonly<Record<string, Column | undefined>>;

type Query = {
  select?: unknown;
  where?: unknown;
  orderBy?: unknown;
  populate?: unknown;
  _q?: unknown;
};

/**
 * Returns a lookup of the attributes that Strapi's database layer knows of a model; undefined for
 * unknown models.
 */
export const createStoredColumnLookup =
  ({ strapi }: WithStrapi) =>
  (uid: string): Columns | undefined => {
    const { metadata } = strapi.db;
    return metadata.has(uid) ? metadata.get(uid).attributes : undefined;
  };

/** Lifecycle events before a statement with conditions. */
const queryHooks = [
  'beforeFindOne',
  'beforeFindMany',
  'beforeCount',
  'beforeUpdate',
  'beforeUpdateMany',
  'beforeDelete',
  'beforeDeleteMany',
] as const;

/**
 * Calls a listener for every query of Strapi's query engine, including those of the Document
 * Service, before it becomes a statement. An error of the listener rejects the query.
 *
 * @returns a function that ends it
 */
export const watchQueries = (
  { strapi }: WithStrapi,
  listen: (uid: string, query: Query) => void,
): (() => void) => {
  const notifyListener = ({ model, params }: { model: { uid: string }; params?: Query }): void => {
    if (params !== undefined) listen(model.uid, params);
  };
  const end = strapi.db.lifecycles.subscribe(
    Object.fromEntries(queryHooks.map((action) => [action, notifyListener])),
  );
  return () => {
    end();
  };
};

type Attribute = { type: string; columnName?: string; searchable?: boolean };

/** The types of `@strapi/database/dist/utils/types.js` that its search compares. */
const texts = new Set(['string', 'text', 'uid', 'email', 'enumeration', 'richtext']);
const numbers = new Set(['biginteger', 'integer', 'decimal', 'float']);

type SearchedAttribute = { name: string; column: string; isNumber: boolean };

/**
 * Returns the attributes that Strapi's search (`_q`, the panel's search field) compares with a
 * text; numbers only if the text is one (`@strapi/database/dist/query/helpers/search.js`).
 * Attributes with `"searchable": false` are left out.
 */
const listSearchedAttributes = (
  { strapi }: WithStrapi,
  uid: string,
): readonly SearchedAttribute[] => {
  const attributes = strapi.db.metadata.get(uid).attributes as Record<string, Attribute>;
  return Object.entries(attributes).flatMap(([name, { type, searchable, columnName = name }]) => {
    const isNumber = numbers.has(type);
    const isSearched = name === 'id' || ((texts.has(type) || isNumber) && searchable !== false);
    return isSearched ? [{ name, column: columnName, isNumber }] : [];
  });
};

/**
 * Returns the columns of {@link listSearchedAttributes}. The search compares each as `column::text
 * ILIKE '%…%'`, joined by OR.
 */
export const listSearchedColumns = (context: WithStrapi, uid: string): string[] =>
  listSearchedAttributes(context, uid).map(({ column }) => column);

const isNumeric = (text: string): boolean => !Number.isNaN(Number(text));

/**
 * Returns the condition of Strapi's search for a text, limited to some attributes; null if Strapi
 * searches no others.
 */
export const limitSearch = (
  context: WithStrapi,
  { uid, text, isIncluded }: { uid: string; text: string; isIncluded: (name: string) => boolean },
): { $or: object[] } | null => {
  const searched = listSearchedAttributes(context, uid).filter(
    ({ isNumber, name }) => name === 'id' || !isNumber || isNumeric(text),
  );
  const included = searched.filter(({ name }) => isIncluded(name));
  return included.length === searched.length
    ? null
    : { $or: included.map(({ name }) => ({ [name]: { $containsi: text } })) };
};

type ListQuery = {
  select?: unknown;
  populate?: unknown;
  where?: unknown;
  filters?: unknown;
  _q?: string;
  orderBy?: unknown;
  limit?: number;
  offset?: number;
};

/** Offset from which two queries are faster than one. */
const DEEP_OFFSET = 1_000;

const isPage = ({ limit, select }: ListQuery): boolean =>
  limit !== undefined &&
  limit > 0 &&
  !(Array.isArray(select) && select.length === 1 && select[0] === 'id');

const isDeep = ({ offset }: ListQuery): boolean => offset !== undefined && offset >= DEEP_OFFSET;

const isSearch = ({ _q: text }: ListQuery): boolean =>
  typeof text === 'string' && text.trim() !== '';

type Numbers = () => Promise<number[]>;

/**
 * Makes PostgreSQL find the matches first and then sort them. It overestimates their number, and
 * would scan the table from its newest row until the page is full. With few matches it scans the
 * whole table.
 */
const withoutLookingThrough = async ({ strapi }: WithStrapi, ask: Numbers): Promise<number[]> =>
  strapi.db.transaction(async ({ trx }) => {
    await sql({ strapi, trx }, 'SET LOCAL enable_indexscan = off');
    const result = await ask();
    // The transaction may be part of an outer one.
    await sql({ strapi, trx }, 'SET LOCAL enable_indexscan = on');
    return result;
  });

/**
 * Reads pages far down a list, and pages of search results, by row id. Strapi selects whole rows,
 * and PostgreSQL fetches and sorts all rows before the page. That took three seconds for the last
 * of 25,000 pages of orders. Ids alone come from an index, or are sorted in memory.
 *
 * @param searched the tables that have an index for searches
 * @returns a function that ends it
 */
export const readPagesByNumber = (
  { strapi }: WithStrapi,
  searched: ReadonlySet<string>,
): (() => void) => {
  const isIndexed = (uid: string): boolean => searched.has(strapi.db.metadata.get(uid).tableName);

  const readNumbers = async (uid: string, params: ListQuery): Promise<void> => {
    const { where, filters, _q, orderBy, limit, offset } = params;
    const query = { where, filters, _q, orderBy, limit, offset, select: ['id'] };
    const ask: Numbers = async () => {
      const rows: unknown = await strapi.db.query(uid).findMany(query);
      return (rows as { id: number }[]).map(({ id }) => id);
    };
    const isFound = isSearch(params) && isIndexed(uid);
    const ids = await (isFound ? withoutLookingThrough({ strapi }, ask) : ask());
    // Strapi continues with the parameters in the event.
    delete params.offset;
    delete params.filters;
    delete params._q;
    params.where = { id: { $in: ids } };
  };

  const end = strapi.db.lifecycles.subscribe({
    beforeFindMany: async ({ model, params }: { model: { uid: string }; params?: ListQuery }) => {
      if (params === undefined || !isPage(params)) return;
      if (isDeep(params) || (isSearch(params) && isIndexed(model.uid))) {
        await readNumbers(model.uid, params);
      }
    },
  });
  return () => {
    end();
  };
};
