import { sql } from './sql';
import type { WithStrapi } from '../types';

/** Milliseconds since 1970 by the database's clock, in SQL: the one clock that all processes share. */
export const nowSql = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

export const databaseNow = async ({ strapi }: WithStrapi): Promise<number> => {
  const { rows } = await sql({ strapi }, `select ${nowSql} as now`);
  return Number(rows[0]?.now ?? Date.now());
};
