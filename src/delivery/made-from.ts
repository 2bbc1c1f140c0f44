import type { DependencyKey } from './invalidation/keys';
import type { Chosen } from './selections/selections';

/** Documents that were read together from the parts that are kept of them. */
export type ReadFromParts = {
  /** Where in the answer's text to look for them; by their text, the keys of their own parts. */
  texts: ReadonlyMap<Buffer, string>;
  /** What they depend on. */
  keys: ReadonlySet<DependencyKey>;
};

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
  /** Documents whose texts can be put together again. */
  parts: readonly ReadFromParts[];
  /** What it shows besides. */
  fixed: ReadonlySet<DependencyKey>;
};
