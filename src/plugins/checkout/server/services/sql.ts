import type { Core } from '@strapi/types';
import type { WithStrapi } from '../types';

/** By their order (`?`), or by name (`:name`). */
type Bindings = readonly unknown[] | Readonly<Record<string, unknown>>;

type Runner = {
  raw: (sql: string, bindings: Bindings) => Promise<Result>;
};

type Transaction = Parameters<Parameters<Core.Strapi['db']['transaction']>[0]>[0]['trx'];

type Result = { rows: Record<string, unknown>[]; rowCount: number };

/** Runs SQL on the database, or inside a transaction where one is given. */
export const sql = (
  { strapi, trx }: WithStrapi & { trx?: Transaction },
  text: string,
  bindings: Bindings = [],
): Promise<Result> => {
  const runner = (trx ?? strapi.db.connection) as unknown as Runner;
  return runner.raw(text, bindings);
};
