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

/** A document within others, and its part as it was when it was last looked up. */
type Link = Shown & { kept?: Kept | undefined };

type Kept = Part &
  Dependent & {
    keys: readonly DependencyKey[];
    references: readonly Link[];
    isKept: boolean;
    /** When it was last asked for by its key, in milliseconds since the process began. */
    seen: number;
  };

/** Where a part is kept: another one each time that its text becomes another one, so that its size is counted. */
type Slot = { kept: Kept };

/** What an entry costs besides its text and its keys: its own key, map entry, buffer object. */
const OVERHEAD = 450;
/** The same for a reference: its place in three lists. What it leads to is shared by all that show it. */
const BYTES_PER_REFERENCE = 40;

/** How long a part may be used without being looked up by its key. */
const SEEN_MS = 1_000;

type Options = {
  index: DependencyIndex;
  metrics: Metrics;
  maxBytes: number;
};

/**
 * Keeps the JSON of single documents, which is the same wherever a document appears under the same
 * contract: each with a reference to each document within it, which is kept of its own. A part is kept until something
 * that it shows itself changes; so a protagonist is read once, not once for each product that shows them. Its text has
 * the documents within it in place as they were when it was last asked for, and is put together again when one of them
 * has become another text.
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

  /** One for all parts, of which there may be hundreds of thousands. */
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
      // What is larger than everything that may be kept has not been kept.
      if (fragments.peek(kept.key)?.kept === kept) index.add(kept);
      return kept;
    },

    forget: (key) => void fragments.delete(key),

    /** It is larger than it was, mostly. */
    onFilled({ key }) {
      const slot = fragments.peek(key);
      // What depends on what stays as it is.
      if (slot !== undefined) fragments.set(key, { kept: slot.kept }, { noDisposeOnSet: true });
    },

    onLooked(found, missing) {
      metrics.fragmentHits += found;
      metrics.renders += missing;
    },
  };

  /**
   * The kept part that a reference leads to. What thousands of documents show is looked up once for each of them,
   * and seen to be in use once in a while, so that it is not taken for what nobody needs.
   */
  const keptOf = (reference: Link, now: number): Kept | undefined => {
    const { kept } = reference;
    if (kept?.isKept === true && now - kept.seen < SEEN_MS) return kept;
    reference.kept = find(reference.key);
    if (reference.kept !== undefined) reference.kept.seen = now;
    return reference.kept;
  };

  /** Documents of which everything is in memory, by the keys of their own parts; null where something is not. */
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
    /** Each document in the order given. Reads only what is not in memory. */
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
     * The texts of documents that were read before, as they are now; null where something of them has to be read
     * again, or where they depend on more than they did.
     *
     * @param parts the keys of their own parts
     * @param known what they depended on
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

    /** Whether a document's own part is kept, whatever has become of those within it. */
    has: (part: string): boolean => fragments.has(part),

    bytes: (): number => fragments.calculatedSize,
  };
};

export type Fragments = ReturnType<typeof createFragments>;
