import { LRUCache } from 'lru-cache';
import {
  BYTES_PER_KEY,
  type DependencyIndex,
  type Dependent,
} from '../invalidation/dependency-index';
import type { DependencyKey } from '../invalidation/keys';
import type { Metrics } from '../metrics/metrics';
import type { Contract } from '../plan/contract';
import type { DocumentReference, Reader, RequestParameters } from '../readers/reader';
import {
  assemble,
  type CachedDocument,
  type CachedReference,
  type AssembledTexts as Assembled,
} from './assemble';
import { keyOf, loadDocuments, type DocumentStore } from './load-documents';
import { readUncached, type DocumentTexts } from './read-uncached';

/** Reference to a nested document, with the cached document that the last lookup found. */
type ResolvedReference = CachedReference & { entry?: CacheEntry | undefined };

type CacheEntry = CachedDocument &
  Dependent & {
    keys: readonly DependencyKey[];
    references: readonly ResolvedReference[];
    isCached: boolean;
    /** Time of the last lookup by key, in milliseconds since the process started. */
    lastLookup: number;
  };

/**
 * Entry of the LRU cache. Each change of the text replaces it, so that the cache counts the new
 * size.
 */
type EntryHolder = { entry: CacheEntry };

/**
 * Bytes of an entry besides its text and its keys: the key, the map entry and the buffer object.
 */
const OVERHEAD = 450;
/**
 * Bytes of a reference: its slots in three arrays. The referenced document is shared by all that
 * show it.
 */
const BYTES_PER_REFERENCE = 40;

/** Time after which a cached document in use is looked up by key again, in milliseconds. */
const LOOKUP_INTERVAL_MS = 1_000;

type Options = {
  index: DependencyIndex;
  metrics: Metrics;
  maxBytes: number;
};

/**
 * Creates the document cache, which stores the JSON of single documents. The JSON of a document is
 * the same wherever it appears under the same contract.
 *
 * Nested documents are separate entries, so a protagonist is read once and not once for each
 * product. An entry stays valid until its own content changes. Its text is assembled again when a
 * nested document's text has changed.
 */
export const createDocumentCache = ({ index, metrics, maxBytes }: Options) => {
  const cache = new LRUCache<string, EntryHolder>({
    maxSize: maxBytes,
    sizeCalculation: ({ entry: { text, references, keys } }, key) =>
      text.byteLength +
      key.length +
      references.length * BYTES_PER_REFERENCE +
      keys.length * BYTES_PER_KEY +
      OVERHEAD,
    dispose: ({ entry }) => {
      entry.isCached = false;
      index.remove(entry);
    },
  });

  /** One function for all entries, of which there can be hundreds of thousands. */
  const onInvalidate = function (this: CacheEntry): void {
    cache.delete(this.key);
  };

  const find = (key: string): CacheEntry | undefined => cache.get(key)?.entry;

  const store: DocumentStore = {
    find,
    now: index.now,

    add(document, contract, since) {
      const types = contract.dependencies;
      if (index.hasChangedSince({ keys: document.keys, types }, since)) return document;
      const keys = index.internKeys(document.keys);
      const entry: CacheEntry = {
        ...document,
        keys,
        types,
        isCached: true,
        lastLookup: 0,
        onInvalidate,
      };
      cache.set(entry.key, { entry });
      // Entries larger than the cache are not cached.
      if (cache.peek(entry.key)?.entry === entry) index.add(entry);
      return entry;
    },

    evict: (key) => void cache.delete(key),

    /** Stores the entry again because its size usually grows. */
    onAssembled({ key }) {
      const holder = cache.peek(key);
      // The dependencies stay the same.
      if (holder !== undefined) cache.set(key, { entry: holder.entry }, { noDisposeOnSet: true });
    },

    onLookup(hits, misses) {
      metrics.documentHits += hits;
      metrics.renders += misses;
    },
  };

  /**
   * Returns the cached document of a reference. A document that thousands of others show is looked
   * up in the LRU cache at most once per LOOKUP_INTERVAL_MS. That still marks it as recently used.
   */
  const resolveEntry = (reference: ResolvedReference, now: number): CacheEntry | undefined => {
    const { entry } = reference;
    if (entry?.isCached === true && now - entry.lastLookup < LOOKUP_INTERVAL_MS) return entry;
    reference.entry = find(reference.key);
    if (reference.entry !== undefined) reference.entry.lastLookup = now;
    return reference.entry;
  };

  /** Assembles documents from the cache only. Returns null if any part of them is not cached. */
  const assembleFromCache = (keys: readonly string[]): Assembled | null => {
    const now = performance.now();
    const entries: CacheEntry[] = [];
    for (const key of keys) {
      const entry = find(key);
      if (entry === undefined) return null;
      entries.push(entry);
    }
    const assembled = assemble(
      entries,
      (reference) => resolveEntry(reference, now),
      store.onAssembled,
    );
    return assembled !== null && 'texts' in assembled ? assembled : null;
  };

  return {
    /** Returns each document in the given order. Reads only documents that are not cached. */
    async read(
      reader: Reader,
      contract: Contract,
      references: readonly DocumentReference[],
      parameters: RequestParameters,
    ): Promise<DocumentTexts> {
      const keys = references.map((reference) => keyOf(contract, reference, parameters));
      const assembled = assembleFromCache(keys);
      if (assembled !== null) {
        metrics.documentHits += assembled.size;
        return assembled;
      }
      const loaded = await loadDocuments(reader, contract, references, parameters, store);
      if (loaded !== null) return loaded;
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

    /**
     * Returns true if a document's own cached document exists, regardless of its nested documents.
     */
    has: (cacheKey: string): boolean => cache.has(cacheKey),

    bytes: (): number => cache.calculatedSize,
  };
};

export type DocumentCache = ReturnType<typeof createDocumentCache>;
