import type { State } from '../../../feature/entries-in-lists';

/** What a list is narrowed to; positions stay those of the whole type. */
export type Narrowing = {
  /** The documentId of a business line. */
  line?: string | undefined;
  kind?: string | undefined;
};

export type OrderedEntry = {
  documentId: string;
  title: string;
  state: State;
  /** The address of a small picture; null where there is none. */
  picture: string | null;
};

/** Some of the entries of a list, from `start`, in their order. */
export type OrderedPage = {
  /** What the order is that was read; a move names it. */
  version: string;
  total: number;
  start: number;
  entries: readonly OrderedEntry[];
};

/** A type whose entries somebody may put in order, and by what its list can be narrowed. */
export type OrderedType = {
  uid: string;
  name: string;
  hasLines: boolean;
  kinds: readonly string[];
};

export type OrderedTypes = {
  types: readonly OrderedType[];
  lines: readonly { documentId: string; name: string }[];
};
