import type { WithStrapi } from '../with-strapi';

/**
 * Logs one line in the place of Strapi's internal migrations on a database without a schema: they find nothing to
 * change there. On other databases Strapi logs each of them.
 */
export const summarizeFirstMigrations = ({ strapi }: WithStrapi): void => {
  const { db } = strapi;
  const { internal } = db.migrations.providers;
  const up = internal.up.bind(internal);
  internal.up = async () => {
    if ((await db.schema.schemaStorage.read()) !== null) return up();
    const { logger } = db;
    logger.info('database: this is its first start, which makes the tables');
    db.logger = {
      error: (message) => logger.error(message),
      warn: (message) => logger.warn(message),
      info: () => undefined,
      debug: (message) => logger.debug(message),
    };
    try {
      await up();
    } finally {
      db.logger = logger;
    }
  };
};
