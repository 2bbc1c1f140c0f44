import { setImmediate as nextTurn } from 'node:timers/promises';
import { DependentCache, type DependencyIndex } from '../invalidation/dependency-index';
import type { DependencyKey } from '../invalidation/keys';
import type { Metrics } from '../metrics/metrics';
import type { Contract } from '../plan/contract';
import type {
  DocumentReference,
  Reader,
  Reference,
  RequestParameters,
  WholeReader,
} from '../readers/reader';
import {
  assemble,
  type AssembledTexts,
  type CachedDocument,
  type CachedReference,
} from './assemble';

export type DocumentTexts = {
  /** Null for a document that no longer exists. */
  texts: readonly (Buffer | null)[];
  keys: ReadonlySet<DependencyKey>;
  /** Keys of the cached documents; null if they are not cached. */
  cacheKeys: readonly string[] | null;
};

/** Documents of one contract, by the keys of their cached documents. */
type ReferencesByKey = Map<string, DocumentReference>;

/** Cached documents by key; null for one that does not exist. */
type DocumentsByKey = Map<string, CachedDocument | null>;

/** Bytes of an entry besides its text and its keys: the map entry and the buffer object. */
const OVERHEAD = 450;
/** Bytes of a reference in three arrays. The referenced document is shared. */
const BYTES_PER_REFERENCE = 40;

/** Time after which a cached document in use is looked up by key again, in milliseconds. */
const LOOKUP_INTERVAL_MS = 1_000;

/**
 * Maximum number of attempts. The levels of a document are read at different moments, so a
 * publication in between can leave a reference to a missing document.
 */
const MAX_ATTEMPTS = 3;

/** Number of documents assembled before the event loop runs other work; a few milliseconds. */
const BATCH_SIZE = 500;

const buildCacheKey = (
  contract: Contract,
  { documentId, locale }: DocumentReference,
  parameters: RequestParameters,
): string => {
  const values = contract.parameters.map((name) => parameters[name] ?? '').join(' ');
  return `${contract.key} ${documentId} ${locale ?? ''} ${values}`;
};

/** Reads whole documents without the cache. */
export const readUncached = async (
  reader: WholeReader,
  contract: Contract,
  references: readonly DocumentReference[],
  parameters: RequestParameters,
): Promise<DocumentTexts> => {
  const documents = await reader.read(contract, references, parameters);
  return {
    cacheKeys: null,
    texts: documents.map((document) => document?.text ?? null),
    keys: new Set(documents.flatMap((document) => document?.keys ?? [])),
  };
};

/**
 * Creates the document cache, which stores the JSON of single documents. The JSON of a document is
 * the same wherever it appears under the same contract.
 *
 * Nested documents are separate entries, so a protagonist is read once and not once for each
 * product. An entry stays valid until its own content changes. Its text is assembled again when a
 * nested document's text has changed.
 */
export const createDocumentCache = ({
  index,
  metrics,
  maxBytes,
}: {
  index: DependencyIndex;
  metrics: Metrics;
  maxBytes: number;
}) => {
  const cache = new DependentCache<CachedDocument>(
    index,
    maxBytes,
    ({ text, references }) => text.byteLength + references.length * BYTES_PER_REFERENCE + OVERHEAD,
  );

  /** One function for all entries, of which there can be hundreds of thousands. */
  const onInvalidate = function (this: CachedDocument): void {
    cache.delete(this.key);
  };

  const onAssembled = ({ key }: CachedDocument): void => cache.resize(key);

  /**
   * Returns the cached document of a reference. A document that thousands of others show is looked
   * up in the LRU cache at most once per LOOKUP_INTERVAL_MS. That still marks it as recently used.
   */
  const resolve = (reference: CachedReference, now: number): CachedDocument | undefined => {
    const { document } = reference;
    if (document?.isListed === true && now - document.lastLookup < LOOKUP_INTERVAL_MS) {
      return document;
    }
    reference.document = cache.find(reference.key);
    if (reference.document !== undefined) reference.document.lastLookup = now;
    return reference.document;
  };

  /** Assembles documents from the cache only. Returns null if any part of them is not cached. */
  const assembleFromCache = (keys: readonly string[]): AssembledTexts | null => {
    const now = performance.now();
    const documents: CachedDocument[] = [];
    for (const key of keys) {
      const document = cache.find(key);
      if (document === undefined) return null;
      documents.push(document);
    }
    const assembled = assemble(documents, (reference) => resolve(reference, now), onAssembled);
    return assembled !== null && 'texts' in assembled ? assembled : null;
  };

  /** Adds the cached documents of one contract to `documentsByKey`, and reads the missing ones. */
  const loadContract = async (
    reader: Reader,
    contract: Contract,
    requested: ReferencesByKey,
    parameters: RequestParameters,
    documentsByKey: DocumentsByKey,
  ): Promise<readonly CachedDocument[]> => {
    const missingReferences: [key: string, reference: DocumentReference][] = [];
    const loadedDocuments: CachedDocument[] = [];
    for (const [key, reference] of requested) {
      const document = cache.find(key);
      documentsByKey.set(key, document ?? null);
      if (document === undefined) missingReferences.push([key, reference]);
      else loadedDocuments.push(document);
    }
    metrics.documentHits += loadedDocuments.length;
    metrics.renders += missingReferences.length;
    if (missingReferences.length === 0) return loadedDocuments;

    const since = index.now();
    const cachedReferences = new Map<Reference, CachedReference>();
    const toCachedReference = (reference: Reference): CachedReference => {
      const cachedReference = cachedReferences.get(reference);
      if (cachedReference !== undefined) return cachedReference;
      const newReference = {
        ...reference,
        key: buildCacheKey(reference.contract, reference, parameters),
      };
      cachedReferences.set(reference, newReference);
      return newReference;
    };
    await reader.readShallow(
      contract,
      missingReferences.map(([, reference]) => reference),
      parameters,
      (position, rendered) => {
        const key = missingReferences[position]?.[0];
        if (key === undefined) return;
        const document: CachedDocument = {
          key,
          text: rendered.text,
          sortKey: rendered.sortKey,
          keys: index.internKeys(rendered.keys),
          types: contract.dependencies,
          references: rendered.references.map(toCachedReference),
          at: rendered.at,
          nestedTexts: rendered.references.map(() => null),
          round: 0,
          lastLookup: 0,
          isListed: false,
          onInvalidate,
        };
        cache.add(key, document, since);
        documentsByKey.set(key, document);
        loadedDocuments.push(document);
      },
    );
    return loadedDocuments;
  };

  /** Loads the requested documents and, level by level, those nested in them. */
  const loadLevels = async (
    reader: Reader,
    contract: Contract,
    requested: ReferencesByKey,
    parameters: RequestParameters,
  ): Promise<DocumentsByKey> => {
    const documentsByKey: DocumentsByKey = new Map();
    let level = new Map<Contract, ReferencesByKey>([[contract, requested]]);
    while (level.size > 0) {
      const loadedLevels = await Promise.all(
        [...level].map(([levelContract, references]) =>
          loadContract(reader, levelContract, references, parameters, documentsByKey),
        ),
      );
      level = new Map();
      for (const { references } of loadedLevels.flat()) {
        for (const reference of references) {
          if (documentsByKey.has(reference.key)) continue;
          const ofContract = level.get(reference.contract) ?? new Map<string, DocumentReference>();
          level.set(reference.contract, ofContract.set(reference.key, reference));
        }
      }
    }
    return documentsByKey;
  };

  return {
    /** Returns each document in the given order. Reads only documents that are not cached. */
    async read(
      reader: Reader,
      contract: Contract,
      references: readonly DocumentReference[],
      parameters: RequestParameters,
    ): Promise<DocumentTexts> {
      const keys = references.map((reference) => buildCacheKey(contract, reference, parameters));
      const cached = assembleFromCache(keys);
      if (cached !== null) {
        metrics.documentHits += cached.size;
        return cached;
      }
      const requested: ReferencesByKey = new Map(
        references.map((reference, position) => [keys[position] ?? '', reference]),
      );
      for (let attemptsLeft = MAX_ATTEMPTS; attemptsLeft > 0; attemptsLeft -= 1) {
        const documents = await loadLevels(reader, contract, requested, parameters);
        const find = ({ key }: CachedReference) => documents.get(key);
        // Assembles nested documents first, in several turns of the event loop. The final assembly
        // then only has to check them.
        const nestedFirst = [...documents.values()].reverse();
        for (let from = 0; nestedFirst.length - from > BATCH_SIZE; from += BATCH_SIZE) {
          assemble(nestedFirst.slice(from, from + BATCH_SIZE), find, onAssembled);
          await nextTurn();
        }
        const requestedDocuments = keys.map((key) => documents.get(key) ?? null);
        const assembled = assemble(requestedDocuments, find, onAssembled);
        if (assembled !== null && 'texts' in assembled) return assembled;
        for (const key of assembled?.staleOrder ?? []) cache.delete(key);
      }
      // The content changes faster than its parts can be read one after the other.
      return readUncached(reader, contract, references, parameters);
    },

    /**
     * Returns the current texts of documents that were read before. Returns null if anything has to
     * be read again, or if the documents have new dependencies.
     *
     * @param cacheKeys the keys of their cached documents
     * @param knownKeys the dependency keys of the earlier read
     */
    reassemble: (
      cacheKeys: readonly string[],
      knownKeys: ReadonlySet<DependencyKey>,
    ): readonly Buffer[] | null => {
      const assembled = assembleFromCache(cacheKeys);
      if (assembled === null) return null;
      for (const key of assembled.keys) if (!knownKeys.has(key)) return null;
      return assembled.texts.filter((text) => text !== null);
    },

    /** Returns true if a document itself is cached, even if its nested documents are not. */
    has: (cacheKey: string): boolean => cache.peek(cacheKey) !== undefined,

    bytes: () => cache.bytes(),
  };
};

export type DocumentCache = ReturnType<typeof createDocumentCache>;
