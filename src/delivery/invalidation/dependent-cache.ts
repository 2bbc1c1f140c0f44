import { LRUCache } from 'lru-cache';
import type { DependencyIndex, Dependent, Moment } from './dependency-index';
import type { Dependencies, DependencyKey } from './keys';

/** Approximate bytes of one dependency of one entry, in both directions. */
const BYTES_PER_KEY = 160;

type Entry = Dependent & {
  readonly keys: readonly DependencyKey[] | ReadonlySet<DependencyKey>;
};

type Flight = { since: Moment; promise: Promise<Dependencies> };

/**
 * Cache of results that changes invalidate, bounded in bytes. It evicts the least recently used
 * entries. Entries larger than the cache are not cached.
 */
export class DependentCache<E extends Entry> {
  /** Each change of an entry's size replaces the holder, because the LRU cache counts it then. */
  readonly #holders: LRUCache<string, { entry: E }>;
  readonly #index: DependencyIndex;
  readonly #flights = new Map<string, Flight>();

  /** @param sizeOf returns the bytes of an entry besides its key and its dependency keys */
  constructor(index: DependencyIndex, maxBytes: number, sizeOf: (entry: E, key: string) => number) {
    this.#index = index;
    this.#holders = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ entry }, key) =>
        ('size' in entry.keys ? entry.keys.size : entry.keys.length) * BYTES_PER_KEY +
        key.length +
        sizeOf(entry, key),
      dispose: ({ entry }) => index.remove(entry),
    });
  }

  /** Returns an entry, and marks it as recently used. */
  find(key: string): E | undefined {
    return this.#holders.get(key)?.entry;
  }

  peek(key: string): E | undefined {
    return this.#holders.peek(key)?.entry;
  }

  /** Adds an entry, unless a dependency has changed since its computation began. */
  add(key: string, entry: E, since: Moment): void {
    if (this.#index.hasChangedSince(entry, since)) return;
    this.#holders.set(key, { entry });
    if (this.peek(key) === entry) this.#index.add(entry);
  }

  /** Counts the size of an entry again. Its dependencies must be the same. */
  resize(key: string): void {
    const holder = this.#holders.peek(key);
    if (holder) this.#holders.set(key, { entry: holder.entry }, { noDisposeOnSet: true });
  }

  delete(key: string): void {
    this.#holders.delete(key);
  }

  bytes(): number {
    return this.#holders.calculatedSize;
  }

  /**
   * Lets concurrent callers with the same key share one computation. A caller only receives a
   * result that began after its call, or whose dependencies have not changed since it began.
   */
  async join<T extends Dependencies>(
    key: string,
    compute: (since: Moment) => Promise<T>,
  ): Promise<T> {
    const calledAt = this.#index.now();
    for (;;) {
      // All computations of a cache return the same type.
      const flight = this.#flights.get(key) as (Flight & { promise: Promise<T> }) | undefined;
      if (flight === undefined) return this.#begin(key, compute);
      const result = await flight.promise;
      if (flight.since >= calledAt || !this.#index.hasChangedSince(result, flight.since)) {
        return result;
      }
    }
  }

  #begin<T extends Dependencies>(key: string, compute: (since: Moment) => Promise<T>): Promise<T> {
    const since = this.#index.now();
    const promise = compute(since).finally(() => {
      if (this.#flights.get(key)?.promise === promise) this.#flights.delete(key);
    });
    this.#flights.set(key, { since, promise });
    return promise;
  }
}
