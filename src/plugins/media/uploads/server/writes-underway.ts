import { AsyncLocalStorage } from 'node:async_hooks';

/** The writes into the storage that one request has begun. */
export type Writes = {
  /** By `performance.now()`: when the first of them began; null before. */
  firstAt: number | null;
  begun: Promise<unknown>[];
};

const current = new AsyncLocalStorage<Writes>();

/** Runs a request, whose writes are added to `writes`. */
export const collectWrites = <T>(writes: Writes, request: () => Promise<T>): Promise<T> =>
  current.run(writes, request);

export const noWrites = (): Writes => ({ firstAt: null, begun: [] });

/** Adds a write to those of the running request; it may go on after the request has been answered. */
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

/** Waits until no write of a request is underway, however they end. */
export const settleWrites = async ({ begun }: Writes): Promise<void> => {
  let settled = 0;
  while (settled < begun.length) {
    settled = begun.length;
    await Promise.allSettled(begun);
  }
};
