import { LRUCache } from 'lru-cache';
import {
  BYTES_PER_KEY,
  type DependencyIndex,
  type Dependent,
} from '../invalidation/dependency-index';
import type { DependencyKey } from '../invalidation/keys';
import type { Metrics } from '../metrics/metrics';
import type { Contract } from '../plan/contract';
import type { DocumentPart, DocumentReference, Reader, RequestParameters } from '../readers/reader';
import { assemble, type Part, type Texts as Assembled } from './assemble';

/** A document that a part shows, and its part as it was when it was last looked up. */
type Link = Part['references'][number] & { kept?: Kept | undefined };

type Kept = Part &
  Dependent & {
    keys: readonly DependencyKey[];
    references: readonly Link[];
    isKept: boolean;
    /** When it was last asked for by its key, in milliseconds since the process began. */
    seen: number;
  };

/** Documents' texts. */
export type DocumentTexts = {
  /** Null for one that is no longer there. */
  texts: readonly (Buffer | null)[];
  /** What they were made from. */
  keys: ReadonlySet<DependencyKey>;
  /** Under which keys their parts are kept; null where they were read as a whole. */
  parts: readonly string[] | null;
};

/** What an entry costs besides its text and its keys: its own key, map entry, buffer object. */
const OVERHEAD = 400;
/** The same for a reference. */
const BYTES_PER_REFERENCE = 200;

/**
 * What documents are made of is read at several moments. Where something was published in between, and a text
 * refers to what is no longer there, it is read once more; and in the end as a whole.
 */
const TRIES = 3;

/** How long a part may be used without being looked up by its key. */
const SEEN_MS = 1_000;

type Options = {
  index: DependencyIndex;
  metrics: Metrics;
  maxBytes: number;
};

/** Documents of one contract, by the keys under which their parts are kept. */
type Wanted = Map<string, DocumentReference>;

/** Reads documents as a whole, none of it from memory. */
export const readWhole = async (
  reader: Reader,
  contract: Contract,
  references: readonly DocumentReference[],
  parameters: RequestParameters,
): Promise<DocumentTexts> => {
  const documents = await reader.read(contract, references, parameters);
  return {
    parts: null,
    texts: documents.map((document) => document && Buffer.from(document.text)),
    keys: new Set(documents.flatMap((document) => document?.keys ?? [])),
  };
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

/**
 * Keeps the JSON of single documents, which is the same wherever a document appears under the same
 * contract: each without the documents within it, which are kept of their own. A part is kept until something
 * that it shows itself changes; so a protagonist is read once, not once for each product that shows them.
 */
export const createFragments = ({ index, metrics, maxBytes }: Options) => {
  const fragments = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ text, references, keys }, key) =>
      text.byteLength +
      key.length +
      references.length * BYTES_PER_REFERENCE +
      keys.length * BYTES_PER_KEY +
      OVERHEAD,
    dispose: (fragment) => {
      fragment.isKept = false;
      index.remove(fragment);
    },
  });

  /**
   * The kept part that a reference leads to. What thousands of documents show is looked up once for each of them,
   * and seen to be in use once in a while, so that it is not taken for what nobody needs.
   */
  const keptOf = (reference: Link, now: number): Kept | undefined => {
    const { kept } = reference;
    if (kept?.isKept === true && now - kept.seen < SEEN_MS) return kept;
    reference.kept = fragments.get(reference.key);
    if (reference.kept !== undefined) reference.kept.seen = now;
    return reference.kept;
  };

  /** Documents of which everything is in memory, by the keys of their own parts; null where something is not. */
  const assembleKept = (keys: readonly string[]): Assembled | null => {
    const now = performance.now();
    const wanted: Kept[] = [];
    for (const key of keys) {
      const kept = fragments.get(key);
      if (kept === undefined) return null;
      wanted.push(kept);
    }
    const assembled = assemble(wanted, (reference) => keptOf(reference, now));
    return assembled !== null && 'texts' in assembled ? assembled : null;
  };

  const keep = (
    key: string,
    contract: Contract,
    part: Part & { keys: readonly DependencyKey[] },
  ): void => {
    const fragment: Kept = {
      ...part,
      isKept: true,
      seen: 0,
      types: contract.dependencies,
      touched: () => void fragments.delete(key),
    };
    fragments.set(key, fragment);
    // What is larger than everything that may be kept has not been kept.
    if (fragments.peek(key) === fragment) index.add(fragment);
  };

  const keyOf = (
    contract: Contract,
    { documentId, locale }: DocumentReference,
    parameters: RequestParameters,
  ): string => {
    const values = contract.parameters.map((name) => parameters[name] ?? '').join(' ');
    return `${contract.key} ${documentId} ${locale ?? ''} ${values}`;
  };

  /** Adds the parts of documents of one contract to those that are known. */
  const load = async (
    reader: Reader,
    contract: Contract,
    wanted: Wanted,
    parameters: RequestParameters,
    known: Map<string, Part | null>,
  ): Promise<readonly Part[]> => {
    const missing: [key: string, reference: DocumentReference][] = [];
    const loaded: Part[] = [];
    for (const [key, reference] of wanted) {
      const kept = fragments.get(key);
      if (kept === undefined) missing.push([key, reference]);
      else {
        known.set(key, kept);
        loaded.push(kept);
      }
    }
    metrics.fragmentHits += wanted.size - missing.length;
    if (missing.length === 0) return loaded;

    const since = index.now();
    metrics.renders += missing.length;
    const read = await readParts(
      reader,
      contract,
      missing.map(([, reference]) => reference),
      parameters,
    );
    for (const [at, [key]] of missing.entries()) {
      const found = read[at] ?? null;
      if (found === null) {
        known.set(key, null);
        continue;
      }
      const keys = index.toKeep(found.keys);
      const part: Part & { keys: readonly DependencyKey[] } = {
        key,
        text: found.text,
        placing: found.placing,
        keys,
        references: found.references.map((reference) => ({
          ...reference,
          key: keyOf(reference.contract, reference, parameters),
        })),
      };
      if (!index.isOvertaken({ keys, types: contract.dependencies }, since)) {
        keep(key, contract, part);
      }
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
  ): Promise<ReadonlyMap<string, Part | null>> => {
    const known = new Map<string, Part | null>();
    let level = new Map<Contract, Wanted>([[contract, wanted]]);
    while (level.size > 0) {
      const loaded = await Promise.all(
        [...level].map(([each, documents]) => load(reader, each, documents, parameters, known)),
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
      const wanted: Wanted = new Map(
        references.map((reference, at) => [keys[at] ?? '', reference]),
      );
      for (let left = TRIES; left > 0; left -= 1) {
        const parts = await loadAll(reader, contract, wanted, parameters);
        const assembled = assemble(
          keys.map((key) => parts.get(key) ?? null),
          ({ key }) => parts.get(key),
        );
        if (assembled !== null && 'texts' in assembled) {
          return { ...assembled, parts: assembled.wanted };
        }
        for (const key of assembled?.misplaced ?? []) fragments.delete(key);
      }
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

    bytes: (): number => fragments.calculatedSize,
  };
};

export type Fragments = ReturnType<typeof createFragments>;
