import type { State } from '#catalogue/entry-summary';

/** State of an entry in a locale; null if the type has no locales. */
export type LanguageState = {
  locale: string | null;
  state: State;
  /** Time since which the translation is stale, in ISO 8601; null if it is current or unknown. */
  olderSince: string | null;
};

/** References of a row in one of its relations. */
export type NamedReferences = {
  /** Names in order, limited to the first ones. */
  names: readonly string[];
  count: number;
};

/** Additional columns of a list row. */
export type Row = {
  documentId: string;
  /** Address of the thumbnail; null if there is none. */
  picture: string | null;
  lines: readonly string[];
  languages: readonly LanguageState[];
  /** References by relation, for the requested relations. */
  named: Readonly<Record<string, NamedReferences>>;
};

export type Rows = {
  /** Locales of the site, the default first; empty if the type has none. */
  locales: readonly string[];
  rows: readonly Row[];
};

/**
 * Quick filters of a list that need no value. The query parameter `question`, the route and the keys
 * of texts keep their former name, because saved views and bookmarks contain it.
 */
export const quickFilters = [
  'without-picture',
  'without-language',
  'modified',
  'never-published',
  'older-translation',
  'payment-unknown',
  'shown-nowhere',
] as const;

export type QuickFilter = (typeof quickFilters)[number];

/** Entry by which a list can be filtered. */
export type Related = {
  /** Filter value in the address: `of:protagonists:abc123`. */
  value: string;
  uid: string;
  name: string;
  picture: string | null;
  /** Number of entries in the list that refer to it. */
  count: number;
};

/** Saved view: the query of a list under a name. */
export type View = {
  id: string;
  name: string;
  /** Query of the list's address, such as `sort=title%3AASC&question=modified`. */
  query: string;
  isMine: boolean;
  /** Name of the role with which the view is shared. */
  role: string | null;
};

export type Views = { views: readonly View[]; roles: readonly { id: number; name: string }[] };
