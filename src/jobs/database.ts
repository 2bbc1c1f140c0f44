import type { Knex } from 'knex';
import type PgBoss from 'pg-boss';

type Connection = { query: (sql: string, values?: unknown[]) => Promise<{ rows: unknown[] }> };

type Client = {
  acquireConnection: () => Promise<Connection>;
  releaseConnection: (connection: Connection) => Promise<void>;
};

/**
 * Lets the queue speak over the application's own connections: those of the pool or, given a
 * transaction, the one it runs on. The connection is used directly because Knex's `?` placeholders and
 * the queue's `$1` are not the same thing.
 */
export const queueDatabase = (knex: Knex): PgBoss.Db => ({
  async executeSql(sql, values) {
    const client = knex.client as Client;
    const connection = await client.acquireConnection();
    try {
      return await connection.query(sql, values);
    } catch (error) {
      // The queue's maintenance begins transactions of its own inside one statement.
      if (!knex.isTransaction) await connection.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      await client.releaseConnection(connection);
    }
  },
});

/** A JSON column's value: Strapi tells the driver to leave them as text. */
export const fromJson = (value: unknown): unknown =>
  typeof value === 'string' ? (JSON.parse(value) as unknown) : value;
