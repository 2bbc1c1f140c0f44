import { inspect } from 'node:util';
import type { PoolClient } from 'pg';
import type { WithStrapi } from '../with-strapi';

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
export const poolCounts = ({ strapi }: WithStrapi): PoolCounts => {
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
  const giveBack = (connection: PoolClient): void => {
    void client.releaseConnection(connection);
  };
  const known = new WeakSet<PoolClient>();

  client.acquireConnection = async () => {
    try {
      return await wait(acquire, giveBack);
    } catch (error) {
      onError(error);
      throw error;
    }
  };
  client.pool.on('acquireSuccess', (_id, connection) => {
    if (known.has(connection)) return;
    known.add(connection);
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

const wordsOf = (message: unknown): string =>
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
  logger.debug = (message) => void strapi.log.debug(`knex: ${wordsOf(message)}`);
  logger.error = (message) => void strapi.log.error(`knex: ${wordsOf(message)}`);
  logger.warn = (message) => {
    const words = wordsOf(message);
    strapi.log.log(words.startsWith(LOST) ? 'debug' : 'warn', `knex: ${words}`);
  };
};
