import { AsyncLocalStorage } from 'node:async_hooks';

/** Writes to the storage that one request has started. */
export type Writes = {
  /** Time of the first write by `performance.now()`; null before it. */
  firstAt: number | null;
  begun: Promise<unknown>[];
};

const current = new AsyncLocalStorage<Writes>();

/** Runs a request and adds its writes to `writes`. */
export const collectWrites = <T>(writes: Writes, request: () => Promise<T>): Promise<T> =>
  current.run(writes, request);

export const noWrites = (): Writes => ({ firstAt: null, begun: [] });

/** Adds a write to those of the current request; it may continue after the response. */
export const noteWrite = <T>(write: Promise<T>): Promise<T> => {
  current.getStore()?.begun.push(write);
  return write;
};

/** Returns the milliseconds since the running request began to write. */
export const writingFor = (): number => {
  const writes = current.getStore();
  if (writes === undefined) return 0;
  writes.firstAt ??= performance.now();
  return performance.now() - writes.firstAt;
};

/** Waits until all writes of a request have ended, successfully or not. */
export const waitForWrites = async ({ begun }: Writes): Promise<void> => {
  let settled = 0;
  while (settled < begun.length) {
    settled = begun.length;
    await Promise.allSettled(begun);
  }
};
