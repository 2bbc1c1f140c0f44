import type { Model } from './model';

/**
 * A link leads to an address, or to an entry that is kept by its document. Of the latter the address is found when
 * the link is read, so that it survives a new slug. The engine only knows where links are; a feature says through
 * this port which attributes hold them, and brings the function that finds addresses.
 */
export type LinkAddresses = {
  /** Whether a plain attribute of a model holds links. */
  isLink: (model: Model, name: string) => boolean;
  /** The types whose documents an address may be made of. */
  types: readonly string[];
  /**
   * A function of the database: `(link text, holder text, row_id bigint, drafts boolean)` says of a link within a row of
   * the type `holder` its `address`, and in `keys` the keys of what that was made of, with commas between.
   */
  resolver: string;
};

export const noLinks: LinkAddresses = { isLink: () => false, types: [], resolver: '' };
