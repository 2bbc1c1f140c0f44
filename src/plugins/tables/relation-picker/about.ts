import type { State } from '../../../feature/entries-in-lists';

/** What tells an entry apart from others of its name, where it can be chosen. */
export type About = {
  /** The address of a small picture; null where there is none. */
  picture: string | null;
  /** The names of its business lines: its own, or those of the products that name it. */
  lines: readonly string[];
  /** How many products name it; null for what products do not name. */
  products: number | null;
  languages: readonly { locale: string | null; state: State }[];
};
