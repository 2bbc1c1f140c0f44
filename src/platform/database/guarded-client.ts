import { AsyncResource } from 'node:async_hooks';
import {
  destroyConnection,
  endConnection,
  processIdOf,
  replaceQuery,
  type AnyClient,
  type QueryCallback,
} from '../strapi/connection-pool';
import { normalizeValues } from '../nfc';
import {
  DatabaseUnavailable,
  fromDatabaseSocket,
  isDatabaseUnavailable,
  isOverdueStatement,
} from '../database-unavailable';

/**
 * PostgreSQL's code for statements in a transaction that has already failed. It does not give the
 * original error.
 */
const IN_FAILED_TRANSACTION = '25P02';

const getErrorCode = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/**
 * Returns a function that replaces follow-up errors on a connection by the original error. After a
 * failure in an outer transaction, Strapi still restores the entry's columns (`update` in
 * `@strapi/database`, dist/entity-manager/index.js). It then reports "current transaction is
 * aborted", which hides the violated constraint or the exhausted sequence.
 *
 * @returns maps a statement's error to the one that failed the transaction, or to itself
 */
const rememberFailure = (): ((error: unknown) => unknown) => {
  let failure: unknown;
  return (error) => {
    if (getErrorCode(error) !== IN_FAILED_TRANSACTION) failure = error;
    return failure ?? error;
  };
};

type WaitingQuery = {
  send: (done: QueryCallback) => void;
  callback: QueryCallback;
  /** The async context of the caller. */
  context: AsyncResource;
};

/** A connection that runs one query at a time and can be closed at once. */
export type GuardedClient = {
  /** Returns the id of the server process at the other end; null behind a proxy that hides it. */
  processId: () => number | null;
  /** Returns when the running query began, by `performance.now()`; null while idle. */
  busySince: () => number | null;
  /** Closes the connection at once. Pending queries fail. */
  drop: (reason: string) => void;
  /** Ends the connection normally, if the server responds. */
  close: () => Promise<void>;
};

/** Maximum time for the server to end a connection normally. */
const MAX_CLOSE_MS = 500;

type Options = {
  /**
   * Receives the error of each query that failed because the database is unavailable, or has ended
   * it for the time it took.
   */
  onUnavailable: (error: unknown) => void;
};

/**
 * Makes a connection run its queries sequentially. Strapi runs several lookups in parallel within
 * one transaction, which uses one connection. So far `pg` queues them itself, but it warns and will
 * stop in version 9. The guard also marks database errors, and gives later statements of a failed
 * transaction the original error. It sends all text in NFC, so that the database stores and
 * compares one form.
 *
 * Every query of the service passes here. Callbacks and bare async resources are used, because
 * promises or bound functions would add to the cost of each read.
 */
export const guardClient = (client: AnyClient, { onUnavailable }: Options): GuardedClient => {
  const queue: WaitingQuery[] = [];
  let since: number | null = null;
  const reasonOf = rememberFailure();

  const noteError = (error: unknown): void => {
    fromDatabaseSocket(error);
    if (isDatabaseUnavailable(error) || isOverdueStatement(error)) onUnavailable(error);
  };

  /** Must be called in the caller's async context. */
  const begin = ({ send, callback, context }: WaitingQuery): void => {
    since = performance.now();
    const end: QueryCallback = (error, result) => {
      since = null;
      const next = queue.shift();
      next?.context.runInAsyncScope(begin, undefined, next);
      if (error) context.runInAsyncScope(noteError, undefined, error);
      context.runInAsyncScope(callback, undefined, error ? reasonOf(error) : error, result);
    };
    try {
      send(end);
    } catch (error) {
      end(error);
    }
  };

  const run = (send: WaitingQuery['send'], callback: QueryCallback): void => {
    const waiting = { send, callback, context: new AsyncResource('GuardedQuery') };
    if (since === null) begin(waiting);
    else queue.push(waiting);
  };
  replaceQuery(client, run, normalizeValues);
  // Without a listener, an error between two queries would end the process.
  client.on('error', fromDatabaseSocket);

  const drop = (reason: string): void => destroyConnection(client, new DatabaseUnavailable(reason));

  return {
    processId: () => processIdOf(client),
    busySince: () => since,
    drop,
    async close() {
      const overdue = setTimeout(() => drop('the server does not say goodbye'), MAX_CLOSE_MS);
      try {
        await endConnection(client);
      } finally {
        clearTimeout(overdue);
      }
    },
  };
};
