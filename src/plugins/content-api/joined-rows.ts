import type { WithStrapi } from '../../platform/with-strapi';
import { sortPaths } from '../../platform/http/queries/sort-paths';
import { findModel } from '../../platform/strapi/models';
import type { RowCounts } from './row-counts';

/** An attribute that leads from rows of a type to those of another. */
type Step = { uid: string; name: string; to: string };

/** What one statement joins: that of a list, or of what is populated in it, which is ordered by relations or not. */
type Joins = { uid: string; steps: readonly Step[]; isPopulatedInOrder: boolean };

type Query = { filters?: unknown; sort?: unknown; populate?: unknown; on?: unknown };

const MEDIA = 'plugin::upload.file';

const entriesOf = (value: unknown): (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

const isOperator = (key: string): boolean => key.startsWith('$') || /^\d+$/.test(key);

/**
 * How many rows PostgreSQL goes through at most, half a second; and where a type is large, how many times as many as it has: from
 * a few channels to their many products there are as many as products are in channels.
 */
const MOST = { rows: 200_000, times: 5 };

/**
 * Strapi joins a relation again for each condition on it, and PostgreSQL multiplies the rows of an entry: averages say too
 * little of entries with many relations. A query of a kilobyte with twenty conditions on categories ran for a quarter of an hour.
 */
const MOST_STEPS = 8;

/** From here on they are many. */
const MANY = { rows: 50_000, times: 2 };

/** What a query makes PostgreSQL go through. */
export type Joined = {
  rows: number;
  most: number;
  /** Whether PostgreSQL would go through more than {@link most}, or join too often. */
  isTooMany: boolean;
  isMany: boolean;
  /** Something is populated in an order that leads through relations: Strapi asks PostgreSQL for a column that is not there. */
  isPopulatedInOrder: boolean;
};

/**
 * Says how many rows PostgreSQL would go through for a query's conditions and order, about. Strapi makes a join of each
 * relation in them, also of one that leads back: from products to their channels and to the products of those, four times
 * over, one query without credentials kept a processor busy for minutes.
 */
export const createJoinedCounter = ({ strapi }: WithStrapi, { rowsOf, fanOut }: RowCounts) => {
  const behind = (uid: string, name: string): string | null => {
    const { type, target, component } = findModel({ strapi }, uid)?.attributes[name] ?? {};
    return type === 'media' ? MEDIA : (target ?? component ?? null);
  };

  const inFilters = (uid: string, filters: unknown): Step[] =>
    entriesOf(filters).flatMap(([key, inner]) => {
      if (isOperator(key)) return inFilters(uid, inner);
      const next = behind(uid, key);
      return next === null ? [] : [{ uid, name: key, to: next }, ...inFilters(next, inner)];
    });

  const inPath = (uid: string, [name, ...rest]: readonly string[]): Step[] => {
    if (name === undefined) return [];
    const next = behind(uid, name);
    return next === null ? [] : [{ uid, name, to: next }, ...inPath(next, rest)];
  };

  const joinsIn = (
    uid: string,
    { filters, sort, populate }: Query,
    isPopulated = false,
  ): Joins[] => {
    const order = sortPaths(sort).flatMap((path) => inPath(uid, path));
    const steps = [...inFilters(uid, filters), ...order];
    const isPopulatedInOrder = isPopulated && order.length > 0;
    const populated = entriesOf(populate).flatMap(([name, asked]) => {
      const { on, ...query } = Object.fromEntries(entriesOf(asked)) as Query;
      const next = behind(uid, name);
      const parts = entriesOf(on).flatMap(([part, of]) =>
        joinsIn(part, Object.fromEntries(entriesOf(of)), true),
      );
      return [...(next === null ? [] : joinsIn(next, query, true)), ...parts];
    });
    return [...(steps.length > 0 ? [{ uid, steps, isPopulatedInOrder }] : []), ...populated];
  };

  const joinedBy = async ({ uid, steps, isPopulatedInOrder }: Joins): Promise<Joined> => {
    let rows = await rowsOf(uid);
    let largest = rows;
    for (const { uid: from, name, to } of steps) {
      rows *= Math.max(1, await fanOut(from, name));
      largest = Math.max(largest, await rowsOf(to));
    }
    const bound = (to: typeof MOST): number => Math.max(to.rows, to.times * largest);
    return {
      rows: Math.ceil(rows),
      most: bound(MOST),
      isTooMany: steps.length > MOST_STEPS || rows > bound(MOST),
      isMany: rows > bound(MANY),
      isPopulatedInOrder,
    };
  };

  /** Each of the query's statements that joins anything. */
  return async (uid: string, query: Query): Promise<readonly Joined[]> => {
    const all: Joined[] = [];
    for (const joins of joinsIn(uid, query)) all.push(await joinedBy(joins));
    return all;
  };
};
