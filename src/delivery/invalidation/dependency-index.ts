import { copyOf } from '../json';
import { documentKey, typeKey, type Dependencies, type DependencyKey } from './keys';

/** A point in the order in which changes became known to this process. */
export type Moment = number;

/** Changes that are remembered. Makings that take longer than so many changes are made again. */
const REMEMBERED = 20_000;

/** When what has changed last, for as far back as anything can still be in the making. */
export const createJournal = (remembered = REMEMBERED) => {
  let now: Moment = 0;
  /** Of what has changed up to this moment nothing is known any more. */
  let forgotten: Moment = 0;
  /** The longest ago first. */
  const keys = new Map<DependencyKey, Moment>();
  const types = new Map<string, Moment>();

  const forgetOldest = (): void => {
    for (const [key, moment] of keys) {
      if (keys.size <= remembered) return;
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

    /** Whether anything that this was made from has changed since. */
    isOvertaken: (made: Dependencies, since: Moment): boolean => {
      if (since === now) return false;
      if (since < forgotten) return true;
      for (const uid of made.types) if ((types.get(uid) ?? 0) > since) return true;
      for (const key of made.keys) if ((keys.get(key) ?? 0) > since) return true;
      return false;
    },
  };
};

/** Something in memory, which is told when what it was made from changes. */
export type Dependent = Dependencies & {
  readonly types: ReadonlySet<string>;
  /** @param key what has changed; null: anything of it may have */
  touched: (key: DependencyKey | null) => void;
};

/**
 * Who depends on a key, and the key itself as one piece of text that they share. Most keys have one dependent, a document's
 * own part; a set for each of them takes up more memory than all the rest of its entry.
 */
type Entry = { key: DependencyKey; dependents: Dependent | Set<Dependent> };

const dependentsOf = ({ dependents }: Entry): Iterable<Dependent> =>
  dependents instanceof Set ? dependents : [dependents];

const addTo = (entry: Entry, dependent: Dependent): void => {
  const { dependents } = entry;
  if (dependents instanceof Set) dependents.add(dependent);
  else if (dependents !== dependent) entry.dependents = new Set([dependents, dependent]);
};

/** @returns whether nobody is left */
const removeFrom = ({ dependents }: Entry, dependent: Dependent): boolean => {
  if (!(dependents instanceof Set)) return dependents === dependent;
  dependents.delete(dependent);
  return dependents.size === 0;
};

/** What one dependency of one dependent takes up in memory, about: its place in both directions. */
export const BYTES_PER_KEY = 160;

/** How many are taken out of the index before callers have their turn: a millisecond or two. */
const OUT_AT_ONCE = 250;

/**
 * Knows what in memory depends on what, and tells exactly that when something changes: at a cost that
 * grows with what is told, not with what is kept.
 *
 * What is being made when something changes cannot be told yet. Its maker notes the moment at which the
 * making begins, and asks afterwards whether it was overtaken; if it was, it must not be kept.
 */
export const createDependencyIndex = () => {
  const entries = new Map<DependencyKey, Entry>();
  const all = new Set<Dependent>();
  const journal = createJournal();
  /** Those that are told nothing any more; the keys still lead to them. */
  let leaving: Dependent[] = [];

  const takeOut = (dependent: Dependent): void => {
    for (const key of dependent.keys) {
      const entry = entries.get(key);
      if (entry !== undefined && removeFrom(entry, dependent)) entries.delete(key);
    }
  };

  /** What a channel is shown on are thousands: nobody is to wait until all of them are out. */
  const takeOutSome = (): void => {
    for (const dependent of leaving.splice(-OUT_AT_ONCE)) takeOut(dependent);
    if (leaving.length > 0) setImmediate(takeOutSome);
  };

  const touchKeys = (keys: readonly DependencyKey[]): void => {
    journal.record(keys);
    for (const key of keys) {
      const entry = entries.get(key);
      if (entry === undefined) continue;
      for (const dependent of dependentsOf(entry)) {
        if (all.has(dependent)) dependent.touched(key);
      }
    }
  };

  return {
    now: journal.now,

    /** Whether anything of it has changed since. */
    isOvertaken: journal.isOvertaken,

    /** The same keys as they are to be kept: those that are known as the very text that is kept already. */
    toKeep: (keys: Iterable<DependencyKey>): readonly DependencyKey[] =>
      Array.from(keys, (key) => entries.get(key)?.key ?? copyOf(key)),

    add(dependent: Dependent): void {
      all.add(dependent);
      for (const key of dependent.keys) {
        const known = entries.get(key);
        if (known !== undefined) addTo(known, dependent);
        else entries.set(key, { key, dependents: dependent });
      }
    },

    remove(dependent: Dependent): void {
      if (!all.delete(dependent)) return;
      if (leaving.push(dependent) === 1) setImmediate(takeOutSome);
    },

    /** These have changed. */
    touch: touchKeys,

    /** Documents of a type have changed. */
    touchDocuments: (uid: string, documentIds: readonly string[]): void =>
      touchKeys([typeKey(uid), ...documentIds.map(documentKey)]),

    /** Anything of a type may have changed. */
    touchType(uid: string): void {
      journal.recordType(uid);
      for (const dependent of [...all]) if (dependent.types.has(uid)) dependent.touched(null);
    },

    /** Anything may have changed. */
    touchAll(): void {
      journal.recordAll();
      const told = [...all];
      all.clear();
      entries.clear();
      leaving = [];
      for (const dependent of told) dependent.touched(null);
    },

    /** How many keys lead to something. */
    size: (): number => entries.size,
  };
};

export type DependencyIndex = ReturnType<typeof createDependencyIndex>;

type Flight<T> = { since: Moment; made: Promise<T> };

/**
 * Has those who want the same thing at the same time wait for one making of it. What somebody is given
 * began to be made after they asked, or has not changed between.
 */
export const createFlights = <T>(
  index: Pick<DependencyIndex, 'now' | 'isOvertaken'>,
  dependenciesOf: (made: T) => Dependencies,
) => {
  const flights = new Map<string, Flight<T>>();

  const begin = (key: string, make: (since: Moment) => Promise<T>): Promise<T> => {
    const since = index.now();
    const flight: Flight<T> = {
      since,
      made: make(since).finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      }),
    };
    flights.set(key, flight);
    return flight.made;
  };

  return {
    async join(key: string, make: (since: Moment) => Promise<T>): Promise<T> {
      const asked = index.now();
      for (;;) {
        const flying = flights.get(key);
        if (flying === undefined) return begin(key, make);
        const made = await flying.made;
        if (flying.since >= asked || !index.isOvertaken(dependenciesOf(made), flying.since)) {
          return made;
        }
      }
    },
  };
};
