import type { Knex } from 'knex';
import type PgBoss from 'pg-boss';
import { toStorableText } from '../nfc';
import { getCurrentRequestId } from '../request-id';
import { withConnection } from '../strapi/pooled-sql';

/**
 * Returns the queue's access to the database over the application's own connections: those of the
 * pool, or that of a transaction. The connection is used directly, because Knex's `?` placeholders
 * differ from the queue's `$1`.
 */
export const queueDatabase = (knex: Knex): PgBoss.Db => ({
  executeSql: (sql, values) =>
    withConnection(knex, async (connection) => {
      try {
        return await connection.query(sql, values);
      } catch (error) {
        // The queue's maintenance starts its own transactions inside one statement.
        if (!knex.isTransaction) await connection.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    }),
});

/** Returns the value of a JSON column. Strapi configures the driver to return JSON as text. */
export const fromJson = (value: unknown): unknown =>
  typeof value === 'string' ? (JSON.parse(value) as unknown) : value;

/**
 * Returns the text of a JSON column for a value. Messages may quote the beginning of a text, which
 * may end within an emoji.
 */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? toStorableText(part) : part,
  );

/** Properties that are stored beside a job's own data. */
type Cause = { requestId?: string };

/**
 * Returns a job's data with the id of the request that has caused it, so that logs and outgoing
 * calls can contain the id.
 */
export const withCause = (data: object): object => {
  const requestId = getCurrentRequestId();
  return requestId === undefined ? data : { ...data, requestId };
};

/**
 * Returns the data as passed to {@link withCause}, and its cause.
 *
 * @param stored null for a job that pg-boss or a person has queued without data
 */
export const withoutCause = (stored: (Cause & object) | null): Cause & { data: object } => {
  const { requestId, ...data }: Cause = stored ?? {};
  return { data, ...(requestId !== undefined && { requestId }) };
};
