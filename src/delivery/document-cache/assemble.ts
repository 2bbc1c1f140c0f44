import type { Dependent } from '../invalidation/dependency-index';
import type { DependencyKey } from '../invalidation/keys';
import type { RenderedDocument, Reference } from '../readers/reader';

/** Reference to a nested document, with its cache key and the last cached document found. */
export type CachedReference = Reference & { key: string; document?: CachedDocument | undefined };

/**
 * A cached document and its nested documents. Its text is assembled on first use, and again when a
 * nested document's text changes. The bytes between nested documents are copied from the previous
 * text.
 *
 * Data about nested documents is stored in parallel arrays instead of objects. A product would need
 * twelve objects, and a long list has tens of thousands of products.
 */
export type CachedDocument = Omit<RenderedDocument, 'references'> &
  Dependent & {
    key: string;
    keys: readonly DependencyKey[];
    references: readonly CachedReference[];
    /** Text inserted at each offset in `at`; null before the first assembly. */
    nestedTexts: readonly (Buffer | null)[];
    /** Number of the last assembly that visited this document; each visits a document once. */
    round: number;
    /** Time of the last lookup by key, in milliseconds since the process started. */
    lastLookup: number;
  };

/** Assembled texts (null for a missing document) and the dependency keys of all of them. */
export type AssembledTexts = {
  texts: readonly (Buffer | null)[];
  keys: ReadonlySet<DependencyKey>;
  /** Keys of the requested documents' own cached documents. */
  cacheKeys: readonly string[];
  /** Number of cached documents that the texts consist of. */
  size: number;
};

/** Keys of documents that show one that is gone or has another sort key, and of those. */
export type StaleOrder = { staleOrder: ReadonlySet<string> };

/** Finds a cached document: null if it does not exist, undefined if it has not been loaded. */
export type DocumentLookup = (reference: CachedReference) => CachedDocument | null | undefined;

const EMPTY = Buffer.alloc(0);

let lastRound = 0;

/** Inserts the nested texts. Builds a new buffer, so that texts returned earlier do not change. */
const insertNestedTexts = (document: CachedDocument, findDocument: DocumentLookup): void => {
  const { references, at, nestedTexts: previousTexts } = document;
  const nestedTexts = references.map((reference) => findDocument(reference)?.text ?? EMPTY);
  let bytes = document.text.byteLength;
  for (const [number, nestedText] of nestedTexts.entries()) {
    bytes += nestedText.byteLength - (previousTexts[number]?.byteLength ?? 0);
  }
  const text = Buffer.allocUnsafe(bytes);
  let from = 0;
  let end = 0;
  for (const [number, nestedText] of nestedTexts.entries()) {
    const start = at[number] ?? 0;
    end += document.text.copy(text, end, from, start);
    from = start + (previousTexts[number]?.byteLength ?? 0);
    at[number] = end;
    end += nestedText.copy(text, end);
  }
  document.text.copy(text, end, from);
  document.text = text;
  document.nestedTexts = nestedTexts;
};

/**
 * Assembles documents from cached documents.
 *
 * @param documents the own cached documents of the requested documents
 * @param onAssembled called with each cached document whose text has changed
 * @returns null if a cached document is missing
 */
export const assemble = (
  documents: readonly (CachedDocument | null)[],
  findDocument: DocumentLookup,
  onAssembled: (document: CachedDocument) => void = () => undefined,
): AssembledTexts | StaleOrder | null => {
  const round = (lastRound += 1);
  const keys = new Set<DependencyKey>();
  const staleOrder = new Set<string>();
  let size = 0;
  let missingCount = 0;

  const assembleDocument = (document: CachedDocument): void => {
    if (document.round === round) return;
    document.round = round;
    size += 1;
    for (const key of document.keys) keys.add(key);
    let isUnchanged = true;
    for (const [index, reference] of document.references.entries()) {
      const nested = findDocument(reference);
      if (nested === undefined) missingCount += 1;
      else if (nested?.sortKey !== reference.sortKey)
        staleOrder.add(document.key).add(reference.key);
      else {
        assembleDocument(nested);
        if (nested.text !== document.nestedTexts[index]) isUnchanged = false;
      }
    }
    if (isUnchanged || missingCount > 0 || staleOrder.size > 0) return;
    insertNestedTexts(document, findDocument);
    onAssembled(document);
  };

  for (const document of documents)
    if (document !== null && missingCount === 0) assembleDocument(document);
  if (missingCount > 0) return null;
  if (staleOrder.size > 0) return { staleOrder };
  return {
    texts: documents.map((document) => document?.text ?? null),
    keys,
    cacheKeys: documents.map((document) => document?.key ?? ''),
    size,
  };
};
