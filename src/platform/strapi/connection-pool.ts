import { inspect } from 'node:util';
import type { PoolClient } from 'pg';
import type { WithStrapi } from '../with-strapi';

/** What knex has to say; unless told otherwise, it prints it past Strapi's log. */
type KnexLogger = Record<'debug' | 'warn' | 'error', (message: unknown) => void>;

/** Of knex's client: where connections come from, and tarn's pool behind it, which is an emitter. */
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

/** The connections of a pool: lent out, idle, and how many wait for one. */
export type PoolCounts = { used: number; free: number; waiting: number };

/** Strapi's pool, by what tarn documents. */
export const poolCounts = ({ strapi }: WithStrapi): PoolCounts => {
  const { pool } = strapi.db.connection.client as KnexClient;
  return { used: pool.numUsed(), free: pool.numFree(), waiting: pool.numPendingAcquires() };
};

type Options = {
  /** Gives a connection to whoever waits for it; one that came too late is given back. */
  wait: <T>(work: () => Promise<T>, onLate?: (answer: T) => void) => Promise<T>;
  /** Hears why somebody did not get a connection. */
  onError: (error: unknown) => void;
  /** Hears of every connection once, before its first query of the application. */
  onConnection: (connection: PoolClient) => void;
  /** A connection was opened. */
  onOpened: () => void;
  /** A connection could not be opened. */
  onOpenFailed: () => void;
};

/**
 * Stands at the pool that Strapi, the job queue and the limits take their connections from.
 *
 * Knex has no option for any of this. It relies on `client.acquireConnection` being what every query and
 * transaction outside another one calls (knex/lib/execution/runner.js and transaction.js), and on the
 * pool's events (documented by tarn); `acquireSuccess` comes before whoever asked has the connection.
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
 * Keeps knex from handing out a connection again that has failed: the socket's end, which knex waits for,
 * may come a moment later. The mark is the one that knex itself leaves and looks at then
 * (knex/lib/dialects/postgres/index.js and client.js).
 */
export const disposeConnection = (connection: PoolClient, reason: unknown): void => {
  Object.assign(connection, { __knex__disposed: reason });
};

const wordsOf = (message: unknown): string =>
  typeof message === 'string' ? message : inspect(message);

/** What knex says of each connection that it finds lost (knex/lib/client.js and dialects/postgres/index.js). */
const LOST = 'Connection Error: ';

/**
 * Has knex speak through Strapi's log, in its form. A lost connection is for those who look closely: that the database
 * is away, or only reads, is said once by whoever knows, and not by each connection that meets with it.
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
