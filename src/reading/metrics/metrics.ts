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
  changes: 0,
  reconnections: 0,
});
