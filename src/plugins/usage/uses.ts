/** What is done to entries or files that others may use. */
export type Removal = 'delete' | 'unpublish';

/**
 * How something uses an entry or file:
 *
 * - `shows`: it names it, in a field of its own or of a component within it;
 * - `lists`: the entry itself says that it belongs there, and is listed there for that;
 * - `records`: it remembers it and outlives it, as orders do.
 */
export type How = 'shows' | 'lists' | 'records';

/** Entries of one type that use something in the same way. */
type Kind = {
  uid: string;
  /** The type, as editors know it. */
  type: string;
  how: How;
  /** Whether it does so in what is published; otherwise in a draft only. */
  isPublished: boolean;
  /** Whether the removal is refused for it unless it is forced. */
  hinders: boolean;
};

/** An entry, in one language, that uses something. */
export type Use = Kind & {
  documentId: string;
  locale: string | null;
  title: string | null;
  /** The business lines that it names. */
  lines: readonly string[];
};

/** Uses that are only counted: those that somebody may not read, and of many the last. */
export type Unnamed = Kind & { count: number };

/** What uses one entry or file. */
export type UsesOf = {
  /** The document's id, or the file's number. */
  id: string;
  title: string | null;
  uses: readonly Use[];
  unnamed: readonly Unnamed[];
};

/**
 * Whether a use is a reason to refuse a removal unless it is forced. Drafts are nobody's loss before they are
 * published, and publishing them is refused then. Being listed is the entry's own doing, and ends with it. What
 * only remembers an entry does without it until it is gone for good.
 */
export const hinders = (
  { how, isPublished }: Pick<Kind, 'how' | 'isPublished'>,
  removal: Removal,
): boolean => {
  switch (how) {
    case 'shows':
      return isPublished;
    case 'records':
      return removal === 'delete';
    case 'lists':
      return false;
  }
};
