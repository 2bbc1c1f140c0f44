import { AsyncResource } from 'node:async_hooks';
import {
  destroyConnection,
  endConnection,
  processIdOf,
  replaceQuery,
  type AnyClient,
  type QueryCallback,
} from '../strapi/pg-client';
import { normalizeValues } from './nfc';
import { rememberFailure } from './failed-transaction';
import { DatabaseAway, fromDatabaseSocket, isDatabaseAway } from './outage';

type Waiting = {
  send: (done: QueryCallback) => void;
  callback: QueryCallback;
  /** The context of whoever asked. */
  context: AsyncResource;
};

/** A connection that runs one query at a time and can be given up. */
export type GuardedClient = {
  /** The number of the server's process at the other end; null behind something that hides it. */
  processId: () => number | null;
  /** When the query began that runs now, by `performance.now()`; null while none does. */
  busySince: () => number | null;
  /** Ends the connection at once, whatever the other side does: what waits for it fails. */
  drop: (reason: string) => void;
  /** Takes leave of the server, if it listens. */
  close: () => Promise<void>;
};

/** How long a server may take to end a connection that takes its leave. */
const LEAVE_MS = 500;

type Options = {
  /** Hears of each query that failed because the database is away. */
  onAway: (error: unknown) => void;
};

/**
 * Makes a connection run its queries one after the other. Strapi looks several things up side by side
 * within one transaction, that is on one connection; `pg` has queued such queries itself so far, warns
 * of it and will stop in version 9. It also notes where each failure comes from, and has what comes after
 * one in its transaction fail for the same reason. It sends all text in NFC, so that the database stores and compares one
 * form of it.
 *
 * Every query of the service passes here, so it is done with callbacks, and contexts are kept as bare
 * resources: promises, or a bound function, for each of them are a part of what a read costs.
 */
export const guardClient = (client: AnyClient, { onAway }: Options): GuardedClient => {
  const queue: Waiting[] = [];
  let since: number | null = null;
  const reasonOf = rememberFailure();

  const noteError = (error: unknown): void => {
    fromDatabaseSocket(error);
    if (isDatabaseAway(error)) onAway(error);
  };

  /** Must be called in the context of whoever asked. */
  const begin = ({ send, callback, context }: Waiting): void => {
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

  const run = (send: Waiting['send'], callback: QueryCallback): void => {
    const waiting = { send, callback, context: new AsyncResource('GuardedQuery') };
    if (since === null) begin(waiting);
    else queue.push(waiting);
  };
  replaceQuery(client, run, normalizeValues);
  // Without a listener an error between two queries would end the process.
  client.on('error', fromDatabaseSocket);

  const drop = (reason: string): void => destroyConnection(client, new DatabaseAway(reason));

  return {
    processId: () => processIdOf(client),
    busySince: () => since,
    drop,
    async close() {
      const overdue = setTimeout(() => drop('the server does not say goodbye'), LEAVE_MS);
      try {
        await endConnection(client);
      } finally {
        clearTimeout(overdue);
      }
    },
  };
};
