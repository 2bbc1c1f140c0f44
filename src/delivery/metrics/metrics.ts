/** What the reading engine has done since the process began. */
export type Metrics = {
  /** Responses from memory, with a body and without. */
  hits: number;
  notModified: number;
  /** Responses that had to be composed. */
  misses: number;
  /** Documents from memory among those. */
  fragmentHits: number;
  /** Documents that were read from the database. */
  renders: number;
  /** Queries that found which documents there are, or how many. */
  selections: number;
  /** Responses that were kept because the same documents were found for them again, or dropped because not. */
  revalidations: number;
  /** Responses put together again from what was in memory. */
  updates: number;
  /** Responses made again before somebody asked. */
  refreshes: number;
  /** Responses from before, sent while the database was away. */
  stale: number;
  /** Changes received, each of which invalidates what depends on it. */
  changes: number;
  /** Losses of the listening connection. */
  reconnections: number;
};

export const createMetrics = (): Metrics => ({
  hits: 0,
  notModified: 0,
  misses: 0,
  fragmentHits: 0,
  renders: 0,
  selections: 0,
  revalidations: 0,
  updates: 0,
  refreshes: 0,
  stale: 0,
  changes: 0,
  reconnections: 0,
});
