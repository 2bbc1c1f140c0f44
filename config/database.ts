import { databaseSettings, asOptions, createSessionSettings } from '#platform/database/settings';
import { readSettings } from '#index';

export default () => {
  const database = readSettings(process.env).of(databaseSettings);
  return {
    connection: {
      client: 'postgres' as const,
      connection: {
        connectionString: database.url,
        application_name: 'education-cms',
        options: asOptions(createSessionSettings(database)),
        connectionTimeoutMillis: database.timeout,
        keepAlive: true,
      },
      pool: database.pool,
      // Queries queue while the pool is exhausted; they fail at once while the database is
      // unavailable (src/platform/database).
      acquireConnectionTimeout: 15_000,
    },
    // A start never drops unknown tables or columns: they may belong to a newer release. See
    // src/platform/releases.
    settings: { forceMigration: false },
  };
};
