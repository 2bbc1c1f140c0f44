import { readSettings } from '../src/settings';

export default () => {
  const { database } = readSettings(process.env);
  return {
    connection: {
      client: 'postgres' as const,
      connection: {
        connectionString: database.url,
        application_name: 'education-cms',
        // Just-in-time compilation costs more than the short queries of this service take.
        options: '-c jit=off',
        connectionTimeoutMillis: database.patience,
        keepAlive: true,
      },
      pool: database.pool,
      acquireConnectionTimeout: database.patience,
    },
  };
};
