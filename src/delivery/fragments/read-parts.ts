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

/** Where parts are looked for before they are read, and kept afterwards. */
export type PartStore = {
  find: (key: string) => Part | undefined;
  /** The moment at which a reading begins. */
  now: () => Moment;
  /** Keeps a part, where nothing of it has changed since. What it gives is to be used in its place. */
  keep: (part: Part, contract: Contract, since: Moment) => Part;
  forget: (key: string) => void;
  /** Is told of a part whose text has become another one. */
  onFilled: (part: Part) => void;
  /** Is told how many parts were found, and how many are read. */
  onLooked: (found: number, missing: number) => void;
};

/**
 * What documents are made of is read at several moments. Where something was published in between, and a text
 * refers to what is no longer there, it is read once more.
 */
const TRIES = 3;

/** So many parts are put together before others have their turn: a few milliseconds. */
const IN_ONE_TURN = 500;

/** All but the last of many, in portions for one turn each. */
const inTurns = function* <T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; all.length - from > IN_ONE_TURN; from += IN_ONE_TURN) {
    yield all.slice(from, from + IN_ONE_TURN);
  }
};

/** Documents of one contract, by the keys of their parts. */
type Wanted = Map<string, DocumentReference>;

/** Under which key a document's part is found. */
export const keyOf = (
  contract: Contract,
  { documentId, locale }: DocumentReference,
  parameters: RequestParameters,
): string => {
  const values = contract.parameters.map((name) => parameters[name] ?? '').join(' ');
  return `${contract.key} ${documentId} ${locale ?? ''} ${values}`;
};

/** How a reader reads parts; where it knows none, each document is one part. */
const partsBy = (reader: Reader): ReadParts =>
  reader.readParts ??
  (async (contract, references, parameters, take) => {
    const documents = await reader.read(contract, references, parameters);
    await giveParts(
      documents.map((document) => document && { ...document, references: [], at: [], placing: '' }),
      take,
    );
  });

/** Adds the parts of documents of one contract to those that are known. */
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

/** The parts of documents and, level by level, of what they show. */
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
 * The texts of documents, put together from parts of which only those are read that are not in the store; null where
 * things change faster than they can be read.
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
    // In several turns, what is within others first. Once all of it is put together, there is little left to do but look.
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
