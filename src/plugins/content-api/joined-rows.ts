import { escapeIdentifier } from 'pg';
import { listMembers, isPosition, sortPaths } from '#platform/http/queries/sort-paths';
import { findModel } from '#platform/strapi/models';
import { createSqlRunner } from '#platform/strapi/pooled-sql';
import { type Link, linkConditions, createTableLookup } from '#platform/strapi/tables';
import type { WithStrapi } from '#platform/strapi/with-strapi';

const KEPT_MS = 60_000;

/** Creates counters for the rows of types and their links; a count is at most one minute old. */
export const createRowCounts = ({ strapi }: WithStrapi) => {
  const tables = createTableLookup({ strapi });
  const counts = new Map<string, { until: number; count: Promise<number> }>();

  const countOf = (from: string): Promise<number> => {
    const cached = counts.get(from);
    if (cached !== undefined && performance.now() < cached.until) return cached.count;
    const count = createSqlRunner(strapi.db.connection)<{ count: string }>(
      `SELECT count(*)::text AS count FROM ${from}`,
    ).then(([row]) => Number(row?.count ?? 0));
    counts.set(from, { until: performance.now() + KEPT_MS, count });
    count.catch(() => counts.delete(from));
    return count;
  };

  /** Returns null if there is no link table, as for the other locales of an entry. */
  const linkOf = (uid: string, name: string): Link | null => {
    try {
      return tables(uid).link(name);
    } catch {
      return null;
    }
  };

  /** Returns the number of all rows of a type; each locale and each version is one row. */
  const countRows = (uid: string): Promise<number> => countOf(escapeIdentifier(tables(uid).name));

  return {
    rowsOf: countRows,

    /** Returns the average number of rows that one row of a type leads to by an attribute. */
    fanOut: async (uid: string, name: string): Promise<number> => {
      const link = linkOf(uid, name);
      if (link === null) return 1;
      const on = linkConditions(link, 'l');
      const where = on.length === 0 ? '' : ` WHERE ${on.join(' AND ')}`;
      const [links, rows] = await Promise.all([
        countOf(`${escapeIdentifier(link.table)} l${where}`),
        countRows(uid),
      ]);
      return rows === 0 ? 0 : links / rows;
    },
  };
};

export type RowCounts = ReturnType<typeof createRowCounts>;

/** An attribute that leads from rows of one type to rows of another. */
type Step = { uid: string; name: string; to: string };

/**
 * Joins of one statement, for a list or for a population in it. `isPopulatedInOrder` is true for a
 * population that is sorted by relations.
 */
type Joins = { uid: string; steps: readonly Step[]; isPopulatedInOrder: boolean };

type Query = { filters?: unknown; sort?: unknown; populate?: unknown; on?: unknown };

const MEDIA = 'plugin::upload.file';

const isOperator = (key: string): boolean => key.startsWith('$') || isPosition(key);

/**
 * Maximum number of rows that PostgreSQL may process, which takes half a second. For large types
 * the limit is a multiple of their size. A join from a few channels to their many products yields
 * one row per link.
 */
const MAX_ROWS = { rows: 200_000, times: 5 };

/**
 * Maximum number of joins. Strapi joins a relation again for each condition on it, and PostgreSQL
 * multiplies the rows of an entry. Averages say too little about entries with many relations. A
 * query of one kilobyte with twenty conditions on categories ran for a quarter of an hour.
 */
const MOST_STEPS = 8;

/** Limits above which the query counts as large. */
const LARGE_QUERY_ROWS = { rows: 50_000, times: 2 };

/** Approximate work of PostgreSQL for a query. */
export type QueryWork = {
  rows: number;
  most: number;
  /** True if PostgreSQL would process more than {@link most} rows, or join too often. */
  isTooMany: boolean;
  isMany: boolean;
  /**
   * True if a population is sorted by relations. Strapi then selects a column that does not exist.
   */
  isPopulatedInOrder: boolean;
};

/**
 * Creates a function that estimates the rows that PostgreSQL processes for a query's filters and
 * sort order. Strapi joins every relation in them, even one that leads back. One anonymous query
 * went from products to their channels and back to products four times. It occupied a processor for
 * minutes.
 */
export const createJoinedCounter = ({ strapi }: WithStrapi, { rowsOf, fanOut }: RowCounts) => {
  const findTarget = (uid: string, name: string): string | null => {
    const { type, target, component } = findModel({ strapi }, uid)?.attributes[name] ?? {};
    return type === 'media' ? MEDIA : (target ?? component ?? null);
  };

  const inFilters = (uid: string, filters: unknown): Step[] =>
    listMembers(filters).flatMap(([key, inner]) => {
      if (isOperator(key)) return inFilters(uid, inner);
      const next = findTarget(uid, key);
      return next === null ? [] : [{ uid, name: key, to: next }, ...inFilters(next, inner)];
    });

  const inPath = (uid: string, [name, ...rest]: readonly string[]): Step[] => {
    if (name === undefined) return [];
    const next = findTarget(uid, name);
    return next === null ? [] : [{ uid, name, to: next }, ...inPath(next, rest)];
  };

  const listJoins = (
    uid: string,
    { filters, sort, populate }: Query,
    isPopulated = false,
  ): Joins[] => {
    const order = sortPaths(sort).flatMap((path) => inPath(uid, path));
    const steps = [...inFilters(uid, filters), ...order];
    const isPopulatedInOrder = isPopulated && order.length > 0;
    const populated = listMembers(populate).flatMap(([name, populatedQuery]) => {
      const { on, ...query } = Object.fromEntries(listMembers(populatedQuery)) as Query;
      const next = findTarget(uid, name);
      const parts = listMembers(on).flatMap(([part, componentQuery]) =>
        listJoins(part, Object.fromEntries(listMembers(componentQuery)), true),
      );
      return [...(next === null ? [] : listJoins(next, query, true)), ...parts];
    });
    return [...(steps.length > 0 ? [{ uid, steps, isPopulatedInOrder }] : []), ...populated];
  };

  const countJoinedRows = async ({ uid, steps, isPopulatedInOrder }: Joins): Promise<QueryWork> => {
    let rows = await rowsOf(uid);
    let largest = rows;
    for (const { uid: from, name, to } of steps) {
      rows *= Math.max(1, await fanOut(from, name));
      largest = Math.max(largest, await rowsOf(to));
    }
    const limitOf = (to: typeof MAX_ROWS): number => Math.max(to.rows, to.times * largest);
    return {
      rows: Math.ceil(rows),
      most: limitOf(MAX_ROWS),
      isTooMany: steps.length > MOST_STEPS || rows > limitOf(MAX_ROWS),
      isMany: rows > limitOf(LARGE_QUERY_ROWS),
      isPopulatedInOrder,
    };
  };

  /** Returns an estimate for each statement of the query that joins anything. */
  return async (uid: string, query: Query): Promise<readonly QueryWork[]> => {
    const all: QueryWork[] = [];
    for (const joins of listJoins(uid, query)) all.push(await countJoinedRows(joins));
    return all;
  };
};
