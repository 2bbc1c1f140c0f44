import type { Client, PoolClient } from 'pg';

export type AnyClient = Client | PoolClient;

export type QueryCallback = (error: unknown, result?: unknown) => void;

/** Of a `pg` client, what its types leave out. */
type Inside = {
  connection: { stream: { destroy: (error?: Error) => void } };
  processID: number | null;
  end: () => Promise<void>;
};

type Query = (...args: unknown[]) => unknown;

const insideOf = (client: AnyClient): Inside => client as unknown as Inside;

/** The number of the server's process at the other end; null behind something that hides it. */
export const processIdOf = (client: AnyClient): number | null => insideOf(client).processID;

/** Ends a connection at once, whatever the other side does: what waits for it fails with the reason. */
export const destroyConnection = (client: AnyClient, reason: Error): void =>
  insideOf(client).connection.stream.destroy(reason);

/** Takes leave of the server; a pool's client has this as well, although its type does not say so. */
export const endConnection = (client: AnyClient): Promise<void> => insideOf(client).end();

/** A cursor or stream: it has callbacks of its own for every part of its answer. */
const isSubmittable = (query: unknown): boolean =>
  typeof (query as { submit?: unknown } | null)?.submit === 'function';

type Prepare = (values: readonly unknown[]) => readonly unknown[];

/** Returns the arguments of a query with other values: `query({ text, values })` or `query(text, values)`. */
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
 * Puts `run` in the place of a client's `query`, which knex and pools call with a callback, and others for a
 * promise (https://node-postgres.com/apis/client#clientquery).
 *
 * @param run is to see to it that `send` is called, which hands a query to the server
 * @param prepare returns the values that the server receives, the same list where it changes none
 */
export const replaceQuery = (
  client: AnyClient,
  run: (send: (done: QueryCallback) => void, callback: QueryCallback) => void,
  prepare: Prepare,
): void => {
  const { prototype } = client.constructor as { prototype: { query: Query } };
  // Looked up at each call: tools that trace queries replace it on the prototype, whenever they come.
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
        // As it came: who it is from is known by the object.
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
        if (error) reject(error);
        else resolve(result);
      });
    });
  };
  client.query = query as typeof client.query;
};
