import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Moment } from '../invalidation/dependency-index';
import type { Contract } from '../plan/contract';
import { renderDocuments } from '../readers/render-documents';
import type {
  DocumentReference,
  Reader,
  ReadShallow,
  Reference,
  RequestParameters,
} from '../readers/reader';
import {
  assemble,
  toCachedDocument,
  type CachedDocument,
  type DocumentLookup,
  type CachedReference,
  type AssembledTexts,
} from './assemble';

/** Store that cached documents are looked up in before a read, and added to after it. */
export type DocumentStore = {
  find: (key: string) => CachedDocument | undefined;
  /** Returns the moment at which a read begins. */
  now: () => Moment;
  /**
   * Caches a document unless its dependencies have changed since the read began. Use the returned
   * object instead of the argument.
   */
  add: (document: CachedDocument, contract: Contract, since: Moment) => CachedDocument;
  evict: (key: string) => void;
  /** Called with a cached document whose text has changed. */
  onAssembled: (document: CachedDocument) => void;
  /** Called with the numbers of cached documents found and of documents to read. */
  onLookup: (hits: number, misses: number) => void;
};

/**
 * Maximum number of attempts. The levels of a document are read at different moments, so a
 * publication in between can leave a reference to a missing document.
 */
const MAX_ATTEMPTS = 3;

/** Number of documents assembled before the event loop runs other work; a few milliseconds. */
const BATCH_SIZE = 500;

/** Yields the items in batches, one for each turn of the event loop. The last batch is omitted. */
const inBatches = function* <T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; all.length - from > BATCH_SIZE; from += BATCH_SIZE) {
    yield all.slice(from, from + BATCH_SIZE);
  }
};

/** Documents of one contract, by the keys of their cached documents. */
type ReferencesByKey = Map<string, DocumentReference>;

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
const shallowReaderOf = (reader: Reader): ReadShallow =>
  reader.readShallow ??
  (async (contract, references, parameters, onDocument) => {
    const documents = await reader.read(contract, references, parameters);
    await renderDocuments(
      documents.map((document) => document && { ...document, references: [], at: [], sortKey: '' }),
      onDocument,
    );
  });

/** Adds the cached documents of one contract to `documentsByKey`, and reads the missing ones. */
const loadContract = async (
  reader: Reader,
  contract: Contract,
  requested: ReferencesByKey,
  parameters: RequestParameters,
  store: DocumentStore,
  documentsByKey: Map<string, CachedDocument | null>,
): Promise<readonly CachedDocument[]> => {
  const missing: [key: string, reference: DocumentReference][] = [];
  const loaded: CachedDocument[] = [];
  for (const [key, reference] of requested) {
    const cached = store.find(key);
    if (cached === undefined) missing.push([key, reference]);
    else {
      documentsByKey.set(key, cached);
      loaded.push(cached);
    }
  }
  store.onLookup(loaded.length, missing.length);
  if (missing.length === 0) return loaded;

  const since = store.now();
  const cachedReferences = new Map<Reference, CachedReference>();
  const toCachedReference = (reference: Reference): CachedReference => {
    const cachedReference = cachedReferences.get(reference);
    if (cachedReference !== undefined) return cachedReference;
    const newReference = { ...reference, key: keyOf(reference.contract, reference, parameters) };
    cachedReferences.set(reference, newReference);
    return newReference;
  };
  for (const [key] of missing) documentsByKey.set(key, null);
  await shallowReaderOf(reader)(
    contract,
    missing.map(([, reference]) => reference),
    parameters,
    (position, rendered) => {
      const key = missing[position]?.[0];
      if (key === undefined) return;
      const document = store.add(
        toCachedDocument(key, rendered, toCachedReference),
        contract,
        since,
      );
      documentsByKey.set(key, document);
      loaded.push(document);
    },
  );
  return loaded;
};

/**
 * Loads the cached documents of the requested documents and, level by level, of their nested
 * documents.
 */
const loadLevels = async (
  reader: Reader,
  contract: Contract,
  requested: ReferencesByKey,
  parameters: RequestParameters,
  store: DocumentStore,
): Promise<ReadonlyMap<string, CachedDocument | null>> => {
  const documentsByKey = new Map<string, CachedDocument | null>();
  let level = new Map<Contract, ReferencesByKey>([[contract, requested]]);
  while (level.size > 0) {
    const loaded = await Promise.all(
      [...level].map(([levelContract, documents]) =>
        loadContract(reader, levelContract, documents, parameters, store, documentsByKey),
      ),
    );
    level = new Map();
    for (const { references } of loaded.flat()) {
      for (const reference of references) {
        if (documentsByKey.has(reference.key)) continue;
        const documents = level.get(reference.contract) ?? new Map<string, DocumentReference>();
        level.set(reference.contract, documents.set(reference.key, reference));
      }
    }
  }
  return documentsByKey;
};

/**
 * Returns the texts of documents. Reads only documents that are not in the store. Returns null if
 * the content changes faster than it can be read.
 */
export const loadDocuments = async (
  reader: Reader,
  contract: Contract,
  references: readonly DocumentReference[],
  parameters: RequestParameters,
  store: DocumentStore,
): Promise<AssembledTexts | null> => {
  const keys = references.map((reference) => keyOf(contract, reference, parameters));
  const requested: ReferencesByKey = new Map(
    references.map((reference, at) => [keys[at] ?? '', reference]),
  );
  for (let attemptsLeft = MAX_ATTEMPTS; attemptsLeft > 0; attemptsLeft -= 1) {
    const documents = await loadLevels(reader, contract, requested, parameters, store);
    const findDocument: DocumentLookup = ({ key }) => documents.get(key);
    // Assembles nested documents first, in several turns of the event loop. The final assembly then
    // only has to check them.
    for (const batch of inBatches([...documents.values()].reverse())) {
      assemble(batch, findDocument, store.onAssembled);
      await nextTurn();
    }
    const assembled = assemble(
      keys.map((key) => documents.get(key) ?? null),
      findDocument,
      store.onAssembled,
    );
    if (assembled !== null && 'texts' in assembled) return assembled;
    for (const key of assembled?.staleOrder ?? []) store.evict(key);
  }
  return null;
};
