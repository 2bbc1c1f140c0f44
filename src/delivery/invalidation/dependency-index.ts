import { copyOf } from '../json';
import { documentKey, typeKey, type Dependencies, type DependencyKey } from './keys';

/** Position in the sequence of changes that this process has received. */
export type Moment = number;

/**
 * Number of changes in the journal. A computation that outlasts so many changes has to be repeated.
 */
const JOURNAL_SIZE = 20_000;

/**
 * Creates a journal of the last change of each key, as far back as computations can still be
 * running.
 */
export const createJournal = (maxKeys = JOURNAL_SIZE) => {
  let now: Moment = 0;
  /** Changes up to this moment are no longer in the journal. */
  let forgotten: Moment = 0;
  /** Ordered by age, oldest first. */
  const keys = new Map<DependencyKey, Moment>();
  const types = new Map<string, Moment>();

  const forgetOldest = (): void => {
    for (const [key, moment] of keys) {
      if (keys.size <= maxKeys) return;
      keys.delete(key);
      forgotten = moment;
    }
  };

  return {
    now: (): Moment => now,

    record(changed: readonly DependencyKey[]): void {
      now += 1;
      for (const key of changed) {
        keys.delete(key);
        keys.set(key, now);
      }
      forgetOldest();
    },

    recordType(uid: string): void {
      now += 1;
      types.set(uid, now);
    },

    recordAll(): void {
      now += 1;
      forgotten = now;
    },

    /** Returns true if a dependency has changed since a moment. */
    hasChangedSince: (dependencies: Dependencies, since: Moment): boolean => {
      if (since === now) return false;
      if (since < forgotten) return true;
      for (const uid of dependencies.types) if ((types.get(uid) ?? 0) > since) return true;
      for (const key of dependencies.keys) if ((keys.get(key) ?? 0) > since) return true;
      return false;
    },
  };
};

/** A cache entry that is notified when one of its dependencies changes. */
export type Dependent = Dependencies & {
  readonly types: ReadonlySet<string>;
  /** @param key the changed key; null if any of its dependencies may have changed */
  onInvalidate: (key: DependencyKey | null) => void;
};

/**
 * The dependents of a key, and the one shared string of the key. Most keys have one dependent, so a
 * set for each would use more memory than the rest of its cache entry.
 */
type Entry = { key: DependencyKey; dependents: Dependent | Set<Dependent> };

const dependentsOf = ({ dependents }: Entry): Iterable<Dependent> =>
  dependents instanceof Set ? dependents : [dependents];

const addTo = (entry: Entry, dependent: Dependent): void => {
  const { dependents } = entry;
  if (dependents instanceof Set) dependents.add(dependent);
  else if (dependents !== dependent) entry.dependents = new Set([dependents, dependent]);
};

/** @returns true if no dependent is left */
const removeFrom = ({ dependents }: Entry, dependent: Dependent): boolean => {
  if (!(dependents instanceof Set)) return dependents === dependent;
  dependents.delete(dependent);
  return dependents.size === 0;
};

/** Approximate bytes of one dependency of one dependent, in both directions. */
export const BYTES_PER_KEY = 160;

/**
 * Number of dependents removed from the index in one turn of the event loop; one or two
 * milliseconds.
 */
const REMOVALS_PER_TURN = 250;

/**
 * Creates the dependency index, which notifies cache entries of changes to their dependencies. A
 * notification costs as much as it has recipients, however large the cache is.
 *
 * A computation in progress has no entry yet. It notes the moment at which it began and calls
 * `hasChangedSince` at the end. If that returns true, the result must not be cached.
 */
export const createDependencyIndex = () => {
  const entries = new Map<DependencyKey, Entry>();
  const all = new Set<Dependent>();
  const journal = createJournal();
  /**
   * Removed dependents that still have to be taken out of `entries`. They receive no notifications.
   */
  let removed: Dependent[] = [];

  const removeKeys = (dependent: Dependent): void => {
    for (const key of dependent.keys) {
      const entry = entries.get(key);
      if (entry !== undefined && removeFrom(entry, dependent)) entries.delete(key);
    }
  };

  /**
   * Takes removed dependents out in batches. A channel can have thousands, and requests should not
   * wait for all of them.
   */
  const removeSomeKeys = (): void => {
    for (const dependent of removed.splice(-REMOVALS_PER_TURN)) removeKeys(dependent);
    if (removed.length > 0) setImmediate(removeSomeKeys);
  };

  const invalidateKeys = (keys: readonly DependencyKey[]): void => {
    journal.record(keys);
    for (const key of keys) {
      const entry = entries.get(key);
      if (entry === undefined) continue;
      for (const dependent of dependentsOf(entry)) {
        if (all.has(dependent)) dependent.onInvalidate(key);
      }
    }
  };

  return {
    now: journal.now,

    /** Returns true if a dependency has changed since a moment. */
    hasChangedSince: journal.hasChangedSince,

    /** Returns the keys as shared strings, to save memory. */
    internKeys: (keys: Iterable<DependencyKey>): readonly DependencyKey[] =>
      Array.from(keys, (key) => entries.get(key)?.key ?? copyOf(key)),

    add(dependent: Dependent): void {
      all.add(dependent);
      for (const key of dependent.keys) {
        const entry = entries.get(key);
        if (entry !== undefined) addTo(entry, dependent);
        else entries.set(key, { key, dependents: dependent });
      }
    },

    remove(dependent: Dependent): void {
      if (!all.delete(dependent)) return;
      if (removed.push(dependent) === 1) setImmediate(removeSomeKeys);
    },

    /** Notifies the dependents of changed keys. */
    invalidate: invalidateKeys,

    /** Notifies the dependents of changed documents and of their type. */
    invalidateDocuments: (uid: string, documentIds: readonly string[]): void =>
      invalidateKeys([typeKey(uid), ...documentIds.map(documentKey)]),

    /** Notifies all dependents of a type, because any of its documents may have changed. */
    invalidateType(uid: string): void {
      journal.recordType(uid);
      for (const dependent of [...all]) if (dependent.types.has(uid)) dependent.onInvalidate(null);
    },

    /** Notifies all dependents, because anything may have changed. */
    invalidateAll(): void {
      journal.recordAll();
      const notified = [...all];
      all.clear();
      entries.clear();
      removed = [];
      for (const dependent of notified) dependent.onInvalidate(null);
    },

    /** Returns the number of keys that have dependents. */
    size: (): number => entries.size,
  };
};

export type DependencyIndex = ReturnType<typeof createDependencyIndex>;

type Flight<T> = { since: Moment; promise: Promise<T> };

/**
 * Creates a group in which concurrent callers with the same key share one computation. A caller
 * only receives a result that began after its call, or whose dependencies have not changed since it
 * began.
 */
export const createFlights = <T>(
  index: Pick<DependencyIndex, 'now' | 'hasChangedSince'>,
  dependenciesOf: (result: T) => Dependencies,
) => {
  const flights = new Map<string, Flight<T>>();

  const begin = (key: string, make: (since: Moment) => Promise<T>): Promise<T> => {
    const since = index.now();
    const flight: Flight<T> = {
      since,
      promise: make(since).finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      }),
    };
    flights.set(key, flight);
    return flight.promise;
  };

  return {
    async join(key: string, make: (since: Moment) => Promise<T>): Promise<T> {
      const calledAt = index.now();
      for (;;) {
        const flight = flights.get(key);
        if (flight === undefined) return begin(key, make);
        const result = await flight.promise;
        if (
          flight.since >= calledAt ||
          !index.hasChangedSince(dependenciesOf(result), flight.since)
        ) {
          return result;
        }
      }
    },
  };
};
