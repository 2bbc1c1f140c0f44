import type { DependencyKey } from '../invalidation/keys';
import type { DocumentPart, Reference } from '../readers/reader';

/** A document's own text, and the keys of the parts that belong into it. */
export type Part = DocumentPart & { references: readonly (Reference & { key: string })[] };

/** The texts of documents, null for one that is no longer there, and what they were made from. */
export type Texts = { texts: readonly (Buffer | null)[]; keys: ReadonlySet<DependencyKey> };

type Parts = ReadonlyMap<string, Part | null>;

/**
 * The keys of parts that do not belong together: one refers to a document that is no longer there, or that
 * would now stand elsewhere.
 */
export const misplacedIn = (parts: Parts): readonly string[] => {
  const misplaced = new Set<string>();
  for (const [key, part] of parts) {
    for (const reference of part?.references ?? []) {
      const shown = parts.get(reference.key);
      if (shown?.placing === reference.placing) continue;
      misplaced.add(key).add(reference.key);
    }
  }
  return [...misplaced];
};

/**
 * Puts documents together from their parts.
 *
 * @param parts everything that they are made of
 * @param wanted the keys of the documents
 */
export const assemble = (parts: Parts, wanted: readonly string[]): Texts => {
  const sizes = new Map<Part, number>();
  const keys = new Set<DependencyKey>();

  /** Each part is looked at once, however many documents show it. */
  const sizeOf = (part: Part): number => {
    const known = sizes.get(part);
    if (known !== undefined) return known;
    for (const key of part.keys) keys.add(key);
    let size = part.text.byteLength;
    for (const { key } of part.references) {
      const shown = parts.get(key);
      if (shown) size += sizeOf(shown);
    }
    sizes.set(part, size);
    return size;
  };

  /** Writes a document's text, and returns where it ends. */
  const write = ({ text, references }: Part, target: Buffer, start: number): number => {
    let from = 0;
    let end = start;
    for (const { at, key } of references) {
      end += text.copy(target, end, from, at);
      from = at;
      const shown = parts.get(key);
      if (shown) end = write(shown, target, end);
    }
    return end + text.copy(target, end, from);
  };

  const texts = wanted.map((key) => {
    const part = parts.get(key) ?? null;
    if (part === null) return null;
    const size = sizeOf(part);
    if (part.references.length === 0) return part.text;
    const text = Buffer.allocUnsafe(size);
    write(part, text, 0);
    return text;
  });
  return { texts, keys };
};
