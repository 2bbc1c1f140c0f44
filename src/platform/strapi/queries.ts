import { hash } from 'node:crypto';
import type { Core, UID } from '@strapi/types';
import type { WithStrapi } from '../with-strapi';

export type Transaction = Parameters<Parameters<Core.Strapi['db']['transaction']>[0]>[0]['trx'];

/** The database, or a transaction on it where one is given. */
type Connection = WithStrapi & { trx?: Transaction };

/** By their order (`?`), or by name (`:name`). */
type Bindings = readonly unknown[] | Readonly<Record<string, unknown>>;

type Result = { rows: Record<string, unknown>[]; rowCount: number };

/** Further properties of the query as `pg` takes it (knex: `Raw.options`). */
type Options = { name: string };

type Statement = Promise<Result> & { options: (options: Options) => Promise<Result> };

/** Knex's types know no array of unknown values, and not what PostgreSQL answers. */
type Runner = { raw: (statement: string, bindings: Bindings) => Statement };

const runnerOf = ({ strapi, trx }: Connection): Runner => (trx ?? strapi.db.connection) as Runner;

/** Runs SQL. */
export const sql = (
  connection: Connection,
  statement: string,
  bindings: Bindings = [],
): Promise<Result> => runnerOf(connection).raw(statement, bindings);

/**
 * Runs SQL that the server parses and plans once for a connection. For statements that are long, run often, and are
 * the same every time: planning one that takes an entry apart costs several times what running it does.
 */
export const preparedSql = (
  connection: Connection,
  statement: string,
  bindings: Bindings,
): Promise<Result> =>
  runnerOf(connection)
    .raw(statement, bindings)
    .options({ name: hash('sha1', statement) });

/**
 * Reads in the transaction that is running, where one is. Whoever holds a connection and waits for a second one keeps others
 * from theirs: as many at once as the pool has connections would wait for each other, and the service with them.
 */
export const inRunningTransaction = async <T>(
  { strapi }: WithStrapi,
  read: (connection: Connection) => Promise<T>,
): Promise<T> =>
  strapi.db.inTransaction()
    ? await strapi.db.transaction(({ trx }) => read({ strapi, trx }))
    : await read({ strapi });

/** Milliseconds since 1970 by the database's clock, in SQL: the one clock that all processes share. */
export const databaseNowSql = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** What the database's clock says, in the transaction that is running where one is. */
export const databaseNow = async ({ strapi }: WithStrapi): Promise<number> => {
  const { rows } = await inRunningTransaction({ strapi }, (connection) =>
    sql(connection, `select ${databaseNowSql} as now`),
  );
  return Number(rows[0]?.now ?? Date.now());
};

type Where = { where?: object };

type Query<Row, Selected extends keyof Row, Populated extends keyof Row> = Where & {
  /** All columns unless told. */
  select?: Selected[];
  populate?: Record<Populated, object>;
  orderBy?: object;
  limit?: number;
  offset?: number;
};

/** The part of Strapi's query engine that is used, with the type of the rows. */
export type Table<Row> = {
  findOne: <Selected extends keyof Row = keyof Row, Populated extends keyof Row = never>(
    query: Query<Row, Selected, Populated>,
  ) => Promise<Pick<Row, Selected | Populated> | null>;
  findMany: <Selected extends keyof Row = keyof Row, Populated extends keyof Row = never>(
    query: Query<Row, Selected, Populated>,
  ) => Promise<Pick<Row, Selected | Populated>[]>;
  count: (query: Where) => Promise<number>;
  create: (query: { data: object }) => Promise<Row>;
  update: (query: Where & { data: object }) => Promise<Row>;
  updateMany: (query: Where & { data: object }) => Promise<{ count: number }>;
  deleteMany: (query: Where) => Promise<{ count: number }>;
};

/**
 * The rows of a content type. Strapi's query engine itself answers `any`: what a type's rows hold is said
 * once, where it is opened, instead of at each query.
 */
export const tableOf = <Row>({ strapi }: WithStrapi, uid: UID.ContentType): Table<Row> =>
  strapi.db.query(uid);
