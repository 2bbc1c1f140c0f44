import type { DependencyKey } from '../invalidation/keys';
import type { DocumentPart, Reference } from '../readers/reader';

/** A document within others, and the key of its part. */
export type Shown = Reference & { key: string };

/**
 * A document, and the documents within it. Its text is put together when it is first wanted, and again when one of
 * those has another text: what stands between them is taken from what there was before.
 *
 * What is said of each document within it stands in lists beside each other. An object for each of them would be twelve for
 * a product, of which a long list has tens of thousands.
 */
export type Part = Omit<DocumentPart, 'references' | 'at'> & {
  key: string;
  references: readonly Shown[];
  /** Where in the text each of those stands, in bytes, and as which text: nothing so far, or what it was last. */
  at: number[];
  within: readonly (Buffer | null)[];
  /** In which round it was looked at last, so that it is once, however many documents show it. */
  round: number;
};

/** The texts of documents, null for one that is no longer there, and what they were made from. */
export type Texts = {
  texts: readonly (Buffer | null)[];
  keys: ReadonlySet<DependencyKey>;
  /** The keys of their own parts. */
  wanted: readonly string[];
  /** Of how many parts they are made. */
  size: number;
};

/**
 * The keys of parts that do not belong together: one refers to a document that is no longer there, or that
 * would now stand elsewhere.
 */
export type Misplaced = { misplaced: ReadonlySet<string> };

/**
 * The part that a reference leads to: null where the document is no longer there, undefined where nobody has
 * looked yet.
 */
export type PartLookup = (reference: Shown) => Part | null | undefined;

const NOTHING = Buffer.alloc(0);

let rounds = 0;

/** A document as it was read: without those within it. */
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

/** Puts the documents within a document into its text. What was given out of it before stays as it is. */
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
 * Puts documents together from their parts.
 *
 * @param wanted the documents' own parts
 * @param onFilled is told of parts whose text has become another one
 * @returns null where a part is not at hand
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
