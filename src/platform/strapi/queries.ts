import { hash } from 'node:crypto';
import type { Core, UID } from '@strapi/types';
import type { WithStrapi } from './with-strapi';

export type Transaction = Parameters<Parameters<Core.Strapi['db']['transaction']>[0]>[0]['trx'];

/** The database, or a transaction on it if one is given. */
export type Connection = WithStrapi & { trx?: Transaction };

/** By position (`?`) or by name (`:name`). */
type Bindings = readonly unknown[] | Readonly<Record<string, unknown>>;

type Result = { rows: Record<string, unknown>[]; rowCount: number };

/** Further properties of the query for `pg` (knex: `Raw.options`). */
type Options = { name: string };

type Statement = Promise<Result> & { options: (options: Options) => Promise<Result> };

/** Knex's types accept no array of unknown values and do not describe PostgreSQL's result. */
type Runner = { raw: (statement: string, bindings: Bindings) => Statement };

const getRunner = ({ strapi, trx }: Connection): Runner => (trx ?? strapi.db.connection) as Runner;

export const sql = (
  connection: Connection,
  statement: string,
  bindings: Bindings = [],
): Promise<Result> => getRunner(connection).raw(statement, bindings);

/**
 * Runs SQL as a prepared statement, which the server parses and plans once a connection. Use it for
 * long, frequent and constant statements: planning one that reads an entry costs several times its
 * execution.
 */
export const runPreparedSql = (
  connection: Connection,
  statement: string,
  bindings: Bindings,
): Promise<Result> =>
  getRunner(connection)
    .raw(statement, bindings)
    .options({ name: hash('sha1', statement) });

/**
 * Reads in the current transaction, if there is one. Holding one connection while waiting for
 * another can deadlock. If all connections of the pool do so, they wait for each other, and the
 * service stops.
 */
export const inRunningTransaction = async <T>(
  { strapi }: WithStrapi,
  read: (connection: Connection) => Promise<T>,
): Promise<T> =>
  strapi.db.inTransaction()
    ? await strapi.db.transaction(({ trx }) => read({ strapi, trx }))
    : await read({ strapi });

/** Runs SQL in the current transaction, if there is one: see {@link inRunningTransaction}. */
export const runSqlInTransaction = (
  { strapi }: WithStrapi,
  statement: string,
  bindings: Bindings = [],
): Promise<Result> =>
  inRunningTransaction({ strapi }, (connection) => sql(connection, statement, bindings));

/** Milliseconds since 1970 by the database's clock, in SQL. All processes share this clock. */
export const databaseNowSql = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Returns the database's time, in the current transaction if there is one. */
export const readDatabaseTime = async ({ strapi }: WithStrapi): Promise<number> => {
  const { rows } = await inRunningTransaction({ strapi }, (connection) =>
    sql(connection, `select ${databaseNowSql} as now`),
  );
  return Number(rows[0]?.now ?? Date.now());
};

type WhereClause = { where?: object };

type Query<Row, Selected extends keyof Row, Populated extends keyof Row> = WhereClause & {
  /** All columns by default. */
  select?: Selected[];
  populate?: Record<Populated, object>;
  orderBy?: object;
  limit?: number;
  offset?: number;
};

/** The part of Strapi's query engine in use, with the type of its rows. */
export type Table<Row> = {
  findOne: <Selected extends keyof Row = keyof Row, Populated extends keyof Row = never>(
    query: Query<Row, Selected, Populated>,
  ) => Promise<Pick<Row, Selected | Populated> | null>;
  findMany: <Selected extends keyof Row = keyof Row, Populated extends keyof Row = never>(
    query: Query<Row, Selected, Populated>,
  ) => Promise<Pick<Row, Selected | Populated>[]>;
  count: (query: WhereClause) => Promise<number>;
  create: (query: { data: object }) => Promise<Row>;
  update: (query: WhereClause & { data: object }) => Promise<Row>;
  updateMany: (query: WhereClause & { data: object }) => Promise<{ count: number }>;
  deleteMany: (query: WhereClause) => Promise<{ count: number }>;
};

/**
 * Returns the rows of a content type. Strapi's query engine returns `any`, so the row type is
 * declared once here.
 */
export const getTable = <Row>({ strapi }: WithStrapi, uid: UID.ContentType): Table<Row> =>
  strapi.db.query(uid);
