import { LRUCache } from 'lru-cache';
import { copyOf } from '../json';
import { buildDocumentKey, typeKey, type Dependencies, type DependencyKey } from './keys';

/** Position in the sequence of changes that this process has received. */
export type Moment = number;

/** Changes in the journal. A computation that outlasts so many has to be repeated. */
const JOURNAL_SIZE = 20_000;

/** A cache entry that is notified when one of its dependencies changes. */
export type Dependent = Dependencies & {
  readonly types: ReadonlySet<string>;
  /** Set by the index: whether it notifies this entry. */
  isListed?: boolean;
  /** @param key the changed key; null if any of its dependencies may have changed */
  onInvalidate: (key: DependencyKey | null) => void;
};

/**
 * The dependents of a key, and the one shared string of the key. Most keys have one dependent, so a
 * set for each would use more memory than the rest of its cache entry.
 */
type KeyEntry = { key: DependencyKey; dependents: Dependent | Set<Dependent> };

const listDependents = ({ dependents }: KeyEntry): Iterable<Dependent> =>
  dependents instanceof Set ? dependents : [dependents];

const addTo = (entry: KeyEntry, dependent: Dependent): void => {
  const { dependents } = entry;
  if (dependents instanceof Set) dependents.add(dependent);
  else if (dependents !== dependent) entry.dependents = new Set([dependents, dependent]);
};

/** @returns true if no dependent is left */
const removeFrom = ({ dependents }: KeyEntry, dependent: Dependent): boolean => {
  if (!(dependents instanceof Set)) return dependents === dependent;
  dependents.delete(dependent);
  return dependents.size === 0;
};

/** Dependents removed from the index in one turn of the event loop; one or two milliseconds. */
const REMOVALS_PER_TURN = 250;

/**
 * Creates the dependency index, which notifies cache entries of changes to their dependencies. A
 * notification costs as much as it has recipients, however large the cache is.
 *
 * A computation in progress has no entry yet. It notes the moment at which it began and calls
 * `hasChangedSince` at the end. If that returns true, the result must not be cached.
 */
export const createDependencyIndex = (journalSize = JOURNAL_SIZE) => {
  const entries = new Map<DependencyKey, KeyEntry>();
  const all = new Set<Dependent>();
  let now: Moment = 0;
  /** The journal: the last change of each key, oldest first, and of each whole type. */
  const changedKeys = new Map<DependencyKey, Moment>();
  const changedTypes = new Map<string, Moment>();
  /** Changes up to this moment are no longer in the journal. */
  let forgotten: Moment = 0;
  /** Removed dependents that are still in `entries`. They receive no notifications. */
  let removed: Dependent[] = [];

  const record = (keys: readonly DependencyKey[]): void => {
    now += 1;
    for (const key of keys) {
      changedKeys.delete(key);
      changedKeys.set(key, now);
    }
    for (const [key, moment] of changedKeys) {
      if (changedKeys.size <= journalSize) return;
      changedKeys.delete(key);
      forgotten = moment;
    }
  };

  const removeKeys = (dependent: Dependent): void => {
    for (const key of dependent.keys) {
      const entry = entries.get(key);
      if (entry !== undefined && removeFrom(entry, dependent)) entries.delete(key);
    }
  };

  /** Takes dependents out in batches: a channel has thousands, and requests should not wait. */
  const removeSomeKeys = (): void => {
    for (const dependent of removed.splice(-REMOVALS_PER_TURN)) removeKeys(dependent);
    if (removed.length > 0) setImmediate(removeSomeKeys);
  };

  const invalidate = (keys: readonly DependencyKey[]): void => {
    record(keys);
    for (const key of keys) {
      const entry = entries.get(key);
      if (entry === undefined) continue;
      for (const dependent of listDependents(entry)) {
        if (dependent.isListed === true) dependent.onInvalidate(key);
      }
    }
  };

  return {
    /** Returns the current position in the sequence of changes. */
    now: (): Moment => now,

    /** Returns true if a dependency has changed, or may have changed, since a moment. */
    hasChangedSince(dependencies: Dependencies, since: Moment): boolean {
      if (since === now) return false;
      if (since < forgotten) return true;
      for (const uid of dependencies.types) if ((changedTypes.get(uid) ?? 0) > since) return true;
      for (const key of dependencies.keys) if ((changedKeys.get(key) ?? 0) > since) return true;
      return false;
    },

    /** Returns the keys as shared strings, to save memory. */
    internKeys: (keys: Iterable<DependencyKey>): readonly DependencyKey[] =>
      Array.from(keys, (key) => entries.get(key)?.key ?? copyOf(key)),

    add(dependent: Dependent): void {
      all.add(dependent);
      dependent.isListed = true;
      for (const key of dependent.keys) {
        const entry = entries.get(key);
        if (entry !== undefined) addTo(entry, dependent);
        else entries.set(key, { key, dependents: dependent });
      }
    },

    remove(dependent: Dependent): void {
      if (!all.delete(dependent)) return;
      dependent.isListed = false;
      if (removed.push(dependent) === 1) setImmediate(removeSomeKeys);
    },

    invalidate,

    invalidateDocuments: (uid: string, documentIds: readonly string[]): void =>
      invalidate([typeKey(uid), ...documentIds.map(buildDocumentKey)]),

    /** Notifies all dependents of a type, because any of its documents may have changed. */
    invalidateType(uid: string): void {
      now += 1;
      changedTypes.set(uid, now);
      for (const dependent of [...all]) if (dependent.types.has(uid)) dependent.onInvalidate(null);
    },

    invalidateAll(): void {
      now += 1;
      forgotten = now;
      const notified = [...all];
      all.clear();
      entries.clear();
      removed = [];
      for (const dependent of notified) {
        dependent.isListed = false;
        dependent.onInvalidate(null);
      }
    },

    /** Returns the number of keys that have dependents. */
    size: (): number => entries.size,
  };
};

export type DependencyIndex = ReturnType<typeof createDependencyIndex>;

/** Approximate bytes of one dependency of one entry, in both directions. */
const BYTES_PER_KEY = 160;

type CacheEntry = Dependent & {
  readonly keys: readonly DependencyKey[] | ReadonlySet<DependencyKey>;
};

type Flight = { since: Moment; promise: Promise<Dependencies> };

/**
 * Cache of results that changes invalidate, bounded in bytes. It evicts the least recently used
 * entries. Entries larger than the cache are not cached.
 */
export class DependentCache<E extends CacheEntry> {
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
