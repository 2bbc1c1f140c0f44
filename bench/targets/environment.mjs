/** API token for figures about writes; the databases of the benchmarks contain it. */
export const API_TOKEN = 'bench'.repeat(20);

/** Administrator for figures about the panel. */
export const ADMIN = { email: 'bench@example.com', password: 'Only-for-figures-1' };

const secret = (/** @type {string} */ name) => `bench-${name}-0123456789abcdefghij`;

/**
 * Returns the settings of every Strapi in the benchmarks: as in production, with placeholder
 * secrets.
 *
 * @param {string} databaseUrl
 * @param {string} publicDir
 */
export const environmentOf = (databaseUrl, publicDir) => ({
  NODE_ENV: 'production',
  STRAPI_TELEMETRY_DISABLED: 'true',
  LOG_LEVEL: 'error',
  HOST: '127.0.0.1',
  DATABASE_URL: databaseUrl,
  PUBLIC_DIR: publicDir,
  // The whole load comes from one address.
  SEARCHES_PER_MINUTE: '1000000',
  APP_KEYS: secret('app-keys'),
  ADMIN_JWT_SECRET: secret('admin-jwt'),
  API_TOKEN_SALT: secret('api-token'),
  TRANSFER_TOKEN_SALT: secret('transfer-token'),
  ENCRYPTION_KEY: secret('encryption'),
  JWT_SECRET: secret('jwt'),
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: '9',
  EMAIL_FROM: 'no-reply@localhost',
});
