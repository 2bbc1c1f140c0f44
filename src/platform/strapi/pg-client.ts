import type { Client, PoolClient } from 'pg';

export type AnyClient = Client | PoolClient;

export type QueryCallback = (error: unknown, result?: unknown) => void;

/** The parts of a `pg` client that its types omit. */
type Inside = {
  connection: { stream: { destroy: (error?: Error) => void } };
  processID: number | null;
  end: () => Promise<void>;
};

type Query = (...args: unknown[]) => unknown;

const insideOf = (client: AnyClient): Inside => client as unknown as Inside;

/** Returns the id of the server process at the other end; null behind a proxy that hides it. */
export const processIdOf = (client: AnyClient): number | null => insideOf(client).processID;

/** Closes a connection at once. Pending queries fail with the reason. */
export const destroyConnection = (client: AnyClient, reason: Error): void =>
  insideOf(client).connection.stream.destroy(reason);

/** Ends a connection normally. A pool's client has this method too, although its type omits it. */
export const endConnection = (client: AnyClient): Promise<void> => insideOf(client).end();

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
  const { values: own } = query as { values?: unknown };
  if (!Array.isArray(own)) return args;
  const prepared = prepare(own);
  return prepared === own ? args : [{ ...query, values: prepared }, ...args.slice(1)];
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

  const query: Query = (...given) => {
    if (isSubmittable(given[0])) return call(given);
    const args = prepareValues(given, prepare);
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
