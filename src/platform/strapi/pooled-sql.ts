import type { Knex } from 'knex';

type Connection = { query: (sql: string, values?: unknown[]) => Promise<{ rows: unknown[] }> };

type Client = {
  acquireConnection: () => Promise<Connection>;
  releaseConnection: (connection: Connection) => Promise<void>;
};

/** Runs a statement with `$1` placeholders and answers its rows. */
export type RunSql = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>;

/**
 * Lends the work a connection: one of the pool or, given a transaction, the one it runs on. What is asked of
 * it is PostgreSQL's own, with `$1` and not Knex's `?`.
 */
export const withConnection = async <Result>(
  knex: Knex,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> => {
  const client = knex.client as Client;
  const connection = await client.acquireConnection();
  try {
    return await work(connection);
  } finally {
    await client.releaseConnection(connection);
  }
};

/**
 * Runs statements on the pool's connections or, given a transaction, on its connection. It goes past Knex's
 * query builder because that one announces every statement to whoever listens for queries, and a heartbeat
 * is of no interest to them.
 */
export const sqlOn =
  (knex: Knex): RunSql =>
  <Row>(sql: string, values?: unknown[]) =>
    withConnection(knex, async (connection) => (await connection.query(sql, values)).rows as Row[]);
