import type { RunSql } from '../strapi/pooled-sql';

/**
 * Removes a column, table or constraint that no release uses any more. It runs once a database, in
 * a transaction, when no node below `oldestRelease` is left.
 */
export type Removal = {
  /**
   * Identifies it in the database permanently. A date makes names unique:
   * `2027-01-product-subtitle`.
   */
  name: string;
  /** The oldest release that runs without the object. Older ones refuse to start afterwards. */
  oldestRelease: number;
  /** Description of the object for people: `the column "subtitle" of products`. */
  description: string;
  /**
   * Removes the object. It must tolerate a missing object (`DROP COLUMN IF EXISTS`), which may
   * never have existed.
   */
  run: (sql: RunSql) => Promise<void>;
};

/**
 * In the order of execution. An entry stays as long as there may be databases on which it has not
 * run.
 */
export const removals: readonly Removal[] = [];
