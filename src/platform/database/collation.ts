import type { WithStrapi } from '../with-strapi';
import { sql } from '../strapi/queries';

/** The first version of PostgreSQL that remembers by which rules a database sorts. */
const REMEMBERS = 150_000;

const VERSIONS = `
  SELECT datcollversion AS stored, pg_database_collation_actual_version(oid) AS actual
  FROM pg_database WHERE datname = current_database()`;

/**
 * Whether the rules by which the database sorts text have changed since its indexes were built, as after an upgrade of the
 * operating system. Indexes on text then miss rows and let duplicates in. PostgreSQL 14 does not tell.
 */
export const isCollationOutdated = async ({ strapi }: WithStrapi): Promise<boolean> => {
  const version = `SELECT current_setting('server_version_num')::integer AS version`;
  const [server] = (await sql({ strapi }, version)).rows;
  if (Number(server?.version) < REMEMBERS) return false;
  const [versions] = (await sql({ strapi }, VERSIONS)).rows;
  const { stored = null, actual = null } = versions ?? {};
  return stored !== null && stored !== actual;
};

/** Says at a start that indexes on text may be wrong. */
export const warnOfCollation = async ({ strapi }: WithStrapi): Promise<void> => {
  if (!(await isCollationOutdated({ strapi }))) return;
  strapi.log.warn(
    'database: the collation version has changed since the indexes were built; they may miss rows. ' +
      'Run REINDEX DATABASE and ALTER DATABASE … REFRESH COLLATION VERSION (docs/operations.md, "CmsCollationOutdated")',
  );
};
