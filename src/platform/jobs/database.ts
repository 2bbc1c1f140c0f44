import type { Knex } from 'knex';
import type PgBoss from 'pg-boss';
import { withConnection } from '../strapi/pooled-sql';

/**
 * Lets the queue speak over the application's own connections: those of the pool or, given a
 * transaction, the one it runs on. The connection is used directly because Knex's `?` placeholders and
 * the queue's `$1` are not the same thing.
 */
export const queueDatabase = (knex: Knex): PgBoss.Db => ({
  executeSql: (sql, values) =>
    withConnection(knex, async (connection) => {
      try {
        return await connection.query(sql, values);
      } catch (error) {
        // The queue's maintenance begins transactions of its own inside one statement.
        if (!knex.isTransaction) await connection.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    }),
});

/** A JSON column's value: Strapi tells the driver to leave them as text. */
export const fromJson = (value: unknown): unknown =>
  typeof value === 'string' ? (JSON.parse(value) as unknown) : value;
