import type { Client, PoolClient } from 'pg';
import { DatabaseAway, fromDatabaseSocket, isDatabaseAway } from './outage';

type AnyClient = Client | PoolClient;

type Callback = (error: unknown, result?: unknown) => void;

type Run = (...args: unknown[]) => Promise<unknown>;

/** The parts of a `pg` client that its types leave out. */
type Inside = {
  connection: { stream: { destroy: (error?: Error) => void } };
  processID: number | null;
  end: () => Promise<void>;
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

const isSubmittable = (query: unknown): boolean =>
  typeof (query as { submit?: unknown } | null)?.submit === 'function';

/**
 * Makes a connection run its queries one after the other. Strapi looks several things up side by side
 * within one transaction, that is on one connection; `pg` has queued such queries itself so far, warns
 * of it and will stop in version 9. It also notes where each failure comes from.
 *
 * It replaces `client.query`, which knex calls with a callback, and the job queue and the limits call
 * for a promise (https://node-postgres.com/apis/client#clientquery).
 */
export const guardClient = (client: AnyClient, { onAway }: Options): GuardedClient => {
  const inside = client as unknown as Inside;
  const { prototype } = client.constructor as { prototype: Pick<Client, 'query'> };
  // Looked up at each call: tools that trace queries replace it on the prototype, whenever they come.
  const run = (...args: unknown[]): Promise<unknown> =>
    Reflect.apply(prototype.query as unknown as Run, client, args);
  let last: Promise<unknown> | null = null;
  let since: number | null = null;

  const runNow = async (args: unknown[]): Promise<unknown> => {
    since = performance.now();
    try {
      return await run(...args);
    } catch (error) {
      fromDatabaseSocket(error);
      if (isDatabaseAway(error)) onAway(error);
      throw error;
    } finally {
      since = null;
    }
  };

  const runInTurn = (args: unknown[]): Promise<unknown> => {
    const answer = last === null ? runNow(args) : last.then(() => runNow(args));
    const settled: Promise<unknown> = answer.then(
      () => undefined,
      () => undefined,
    );
    last = settled;
    void settled.then(() => {
      if (last === settled) last = null;
    });
    return answer;
  };

  const query = (...args: unknown[]): unknown => {
    // A cursor or stream: it has callbacks of its own for every part of its answer.
    if (isSubmittable(args[0])) return run(...args);
    const callback = typeof args.at(-1) === 'function' ? (args.pop() as Callback) : undefined;
    const answer = runInTurn(args);
    if (callback === undefined) return answer;
    answer.then(
      (result) => callback(null, result),
      (error: unknown) => callback(error),
    );
    return undefined;
  };

  client.query = query as typeof client.query;
  // Without a listener an error between two queries would end the process.
  client.on('error', fromDatabaseSocket);

  const drop = (reason: string): void => {
    inside.connection.stream.destroy(new DatabaseAway(reason));
  };

  return {
    processId: () => inside.processID,
    busySince: () => since,
    drop,
    async close() {
      const overdue = setTimeout(() => drop('the server does not say goodbye'), LEAVE_MS);
      try {
        await inside.end();
      } finally {
        clearTimeout(overdue);
      }
    },
  };
};
