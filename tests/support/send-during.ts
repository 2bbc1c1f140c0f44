import type { Knex } from 'knex';
import type { App } from './app';
import { until } from './until';

/**
 * Sends a request, and commits a transaction as soon as the request waits for its locks. A request
 * that does not wait is answered before the commit.
 */
export const sendDuring = async <T>(
  { strapi }: Pick<App, 'strapi'>,
  change: (transaction: Knex.Transaction) => Promise<unknown>,
  send: () => Promise<T>,
): Promise<T> => {
  const { connection } = strapi.db;
  const transaction = await connection.transaction();
  await change(transaction);
  let isAnswered = false;
  const response = send().finally(() => (isAnswered = true));
  response.catch(() => undefined);
  await until(
    async () => {
      if (isAnswered) return true;
      const { rows } = await connection.raw<{ rows: unknown[] }>(
        `SELECT FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity
         WHERE datname = current_database())`,
      );
      return rows.length > 0;
    },
    Boolean,
    'a request that waits for a lock',
  );
  await transaction.commit();
  return response;
};
