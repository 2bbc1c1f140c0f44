import type { Knex } from 'knex';

type Connection = { query: (sql: string, values?: unknown[]) => Promise<{ rows: unknown[] }> };

type Client = {
  acquireConnection: () => Promise<Connection>;
  releaseConnection: (connection: Connection) => Promise<void>;
};

/** Runs a statement with `$1` placeholders and answers its rows. */
export type RunSql = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>;

/**
 * Runs statements on the pool's connections or, given a transaction, on its connection. It goes past Knex's
 * query builder because that one announces every statement to whoever listens for queries, and a heartbeat
 * is of no interest to them.
 */
export const sqlOn = (knex: Knex): RunSql => {
  const client = knex.client as Client;
  return async <Row>(sql: string, values?: unknown[]): Promise<Row[]> => {
    const connection = await client.acquireConnection();
    try {
      return (await connection.query(sql, values)).rows as Row[];
    } finally {
      await client.releaseConnection(connection);
    }
  };
};
