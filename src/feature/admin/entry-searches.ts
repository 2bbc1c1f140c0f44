import type { MessageDescriptor } from 'react-intl';

/** A kind of text by which entries are found. */
export type SearchTerm = 'title' | 'name' | 'sku' | 'email' | 'number';

/** A type whose entries the home page finds by text. */
export type EntrySearch = {
  uid: string;
  title: MessageDescriptor & { id: string; defaultMessage: string };
  /** Attributes that name an entry in the results; empty ones are left out. */
  names: readonly string[];
  /** Texts that the search field suggests to users who may read the type. */
  terms: readonly SearchTerm[];
  /** Whether each language has texts of its own, and is searched. */
  isLocalized?: boolean;
};

const searches: EntrySearch[] = [];

/** Registers the searches of all features, before they add their parts to the panel. */
export const registerEntrySearches = (
  features: readonly { searches?: readonly EntrySearch[] }[],
): void => {
  searches.push(...features.flatMap(({ searches: searchesOfFeature = [] }) => searchesOfFeature));
};

/** Returns the searches of all features. */
export const entrySearches = (): readonly EntrySearch[] => searches;
