import type { DependencyKey } from '../invalidation/keys';
import type { DocumentPart, Reference } from '../readers/reader';

/** A document's own text, and the keys of the parts that belong into it. */
export type Part = DocumentPart & {
  key: string;
  references: readonly (Reference & { key: string })[];
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
export type PartLookup<R = Part['references'][number]> = (reference: R) => Part | null | undefined;

/**
 * Puts documents together from their parts.
 *
 * @param wanted the documents' own parts
 * @returns null where a part is not at hand
 */
export const assemble = (
  wanted: readonly (Part | null)[],
  partOf: PartLookup,
): Texts | Misplaced | null => {
  const sizes = new Map<Part, number>();
  const keys = new Set<DependencyKey>();
  const misplaced = new Set<string>();
  let missing = 0;

  /** Each part is looked at once, however many documents show it. */
  const sizeOf = (part: Part): number => {
    const known = sizes.get(part);
    if (known !== undefined) return known;
    for (const key of part.keys) keys.add(key);
    let size = part.text.byteLength;
    for (const reference of part.references) {
      const shown = partOf(reference);
      if (shown === undefined) missing += 1;
      else if (shown?.placing === reference.placing) size += sizeOf(shown);
      else misplaced.add(part.key).add(reference.key);
    }
    sizes.set(part, size);
    return size;
  };

  /** Writes a document's text, and returns where it ends. */
  const write = ({ text, references }: Part, target: Buffer, start: number): number => {
    let from = 0;
    let end = start;
    for (const reference of references) {
      end += text.copy(target, end, from, reference.at);
      from = reference.at;
      const shown = partOf(reference);
      if (shown) end = write(shown, target, end);
    }
    return end + text.copy(target, end, from);
  };

  for (const part of wanted) if (part !== null) sizeOf(part);
  if (missing > 0) return null;
  if (misplaced.size > 0) return { misplaced };
  const texts = wanted.map((part) => {
    if (part === null || part.references.length === 0) return part?.text ?? null;
    const text = Buffer.allocUnsafe(sizeOf(part));
    write(part, text, 0);
    return text;
  });
  return { texts, keys, wanted: wanted.map((part) => part?.key ?? ''), size: sizes.size };
};
