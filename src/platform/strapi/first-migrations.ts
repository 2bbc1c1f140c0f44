import type { WithStrapi } from './with-strapi';

/**
 * Logs one line instead of one for each of Strapi's internal migrations on a new database, where
 * they change nothing. Some log through the database, some through the application. On other
 * databases Strapi logs each of them.
 */
export const summarizeFirstMigrations = ({ strapi }: WithStrapi): void => {
  const { db, log } = strapi;
  const { internal } = db.migrations.providers;
  const up = internal.up.bind(internal);
  internal.up = async () => {
    if ((await db.schema.schemaStorage.read()) !== null) return up();
    log.info('database: first start, creating the tables');
    const { level } = log;
    if (log.isLevelEnabled('info')) log.level = 'warn';
    try {
      await up();
    } finally {
      log.level = level;
    }
  };
};
