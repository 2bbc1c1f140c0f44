import type { Core } from '@strapi/types';
import type { WithStrapi } from './types';

type Runner = {
  raw: (sql: string, bindings: readonly unknown[]) => Promise<Result>;
};

type Transaction = Parameters<Parameters<Core.Strapi['db']['transaction']>[0]>[0]['trx'];

type Result = { rows: Record<string, unknown>[]; rowCount: number };

/** Runs SQL on the database, or inside a transaction where one is given. */
export const sql = (
  { strapi, trx }: WithStrapi & { trx?: Transaction },
  text: string,
  bindings: readonly unknown[] = [],
): Promise<Result> => {
  const runner = (trx ?? strapi.db.connection) as unknown as Runner;
  return runner.raw(text, bindings);
};
