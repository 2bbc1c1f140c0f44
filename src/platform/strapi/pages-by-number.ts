import type { WithStrapi } from '../with-strapi';
import { sql } from './queries';

type Query = {
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
const DEEP = 1_000;

const isPage = ({ limit, select }: Query): boolean =>
  limit !== undefined &&
  limit > 0 &&
  !(Array.isArray(select) && select.length === 1 && select[0] === 'id');

const isDeep = ({ offset }: Query): boolean => offset !== undefined && offset >= DEEP;

const isSearch = ({ _q: text }: Query): boolean => typeof text === 'string' && text.trim() !== '';

type Numbers = () => Promise<number[]>;

/**
 * Makes PostgreSQL find the matches first and then sort them. It overestimates their number, and
 * would scan the table from its newest row until the page is full. With few matches it scans the
 * whole table.
 */
const withoutLookingThrough = async ({ strapi }: WithStrapi, ask: Numbers): Promise<number[]> =>
  strapi.db.transaction(async ({ trx }) => {
    await sql({ strapi, trx }, 'SET LOCAL enable_indexscan = off');
    const found = await ask();
    // The transaction may be part of an outer one.
    await sql({ strapi, trx }, 'SET LOCAL enable_indexscan = on');
    return found;
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

  const readNumbers = async (uid: string, params: Query): Promise<void> => {
    const { where, filters, _q, orderBy, limit, offset } = params;
    const asked = { where, filters, _q, orderBy, limit, offset, select: ['id'] };
    const ask: Numbers = async () => {
      const found: unknown = await strapi.db.query(uid).findMany(asked);
      return (found as { id: number }[]).map(({ id }) => id);
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
    beforeFindMany: async ({ model, params }: { model: { uid: string }; params?: Query }) => {
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
