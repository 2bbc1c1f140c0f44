import type { WithStrapi } from '../strapi/with-strapi';
import { sql } from '../strapi/queries';

/** The first version of PostgreSQL that stores a database's collation version. */
const FIRST_VERSION_WITH_COLLATION = 150_000;

const VERSIONS = `
  SELECT datcollversion AS stored, pg_database_collation_actual_version(oid) AS actual
  FROM pg_database WHERE datname = current_database()`;

/**
 * Returns whether the database's collation has changed since its indexes were built, as after an
 * upgrade of the operating system. Indexes on text then miss rows and admit duplicates. PostgreSQL
 * 14 cannot tell.
 */
export const isCollationOutdated = async ({ strapi }: WithStrapi): Promise<boolean> => {
  const version = `SELECT current_setting('server_version_num')::integer AS version`;
  const [server] = (await sql({ strapi }, version)).rows;
  if (Number(server?.version) < FIRST_VERSION_WITH_COLLATION) return false;
  const [versions] = (await sql({ strapi }, VERSIONS)).rows;
  const { stored = null, actual = null } = versions ?? {};
  return stored !== null && stored !== actual;
};

/** Warns at the start that indexes on text may be wrong. */
export const warnOfCollation = async ({ strapi }: WithStrapi): Promise<void> => {
  if (!(await isCollationOutdated({ strapi }))) return;
  strapi.log.warn(
    'database: the collation version has changed since the indexes were built; they may miss rows. ' +
      'Run REINDEX DATABASE and ALTER DATABASE … REFRESH COLLATION VERSION (docs/how-to/runbooks/CmsCollationOutdated.md)',
  );
};
