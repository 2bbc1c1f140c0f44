import type { DependencyKey } from './invalidation/keys';
import type { Chosen } from './selections/selections';

/** Documents that were read together from the document cache. */
export type ReadFromParts = {
  /** Keys of the cached documents, by the text to find in the response. */
  texts: ReadonlyMap<Buffer, string>;
  /** Dependency keys of the documents. */
  keys: ReadonlySet<DependencyKey>;
};

/** Everything that a response was made from. */
export type MadeFrom = {
  /**
   * Dependency keys of the content in the response. A change of one of them may change the
   * response.
   */
  shown: ReadonlySet<DependencyKey>;
  /** Query results that determine which documents, or how many, the response shows. */
  chosen: readonly Chosen[];
  /**
   * Dependency keys of the query results. After a change of one of them, the queries may find other
   * documents.
   */
  chosenBy: ReadonlySet<DependencyKey>;
  /** Content types that the keys belong to. */
  types: ReadonlySet<string>;
  /** Documents whose texts can be assembled again. */
  parts: readonly ReadFromParts[];
  /** Dependency keys of all other content, whose change requires a new computation. */
  fixed: ReadonlySet<DependencyKey>;
};
