import type { DependencyKey } from '../invalidation/keys';
import type { DocumentPart, Reference } from '../readers/reader';

/** A document within another one: where in the text of that it belongs, and what stands there so far. */
export type Place = Reference & {
  key: string;
  /** Bytes that it takes there. */
  length: number;
  /** Which edition of its text that is; none as long as there is nothing. */
  edition: number;
};

/**
 * A document, and the documents within it. Its text is put together when it is first wanted, and again when one of
 * those has another text: what stands between them is taken from what there was before.
 */
export type Part = Omit<DocumentPart, 'references'> & {
  key: string;
  references: readonly Place[];
  /** Another one for each text that it has had. */
  edition: number;
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
 * The part that a place is for: null where the document is no longer there, undefined where nobody has
 * looked yet.
 */
export type PartLookup = (place: Place) => Part | null | undefined;

const NOTHING = Buffer.alloc(0);

let editions = 0;
let rounds = 0;

/** A document as it was read: without those within it. */
export const partIn = (
  key: string,
  { text, placing, keys, references }: DocumentPart,
  keyOf: (reference: Reference) => string,
): Part => ({
  key,
  text,
  placing,
  keys,
  references: references.map((reference) => ({
    ...reference,
    key: keyOf(reference),
    length: 0,
    edition: 0,
  })),
  edition: (editions += 1),
  round: 0,
});

/** Puts the documents within a document into its text. What was given out of it before stays as it is. */
const fill = (part: Part, partOf: PartLookup): void => {
  const shown = part.references.map((place) => partOf(place));
  const added = shown.reduce(
    (bytes, one, at) => bytes + (one?.text.byteLength ?? 0) - (part.references[at]?.length ?? 0),
    0,
  );
  const text = Buffer.allocUnsafe(part.text.byteLength + added);
  let from = 0;
  let end = 0;
  for (const [at, place] of part.references.entries()) {
    end += part.text.copy(text, end, from, place.at);
    from = place.at + place.length;
    const within = shown[at]?.text ?? NOTHING;
    place.at = end;
    place.length = within.byteLength;
    place.edition = shown[at]?.edition ?? 0;
    end += within.copy(text, end);
  }
  part.text.copy(text, end, from);
  part.text = text;
  part.edition = editions += 1;
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
    for (const place of part.references) {
      const shown = partOf(place);
      if (shown === undefined) missing += 1;
      else if (shown?.placing !== place.placing) misplaced.add(part.key).add(place.key);
      else {
        putTogether(shown);
        if (shown.edition !== place.edition) isAsBefore = false;
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
