/** A removal of entries or files that others may use. */
export type Removal = 'delete' | 'unpublish';

/**
 * How something uses an entry or file:
 *
 * - `shows`: it references it, in a field of its own or of a component within it;
 * - `lists`: the entry references it, and is therefore listed there;
 * - `records`: it stores the entry's ID and outlives it, as orders do.
 */
export type How = 'shows' | 'lists' | 'records';

/** Entries of one type that use something in the same way. */
type Kind = {
  uid: string;
  /** Display name of the type. */
  type: string;
  how: How;
  /** True for a use in published content, false for a use in a draft only. */
  isPublished: boolean;
  /** True if the use blocks the removal unless it is forced. */
  hinders: boolean;
};

/** An entry, in one locale, that uses something. */
export type Use = Kind & {
  documentId: string;
  locale: string | null;
  title: string | null;
  /** Business lines that it references. */
  lines: readonly string[];
};

/** Uses that are only counted: those that the user may not read, and those beyond the limit. */
export type UnreadableUses = Kind & { count: number };

/** Uses of one entry or file. */
export type UsesOf = {
  /** Document ID or file ID. */
  id: string;
  title: string | null;
  uses: readonly Use[];
  unnamed: readonly UnreadableUses[];
};

/**
 * Returns true if a use blocks a removal unless it is forced. Drafts do not block: visitors do not
 * see them, and publishing them is refused later. A listing ends with the entry itself. Records
 * only block a deletion.
 */
export const isBlockingUse = (
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
