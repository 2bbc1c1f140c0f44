import type { DependencyKey } from '../invalidation/keys';
import type { DocumentPart, Reference } from '../readers/reader';

/** Reference to a nested document, with the key of its cached document. */
export type Shown = Reference & { key: string };

/**
 * A cached document and its nested documents. Its text is assembled on first use, and again when a
 * nested document's text changes. The bytes between nested documents are copied from the previous
 * text.
 *
 * Data about nested documents is stored in parallel arrays instead of objects. A product would need
 * twelve objects, and a long list has tens of thousands of products.
 */
export type Part = Omit<DocumentPart, 'references' | 'at'> & {
  key: string;
  references: readonly Shown[];
  /**
   * Byte offset of each nested document, and the text inserted there. The text is null before the
   * first assembly.
   */
  at: number[];
  within: readonly (Buffer | null)[];
  /**
   * Number of the last assembly that visited this document. Each assembly visits a document once,
   * however often it is referenced.
   */
  round: number;
};

/** Assembled texts (null for a missing document) and the dependency keys of all of them. */
export type Texts = {
  texts: readonly (Buffer | null)[];
  keys: ReadonlySet<DependencyKey>;
  /** Keys of the requested documents' own cached documents. */
  wanted: readonly string[];
  /** Number of cached documents that the texts consist of. */
  size: number;
};

/**
 * Keys of inconsistent cached documents: one references a document that is gone, or that now has
 * another sort key.
 */
export type Misplaced = { misplaced: ReadonlySet<string> };

/**
 * Finds the cached document of a reference. Returns null if the document no longer exists,
 * undefined if it has not been loaded yet.
 */
export type PartLookup = (reference: Shown) => Part | null | undefined;

const NOTHING = Buffer.alloc(0);

let rounds = 0;

/** Creates a cached document from a document as it was read, without its nested documents. */
export const partIn = (
  key: string,
  { text, placing, keys, references, at }: DocumentPart,
  shownOf: (reference: Reference) => Shown,
): Part => ({
  key,
  text,
  placing,
  keys,
  references: references.map(shownOf),
  at,
  within: references.map(() => null),
  round: 0,
});

/**
 * Inserts the nested texts into a document's text. It builds a new buffer, so texts returned
 * earlier do not change.
 */
const fill = (part: Part, partOf: PartLookup): void => {
  const { references, at, within: before } = part;
  const within = references.map((reference) => partOf(reference)?.text ?? NOTHING);
  let bytes = part.text.byteLength;
  for (const [number, one] of within.entries()) {
    bytes += one.byteLength - (before[number]?.byteLength ?? 0);
  }
  const text = Buffer.allocUnsafe(bytes);
  let from = 0;
  let end = 0;
  for (const [number, one] of within.entries()) {
    const start = at[number] ?? 0;
    end += part.text.copy(text, end, from, start);
    from = start + (before[number]?.byteLength ?? 0);
    at[number] = end;
    end += one.copy(text, end);
  }
  part.text.copy(text, end, from);
  part.text = text;
  part.within = within;
};

/**
 * Assembles documents from cached documents.
 *
 * @param wanted the own cached documents of the requested documents
 * @param onFilled called with each cached document whose text has changed
 * @returns null if a cached document is missing
 */
export const assemble = (
  wanted: readonly (Part | null)[],
  partOf: PartLookup,
  onFilled: (part: Part) => void = () => undefined,
): Texts | Misplaced | null => {
  const round = (rounds += 1);
  const keys = new Set<DependencyKey>();
  const misplaced = new Set<string>();
  let size = 0;
  let missing = 0;

  const putTogether = (part: Part): void => {
    if (part.round === round) return;
    part.round = round;
    size += 1;
    for (const key of part.keys) keys.add(key);
    let isAsBefore = true;
    for (const [at, reference] of part.references.entries()) {
      const shown = partOf(reference);
      if (shown === undefined) missing += 1;
      else if (shown?.placing !== reference.placing) misplaced.add(part.key).add(reference.key);
      else {
        putTogether(shown);
        if (shown.text !== part.within[at]) isAsBefore = false;
      }
    }
    if (isAsBefore || missing > 0 || misplaced.size > 0) return;
    fill(part, partOf);
    onFilled(part);
  };

  for (const part of wanted) if (part !== null && missing === 0) putTogether(part);
  if (missing > 0) return null;
  if (misplaced.size > 0) return { misplaced };
  return {
    texts: wanted.map((part) => part?.text ?? null),
    keys,
    wanted: wanted.map((part) => part?.key ?? ''),
    size,
  };
};
