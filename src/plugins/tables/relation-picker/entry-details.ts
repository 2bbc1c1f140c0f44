import type { State } from '../../../catalogue/entry-summary';

/** Details that distinguish entries of the same name in a selection. */
export type EntryDetails = {
  /** Address of the thumbnail; null if there is none. */
  picture: string | null;
  /** Names of its own business lines, or of those of the products that refer to it. */
  lines: readonly string[];
  /** Number of products that refer to it; null if products cannot. */
  products: number | null;
  languages: readonly { locale: string | null; state: State }[];
};
