import type { EventEmitter } from 'node:events';
import { inspect } from 'node:util';
import type { Client, PoolClient } from 'pg';
import type { WithStrapi } from './with-strapi';

/** knex's logger, which by default bypasses Strapi's log. */
type KnexLogger = Record<'debug' | 'warn' | 'error', (message: unknown) => void>;

/** The part of knex's client that manages connections. tarn's pool is an event emitter. */
type KnexClient = {
  logger: KnexLogger;
  acquireConnection: () => Promise<PoolClient>;
  releaseConnection: (connection: PoolClient) => Promise<void>;
  pool: {
    on: (
      event: 'acquireSuccess' | 'createSuccess' | 'createFail',
      hear: (id: number, connection: PoolClient) => void,
    ) => void;
    numUsed: () => number;
    numFree: () => number;
    numPendingAcquires: () => number;
  };
};

/** Number of connections of a pool that are used and free, and of queries that wait for one. */
export type PoolCounts = { used: number; free: number; waiting: number };

/** Returns the counts of Strapi's pool, with tarn's documented methods. */
export const countPoolConnections = ({ strapi }: WithStrapi): PoolCounts => {
  const { pool } = strapi.db.connection.client as KnexClient;
  return { used: pool.numUsed(), free: pool.numFree(), waiting: pool.numPendingAcquires() };
};

type Options = {
  /** Waits for a connection. One that arrives too late is passed to `onLate`. */
  wait: <T>(work: () => Promise<T>, onLate?: (answer: T) => void) => Promise<T>;
  /** Receives the reason when no connection was available. */
  onError: (error: unknown) => void;
  /** Receives every new connection once, before its first query of the application. */
  onConnection: (connection: PoolClient) => void;
  /** Called when a connection was opened. */
  onOpened: () => void;
  /** Called when a connection could not be opened. */
  onOpenFailed: () => void;
};

/**
 * Monitors the pool from which Strapi, the job queue and the rate limits take their connections.
 *
 * Knex has no option for this. It relies on two facts. Every query, and every outer transaction,
 * calls `client.acquireConnection` (knex/lib/execution/runner.js and transaction.js). tarn
 * documents the pool's events, and `acquireSuccess` comes before the caller receives the
 * connection.
 */
export const watchConnectionPool = (
  { strapi }: WithStrapi,
  { wait, onError, onConnection, onOpened, onOpenFailed }: Options,
): void => {
  const client = strapi.db.connection.client as KnexClient;
  const acquire = client.acquireConnection.bind(client);
  const returnConnection = (connection: PoolClient): void => {
    void client.releaseConnection(connection);
  };
  const watchedClients = new WeakSet<PoolClient>();

  client.acquireConnection = async () => {
    try {
      return await wait(acquire, returnConnection);
    } catch (error) {
      onError(error);
      throw error;
    }
  };
  client.pool.on('acquireSuccess', (_id, connection) => {
    if (watchedClients.has(connection)) return;
    watchedClients.add(connection);
    onConnection(connection);
  });
  client.pool.on('createSuccess', onOpened);
  client.pool.on('createFail', onOpenFailed);
};

/**
 * Keeps knex from reusing a failed connection. Knex waits for the socket's end, which may come
 * later. The mark is the one that knex itself sets and checks (knex/lib/dialects/postgres/index.js
 * and client.js).
 */
export const disposeConnection = (connection: PoolClient, reason: unknown): void => {
  Object.assign(connection, { __knex__disposed: reason });
};

const formatMessage = (message: unknown): string =>
  typeof message === 'string' ? message : inspect(message);

/**
 * Prefix of knex's message about a lost connection (knex/lib/client.js and
 * dialects/postgres/index.js).
 */
const LOST = 'Connection Error: ';

/**
 * Writes knex's messages to Strapi's log. Lost connections are logged at debug level: the
 * connection monitor reports once that the database is unavailable or read-only.
 */
export const logThroughStrapi = ({ strapi }: WithStrapi): void => {
  const { logger } = strapi.db.connection.client as KnexClient;
  logger.debug = (message) => void strapi.log.debug(`knex: ${formatMessage(message)}`);
  logger.error = (message) => void strapi.log.error(`knex: ${formatMessage(message)}`);
  logger.warn = (message) => {
    const words = formatMessage(message);
    strapi.log.log(words.startsWith(LOST) ? 'debug' : 'warn', `knex: ${words}`);
  };
};

export type AnyClient = Client | PoolClient;

export type QueryCallback = (error: unknown, result?: unknown) => void;

/** The parts of a `pg` client that its types omit. `connection` emits the server's messages. */
type Inside = {
  connection: EventEmitter & { stream: { destroy: (error?: Error) => void } };
  processID: number | null;
  end: () => Promise<void>;
};

type Query = (...args: unknown[]) => unknown;

const getInternals = (client: AnyClient): Inside => client as unknown as Inside;

/** Returns the id of the server process at the other end; null behind a proxy that hides it. */
export const processIdOf = (client: AnyClient): number | null => getInternals(client).processID;

/** Closes a connection at once. Pending queries fail with the reason. */
export const destroyConnection = (client: AnyClient, reason: Error): void =>
  getInternals(client).connection.stream.destroy(reason);

/** Ends a connection normally. A pool's client has this method too, although its type omits it. */
export const endConnection = (client: AnyClient): Promise<void> => getInternals(client).end();

/** Returns whether a query is a cursor or stream, which has its own callbacks. */
const isSubmittable = (query: unknown): boolean =>
  typeof (query as { submit?: unknown } | null)?.submit === 'function';

type Prepare = (values: readonly unknown[]) => readonly unknown[];

/**
 * Returns the arguments of a query with other values: `query({ text, values })` or `query(text,
 * values)`.
 */
const prepareValues = (args: unknown[], prepare: Prepare): unknown[] => {
  const [query, values, ...rest] = args;
  if (Array.isArray(values)) return [query, prepare(values), ...rest];
  if (typeof query !== 'object' || query === null) return args;
  const { values: statementValues } = query as { values?: unknown };
  if (!Array.isArray(statementValues)) return args;
  const prepared = prepare(statementValues);
  return prepared === statementValues ? args : [{ ...query, values: prepared }, ...args.slice(1)];
};

/**
 * Replaces a client's `query` by `run`. Knex and pools call it with a callback, others use the
 * promise (https://node-postgres.com/apis/client#clientquery).
 *
 * @param run must call `send`, which passes a query to the server
 * @param prepare returns the values that the server receives; the same list if it changes none
 */
export const replaceQuery = (
  client: AnyClient,
  run: (send: (done: QueryCallback) => void, callback: QueryCallback) => void,
  prepare: Prepare,
): void => {
  const { prototype } = client.constructor as { prototype: { query: Query } };
  // Looked up at each call, because tracing tools may replace it on the prototype at any time.
  const call = (args: unknown[]): unknown => Reflect.apply(prototype.query, client, args);

  const query: Query = (...received) => {
    if (isSubmittable(received[0])) return call(received);
    const args = prepareValues(received, prepare);
    const send = (done: QueryCallback): void => void call([...args, done]);
    if (typeof args.at(-1) === 'function') {
      run(send, args.pop() as QueryCallback);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      run(send, (error, result) => {
        // Rejected unchanged, because callers identify its origin by the object.
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
        if (error) reject(error);
        else resolve(result);
      });
    });
  };
  client.query = query as typeof client.query;
};

/**
 * Command tags of writes that changed at least one row. Queues look for work every second with an
 * UPDATE that changes none.
 */
const WRITES = /^(?:TRUNCATE|(?:INSERT|UPDATE|DELETE|MERGE|COPY)\b.* [1-9]\d*$)/;

/**
 * Calls `wrote` when a transaction of this process that wrote rows has ended, before its caller
 * learns of it. It monitors the connections below Strapi and knex, so that no write is missed.
 *
 * It relies on pg's `client.connection`, which emits each message of the server by its name
 * (pg/lib/connection.js). These are `commandComplete` with the command's tag, `readyForQuery` with
 * the transaction's state.
 */
export const watchOwnWrites = ({ strapi }: WithStrapi, wrote: () => void): void => {
  const watched = new WeakSet<EventEmitter>();

  const watch = (client: PoolClient): void => {
    const { connection } = getInternals(client);
    if (watched.has(connection)) return;
    watched.add(connection);
    let hasWritten = false;
    connection.on('commandComplete', ({ text }: { text: string }) => {
      if (WRITES.test(text)) hasWritten = true;
    });
    connection.on('readyForQuery', ({ status }: { status: string }) => {
      if (!hasWritten || status !== 'I') return;
      hasWritten = false;
      wrote();
    });
  };

  const { pool } = strapi.db.connection.client as KnexClient;
  pool.on('acquireSuccess', (_id, client) => watch(client));
};
