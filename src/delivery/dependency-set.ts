import type { DependencyKey } from './invalidation/keys';
import type { QueryResult } from './selections/selection-cache';

/** Documents that were read together from the document cache. */
export type CachedTexts = {
  /** Keys of the cached documents, by the text to find in the response. */
  texts: ReadonlyMap<Buffer, string>;
  keys: ReadonlySet<DependencyKey>;
};

/** Everything that a response was made from. */
export type DependencySet = {
  /** Keys of the content. A change of one of them may change the response. */
  contentKeys: ReadonlySet<DependencyKey>;
  /** Query results that determine which documents, or how many, the response shows. */
  queryResults: readonly QueryResult[];
  /** Keys of the queries. After a change of one of them, they may find other documents. */
  queryKeys: ReadonlySet<DependencyKey>;
  /** Content types that the keys belong to. */
  types: ReadonlySet<string>;
  /** Documents whose texts can be assembled again. */
  cachedTexts: readonly CachedTexts[];
  /** Dependency keys of all other content, whose change requires a new computation. */
  recomputeOn: ReadonlySet<DependencyKey>;
};
