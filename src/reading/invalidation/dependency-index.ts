import { createDependents, type Dependents } from './dependents';
import { createJournal } from './journal';
import { documentKey, typeKey, type Dependencies, type DependencyKey } from './keys';

/** Something in memory, which is told when what it was made from changes. */
export type Dependent = Dependencies & {
  readonly types: ReadonlySet<string>;
  /** @param key what has changed; null: anything of it may have */
  touched: (key: DependencyKey | null) => void;
};

/** Who depends on a key, and the key itself as one piece of text that they share. */
type Entry = { key: DependencyKey; dependents: Dependents<Dependent> };

/** A part of a text keeps the whole text in memory for as long as it is kept itself. */
const copyOf = (text: string): string => Buffer.from(text).toString();

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
      entry?.dependents.remove(dependent);
      if (entry?.dependents.isEmpty() === true) entries.delete(key);
    }
  };

  /** What a channel is shown on are thousands: nobody is to wait until all of them are out. */
  const takeOutSome = (): void => {
    for (const dependent of leaving.splice(-OUT_AT_ONCE)) takeOut(dependent);
    if (leaving.length > 0) setImmediate(takeOutSome);
  };

  const touchKeys = (keys: readonly DependencyKey[]): void => {
    journal.note(keys);
    for (const key of keys) {
      for (const dependent of entries.get(key)?.dependents.list() ?? []) {
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
        if (known !== undefined) known.dependents.add(dependent);
        else entries.set(key, { key, dependents: createDependents(dependent) });
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
      journal.noteType(uid);
      for (const dependent of [...all]) if (dependent.types.has(uid)) dependent.touched(null);
    },

    /** Anything may have changed. */
    touchAll(): void {
      journal.noteAll();
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
