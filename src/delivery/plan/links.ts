import type { Model } from './model';

/**
 * Describes links, which hold a URL or a reference to an entry. A reference is resolved when the
 * link is read, so it survives a new slug. A feature registers which attributes hold links, and the
 * function that resolves them.
 */
export type LinkAddresses = {
  isLink: (model: Model, name: string) => boolean;
  /** Content types whose documents can contribute to a URL. */
  types: readonly string[];
  /**
   * Database function `(link text, holder text, row_id bigint, drafts boolean)`. For a link in a
   * row of type `holder` it returns the `address`, and the dependency `keys` of that address,
   * separated by commas.
   */
  resolver: string;
};

export const noLinks: LinkAddresses = { isLink: () => false, types: [], resolver: '' };
