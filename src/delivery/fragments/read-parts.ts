import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Moment } from '../invalidation/dependency-index';
import type { Contract } from '../plan/contract';
import { giveParts } from '../readers/give-parts';
import type {
  DocumentReference,
  Reader,
  ReadParts,
  Reference,
  RequestParameters,
} from '../readers/reader';
import { assemble, partIn, type Part, type PartLookup, type Shown, type Texts } from './assemble';

/** Store that cached documents are looked up in before a read, and added to after it. */
export type PartStore = {
  find: (key: string) => Part | undefined;
  /** Returns the moment at which a read begins. */
  now: () => Moment;
  /**
   * Caches a document unless its dependencies have changed since the read began. Use the returned
   * object instead of the argument.
   */
  keep: (part: Part, contract: Contract, since: Moment) => Part;
  forget: (key: string) => void;
  /** Called with a cached document whose text has changed. */
  onFilled: (part: Part) => void;
  /** Called with the numbers of cached documents found and of documents to read. */
  onLooked: (found: number, missing: number) => void;
};

/**
 * Maximum number of attempts. The levels of a document are read at different moments, so a
 * publication in between can leave a reference to a missing document.
 */
const TRIES = 3;

/** Number of documents assembled before the event loop runs other work; a few milliseconds. */
const IN_ONE_TURN = 500;

/** Yields the items in batches, one for each turn of the event loop. The last batch is omitted. */
const inTurns = function* <T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; all.length - from > IN_ONE_TURN; from += IN_ONE_TURN) {
    yield all.slice(from, from + IN_ONE_TURN);
  }
};

/** Documents of one contract, by the keys of their cached documents. */
type Wanted = Map<string, DocumentReference>;

/** Returns the cache key of a document. */
export const keyOf = (
  contract: Contract,
  { documentId, locale }: DocumentReference,
  parameters: RequestParameters,
): string => {
  const values = contract.parameters.map((name) => parameters[name] ?? '').join(' ');
  return `${contract.key} ${documentId} ${locale ?? ''} ${values}`;
};

/**
 * Returns how a reader reads documents separately. A reader without that ability returns each
 * document as one piece.
 */
const partsBy = (reader: Reader): ReadParts =>
  reader.readParts ??
  (async (contract, references, parameters, take) => {
    const documents = await reader.read(contract, references, parameters);
    await giveParts(
      documents.map((document) => document && { ...document, references: [], at: [], placing: '' }),
      take,
    );
  });

/** Adds the cached documents of one contract to `known`, and reads the missing ones. */
const load = async (
  reader: Reader,
  contract: Contract,
  wanted: Wanted,
  parameters: RequestParameters,
  store: PartStore,
  known: Map<string, Part | null>,
): Promise<readonly Part[]> => {
  const missing: [key: string, reference: DocumentReference][] = [];
  const loaded: Part[] = [];
  for (const [key, reference] of wanted) {
    const kept = store.find(key);
    if (kept === undefined) missing.push([key, reference]);
    else {
      known.set(key, kept);
      loaded.push(kept);
    }
  }
  store.onLooked(loaded.length, missing.length);
  if (missing.length === 0) return loaded;

  const since = store.now();
  const shown = new Map<Reference, Shown>();
  const shownOf = (reference: Reference): Shown => {
    const known = shown.get(reference);
    if (known !== undefined) return known;
    const made = { ...reference, key: keyOf(reference.contract, reference, parameters) };
    shown.set(reference, made);
    return made;
  };
  for (const [key] of missing) known.set(key, null);
  await partsBy(reader)(
    contract,
    missing.map(([, reference]) => reference),
    parameters,
    (place, found) => {
      const key = missing[place]?.[0];
      if (key === undefined) return;
      const part = store.keep(partIn(key, found, shownOf), contract, since);
      known.set(key, part);
      loaded.push(part);
    },
  );
  return loaded;
};

/**
 * Loads the cached documents of the requested documents and, level by level, of their nested
 * documents.
 */
const loadAll = async (
  reader: Reader,
  contract: Contract,
  wanted: Wanted,
  parameters: RequestParameters,
  store: PartStore,
): Promise<ReadonlyMap<string, Part | null>> => {
  const known = new Map<string, Part | null>();
  let level = new Map<Contract, Wanted>([[contract, wanted]]);
  while (level.size > 0) {
    const loaded = await Promise.all(
      [...level].map(([each, documents]) =>
        load(reader, each, documents, parameters, store, known),
      ),
    );
    level = new Map();
    for (const { references } of loaded.flat()) {
      for (const reference of references) {
        if (known.has(reference.key)) continue;
        const documents = level.get(reference.contract) ?? new Map<string, DocumentReference>();
        level.set(reference.contract, documents.set(reference.key, reference));
      }
    }
  }
  return known;
};

/**
 * Returns the texts of documents. Reads only documents that are not in the store. Returns null if
 * the content changes faster than it can be read.
 */
export const readFromParts = async (
  reader: Reader,
  contract: Contract,
  references: readonly DocumentReference[],
  parameters: RequestParameters,
  store: PartStore,
): Promise<Texts | null> => {
  const keys = references.map((reference) => keyOf(contract, reference, parameters));
  const wanted: Wanted = new Map(references.map((reference, at) => [keys[at] ?? '', reference]));
  for (let left = TRIES; left > 0; left -= 1) {
    const parts = await loadAll(reader, contract, wanted, parameters, store);
    const partOf: PartLookup = ({ key }) => parts.get(key);
    // Assembles nested documents first, in several turns of the event loop. The final assembly then
    // only has to check them.
    for (const some of inTurns([...parts.values()].reverse())) {
      assemble(some, partOf, store.onFilled);
      await nextTurn();
    }
    const assembled = assemble(
      keys.map((key) => parts.get(key) ?? null),
      partOf,
      store.onFilled,
    );
    if (assembled !== null && 'texts' in assembled) return assembled;
    for (const key of assembled?.misplaced ?? []) store.forget(key);
  }
  return null;
};
