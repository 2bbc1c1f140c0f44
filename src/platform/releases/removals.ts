import type { RunSql } from '../strapi/pooled-sql';

/**
 * Takes something out of the database for good: a column, a table, a constraint that no release uses any
 * more. It runs once for a database, in a transaction, when no node below `oldestRelease` is left.
 */
export type Removal = {
  /** Identifies it in the database, for good; a date keeps names apart: `2027-01-product-subtitle`. */
  name: string;
  /** The oldest release that runs without what is removed; older ones refuse to start afterwards. */
  oldestRelease: number;
  /** What is removed, as people are told of it: `the column "subtitle" of products`. */
  what: string;
  /** Does it. Takes what is gone already for done (`DROP COLUMN IF EXISTS`): it may never have been there. */
  run: (sql: RunSql) => Promise<void>;
};

/** In the order in which they run. An entry stays as long as databases may exist that it has not run on. */
export const removals: readonly Removal[] = [];
