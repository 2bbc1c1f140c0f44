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

/** Rows that come before those that are wanted, from which on it is worth two questions instead of one. */
const DEEP = 1_000;

const isPage = ({ limit, select }: Query): boolean =>
  limit !== undefined &&
  limit > 0 &&
  !(Array.isArray(select) && select.length === 1 && select[0] === 'id');

const isDeep = ({ offset }: Query): boolean => offset !== undefined && offset >= DEEP;

const isSearch = ({ _q: text }: Query): boolean => typeof text === 'string' && text.trim() !== '';

type Numbers = () => Promise<number[]>;

/**
 * Has PostgreSQL find what is searched, and then sort it. It believes that there is more of it than there is, and so looks
 * through the table from its newest row on until it has filled the page: through all of it where there is little to find.
 */
const withoutLookingThrough = async ({ strapi }: WithStrapi, ask: Numbers): Promise<number[]> =>
  strapi.db.transaction(async ({ trx }) => {
    await sql({ strapi, trx }, 'SET LOCAL enable_indexscan = off');
    const found = await ask();
    // The transaction may be a part of somebody else's.
    await sql({ strapi, trx }, 'SET LOCAL enable_indexscan = on');
    return found;
  });

/**
 * Reads pages far down a list, and pages of what is searched, by the numbers of their rows. Strapi asks for whole rows, of
 * which PostgreSQL then fetches, sorts and throws away all those before the page; for the last of 25,000 pages of orders
 * that took three seconds. The numbers alone come out of an index, or are sorted in memory.
 *
 * @param searched the tables that have an index for searches
 * @returns ends it
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
    // Strapi reads on with what the event holds.
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
