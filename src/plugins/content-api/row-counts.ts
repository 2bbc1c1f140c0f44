import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../platform/with-strapi';
import { createSqlRunner } from '../../platform/strapi/pooled-sql';
import { linkConditions, tablesOf, type Link } from '../../platform/strapi/tables';

const KEPT_MS = 60_000;

/** Creates counters for the rows of types and their links; a count is at most one minute old. */
export const createRowCounts = ({ strapi }: WithStrapi) => {
  const tables = tablesOf({ strapi });
  const counts = new Map<string, { until: number; count: Promise<number> }>();

  const countOf = (from: string): Promise<number> => {
    const known = counts.get(from);
    if (known !== undefined && performance.now() < known.until) return known.count;
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
  const rowsOf = (uid: string): Promise<number> => countOf(escapeIdentifier(tables(uid).name));

  return {
    rowsOf,

    /** Returns the average number of rows that one row of a type leads to by an attribute. */
    fanOut: async (uid: string, name: string): Promise<number> => {
      const link = linkOf(uid, name);
      if (link === null) return 1;
      const on = linkConditions(link, 'l');
      const where = on.length === 0 ? '' : ` WHERE ${on.join(' AND ')}`;
      const [links, rows] = await Promise.all([
        countOf(`${escapeIdentifier(link.table)} l${where}`),
        rowsOf(uid),
      ]);
      return rows === 0 ? 0 : links / rows;
    },
  };
};

export type RowCounts = ReturnType<typeof createRowCounts>;
