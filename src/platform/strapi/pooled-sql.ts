import type { Knex } from 'knex';

type Connection = { query: (sql: string, values?: unknown[]) => Promise<{ rows: unknown[] }> };

type Client = {
  acquireConnection: () => Promise<Connection>;
  releaseConnection: (connection: Connection) => Promise<void>;
};

/** Runs a statement with `$1` placeholders and returns its rows. */
export type RunSql = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>;

/**
 * Runs work on a connection of the pool, or on that of a given transaction. Its statements use
 * PostgreSQL's `$1` and not Knex's `?`.
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
 * Returns a function that runs statements on a connection of the pool, or on that of a given
 * transaction. It bypasses Knex's query builder, which emits every statement to query listeners,
 * because heartbeats would be noise to them.
 */
export const createSqlRunner =
  (knex: Knex): RunSql =>
  <Row>(sql: string, values?: unknown[]) =>
    withConnection(knex, async (connection) => (await connection.query(sql, values)).rows as Row[]);
