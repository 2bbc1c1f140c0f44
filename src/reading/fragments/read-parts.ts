import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Moment } from '../invalidation/dependency-index';
import type { Contract } from '../plan/contract';
import type {
  DocumentPart,
  DocumentReference,
  Reader,
  Reference,
  RequestParameters,
} from '../readers/reader';
import { assemble, partIn, type Part, type PartLookup, type Texts } from './assemble';

/** Where parts are looked for before they are read, and kept afterwards. */
export type PartStore = {
  find: (key: string) => Part | undefined;
  /** The moment at which a reading begins. */
  now: () => Moment;
  keep: (part: Part, contract: Contract, since: Moment) => void;
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

/** So many parts are kept, or put together, before others have their turn: a few milliseconds. */
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

/** The parts of documents; where a reader knows none, each document is one part. */
const readParts = async (
  reader: Reader,
  ...parameters: Parameters<Reader['read']>
): Promise<readonly (DocumentPart | null)[]> => {
  if (reader.readParts !== undefined) return reader.readParts(...parameters);
  const documents = await reader.read(...parameters);
  return documents.map(
    (document) =>
      document && { ...document, text: Buffer.from(document.text), references: [], placing: '' },
  );
};

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
  const read = await readParts(
    reader,
    contract,
    missing.map(([, reference]) => reference),
    parameters,
  );
  // What thousands show has one key, not a copy for each of them.
  const names = new Map<string, string>();
  const nameOf = (reference: Reference): string => {
    const name = keyOf(reference.contract, reference, parameters);
    const known = names.get(name);
    if (known === undefined) names.set(name, name);
    return known ?? name;
  };
  for (const [at, [key]] of missing.entries()) {
    if (at > 0 && at % IN_ONE_TURN === 0) await nextTurn();
    const found = read[at] ?? null;
    if (found === null) {
      known.set(key, null);
      continue;
    }
    const part = partIn(key, found, nameOf);
    store.keep(part, contract, since);
    known.set(key, part);
    loaded.push(part);
  }
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
