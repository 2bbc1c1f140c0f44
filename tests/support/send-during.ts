import type { Knex } from 'knex';
import type { App } from './app';
import { until } from './until';

/** Counts the service's connections that wait for a lock. */
const countWaiting = async ({ strapi }: Pick<App, 'strapi'>): Promise<number> => {
  const { rows } = await strapi.db.connection.raw<{ rows: unknown[] }>(
    `SELECT DISTINCT pid FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity
     WHERE datname = current_database())`,
  );
  return rows.length;
};

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
    async () => isAnswered || (await countWaiting({ strapi })) > 0,
    Boolean,
    'a request that waits for a lock',
  );
  await transaction.commit();
  return response;
};

/**
 * Sends a request that waits for the locks of a transaction, and then another one. Commits as soon as
 * the other one waits too, or is answered.
 */
export const sendBothDuring = async <T>(
  app: Pick<App, 'strapi'>,
  change: (transaction: Knex.Transaction) => Promise<unknown>,
  [send, sendOther]: readonly [() => Promise<T>, () => Promise<T>],
): Promise<[T, T]> => {
  const transaction = await app.strapi.db.connection.transaction();
  await change(transaction);
  const response = send();
  response.catch(() => undefined);
  const isWaiting = async (): Promise<boolean> => (await countWaiting(app)) > 0;
  await until(isWaiting, Boolean, 'a request that waits for a lock');
  let isAnswered = false;
  const otherResponse = sendOther().finally(() => (isAnswered = true));
  otherResponse.catch(() => undefined);
  await until(
    async () => isAnswered || (await countWaiting(app)) > 1,
    Boolean,
    'another request that waits for a lock',
  );
  await transaction.commit();
  return Promise.all([response, otherResponse]);
};
