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
import { assemble, type Part, type Shown, type Texts as Assembled } from './assemble';
import { keyOf, readFromParts, type PartStore } from './read-parts';
import { readWhole, type DocumentTexts } from './read-whole';

/** Reference to a nested document, with the cached document that the last lookup found. */
type Link = Shown & { kept?: Kept | undefined };

type Kept = Part &
  Dependent & {
    keys: readonly DependencyKey[];
    references: readonly Link[];
    isKept: boolean;
    /** Time of the last lookup by key, in milliseconds since the process started. */
    seen: number;
  };

/**
 * Entry of the LRU cache. Each change of the text replaces it, so that the cache counts the new
 * size.
 */
type Slot = { kept: Kept };

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
const SEEN_MS = 1_000;

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
export const createFragments = ({ index, metrics, maxBytes }: Options) => {
  const fragments = new LRUCache<string, Slot>({
    maxSize: maxBytes,
    sizeCalculation: ({ kept: { text, references, keys } }, key) =>
      text.byteLength +
      key.length +
      references.length * BYTES_PER_REFERENCE +
      keys.length * BYTES_PER_KEY +
      OVERHEAD,
    dispose: ({ kept }) => {
      kept.isKept = false;
      index.remove(kept);
    },
  });

  /** One function for all entries, of which there can be hundreds of thousands. */
  const touched = function (this: Kept): void {
    fragments.delete(this.key);
  };

  const find = (key: string): Kept | undefined => fragments.get(key)?.kept;

  const store: PartStore = {
    find,
    now: index.now,

    keep(part, contract, since) {
      const types = contract.dependencies;
      if (index.isOvertaken({ keys: part.keys, types }, since)) return part;
      const keys = index.toKeep(part.keys);
      const kept: Kept = { ...part, keys, types, isKept: true, seen: 0, touched };
      fragments.set(kept.key, { kept });
      // Entries larger than the cache are not cached.
      if (fragments.peek(kept.key)?.kept === kept) index.add(kept);
      return kept;
    },

    forget: (key) => void fragments.delete(key),

    /** Stores the entry again because its size usually grows. */
    onFilled({ key }) {
      const slot = fragments.peek(key);
      // The dependencies stay the same.
      if (slot !== undefined) fragments.set(key, { kept: slot.kept }, { noDisposeOnSet: true });
    },

    onLooked(found, missing) {
      metrics.fragmentHits += found;
      metrics.renders += missing;
    },
  };

  /**
   * Returns the cached document of a reference. A document that thousands of others show is looked
   * up in the LRU cache at most once per SEEN_MS. That still marks it as recently used.
   */
  const keptOf = (reference: Link, now: number): Kept | undefined => {
    const { kept } = reference;
    if (kept?.isKept === true && now - kept.seen < SEEN_MS) return kept;
    reference.kept = find(reference.key);
    if (reference.kept !== undefined) reference.kept.seen = now;
    return reference.kept;
  };

  /** Assembles documents from the cache only. Returns null if any part of them is not cached. */
  const assembleKept = (keys: readonly string[]): Assembled | null => {
    const now = performance.now();
    const wanted: Kept[] = [];
    for (const key of keys) {
      const kept = find(key);
      if (kept === undefined) return null;
      wanted.push(kept);
    }
    const assembled = assemble(wanted, (reference) => keptOf(reference, now), store.onFilled);
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
      const kept = assembleKept(keys);
      if (kept !== null) {
        metrics.fragmentHits += kept.size;
        return { ...kept, parts: kept.wanted };
      }
      const read = await readFromParts(reader, contract, references, parameters, store);
      if (read !== null) return { ...read, parts: read.wanted };
      return readWhole(reader, contract, references, parameters);
    },

    /**
     * Returns the current texts of documents that were read before. Returns null if anything has to
     * be read again, or if the documents have new dependencies.
     *
     * @param parts the keys of their cached documents
     * @param known the dependency keys of the earlier read
     */
    again: (
      parts: readonly string[],
      known: ReadonlySet<DependencyKey>,
    ): readonly Buffer[] | null => {
      const kept = assembleKept(parts);
      if (kept === null) return null;
      for (const key of kept.keys) if (!known.has(key)) return null;
      return kept.texts.filter((text) => text !== null);
    },

    /**
     * Returns true if a document's own cached document exists, regardless of its nested documents.
     */
    has: (part: string): boolean => fragments.has(part),

    bytes: (): number => fragments.calculatedSize,
  };
};

export type Fragments = ReturnType<typeof createFragments>;
