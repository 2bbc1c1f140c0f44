import type { Knex } from 'knex';
import type PgBoss from 'pg-boss';
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
