import type { State } from '../../../feature/entries-in-lists';

/** One language of an entry; null: it has none. */
export type LanguageState = {
  locale: string | null;
  state: State;
  /** Since when it is older than the default language, in ISO 8601; null: it is not, as far as that is known. */
  olderSince: string | null;
};

/** The entries that a row names in one of its relations. */
export type Named = {
  /** What they are called, in their order; of many, the first ones. */
  names: readonly string[];
  count: number;
};

/** What a row of a list shows besides the attributes of the entry. */
export type Row = {
  documentId: string;
  /** The address of a small picture; null where there is none. */
  picture: string | null;
  /** The names of its business lines. */
  lines: readonly string[];
  languages: readonly LanguageState[];
  /** By the relation, of those that were asked for. */
  named: Readonly<Record<string, Named>>;
};

export type Rows = {
  /** The languages of the site, the default one first; none where the type has none. */
  locales: readonly string[];
  rows: readonly Row[];
};

/** What a list can be asked without anything else being named. */
export const plainQuestions = [
  'without-picture',
  'without-language',
  'modified',
  'never-published',
  'older-translation',
  'payment-unknown',
  'shown-nowhere',
] as const;

export type PlainQuestion = (typeof plainQuestions)[number];

/** An entry by which a list can be narrowed to those that name it. */
export type Related = {
  /** What the list is asked by, in its address: `of:protagonists:abc123`. */
  value: string;
  uid: string;
  name: string;
  picture: string | null;
  /** How many entries of the list name it. */
  count: number;
};

/** The query of a list that somebody has kept under a name. */
export type View = {
  id: string;
  name: string;
  /** The query of the list's address, as `sort=title%3AASC&question=modified`. */
  query: string;
  isMine: boolean;
  /** The role for whose members it is kept as well. */
  role: string | null;
};

export type Views = { views: readonly View[]; roles: readonly { id: number; name: string }[] };
