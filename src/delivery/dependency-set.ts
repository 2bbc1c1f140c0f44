import type { DependencyKey } from './invalidation/keys';
import type { QueryResult } from './selections/selection-cache';

/** Documents that were read together from the document cache. */
export type CachedTexts = {
  /** Keys of the cached documents, by the text to find in the response. */
  texts: ReadonlyMap<Buffer, string>;
  /** Dependency keys of the documents. */
  keys: ReadonlySet<DependencyKey>;
};

/** Everything that a response was made from. */
export type DependencySet = {
  /**
   * Dependency keys of the content in the response. A change of one of them may change the
   * response.
   */
  contentKeys: ReadonlySet<DependencyKey>;
  /** Query results that determine which documents, or how many, the response shows. */
  queryResults: readonly QueryResult[];
  /**
   * Dependency keys of the query results. After a change of one of them, the queries may find other
   * documents.
   */
  queryKeys: ReadonlySet<DependencyKey>;
  /** Content types that the keys belong to. */
  types: ReadonlySet<string>;
  /** Documents whose texts can be assembled again. */
  cachedTexts: readonly CachedTexts[];
  /** Dependency keys of all other content, whose change requires a new computation. */
  recomputeOn: ReadonlySet<DependencyKey>;
};
