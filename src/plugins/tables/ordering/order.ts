import type { State } from '#catalogue/entry-summary';

/** Filters of a list. Positions remain those of the whole type. */
export type OrderFilters = {
  /** DocumentId of a business line. */
  line?: string | undefined;
  kind?: string | undefined;
};

export type OrderedEntry = {
  documentId: string;
  title: string;
  state: State;
  /** Address of the thumbnail; null if there is none. */
  picture: string | null;
};

/** Page of a list's entries in order, from `start`. */
export type OrderedPage = {
  /** Version of the order; a move must name it. */
  version: string;
  total: number;
  start: number;
  entries: readonly OrderedEntry[];
};

/** Type whose entries the user may order, and the filters of its list. */
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
