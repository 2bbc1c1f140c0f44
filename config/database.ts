import { databaseSettings } from '../src/platform/database/settings';
import { asOptions, sessionSettings } from '../src/platform/database/session-settings';
import { readSettings } from '../src/environment';

export default () => {
  const database = readSettings(process.env).of(databaseSettings);
  return {
    connection: {
      client: 'postgres' as const,
      connection: {
        connectionString: database.url,
        application_name: 'education-cms',
        options: asOptions(sessionSettings(database)),
        connectionTimeoutMillis: database.patience,
        keepAlive: true,
      },
      pool: database.pool,
      // A busy database is waited for; whoever waits for one that is away is told at once (src/platform/database).
      acquireConnectionTimeout: 15_000,
    },
    // A start never drops what it does not know: it may belong to a newer release. See src/platform/releases.
    settings: { forceMigration: false },
  };
};
