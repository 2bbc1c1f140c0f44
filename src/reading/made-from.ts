import type { DependencyKey } from './invalidation/keys';
import type { Chosen } from './selections/selections';

/** What an answer was made from. */
export type MadeFrom = {
  /** What it shows. When one of these is touched, it may be another answer. */
  shown: ReadonlySet<DependencyKey>;
  /** Which documents it shows, or how many there are. */
  chosen: readonly Chosen[];
  /** When one of these is touched, something else may be chosen. */
  chosenBy: ReadonlySet<DependencyKey>;
  /** Every type that one of the keys is about. */
  types: ReadonlySet<string>;
};
