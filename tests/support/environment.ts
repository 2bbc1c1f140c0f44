import path from 'node:path';
import type { TestDatabase } from './database';

/** The settings of the service in tests; a suite adds to them or overrides them. */
export const testEnvironment = ({
  url,
  publicDir,
}: Pick<TestDatabase, 'url' | 'publicDir'>): Record<string, string> => ({
  NODE_ENV: 'test',
  STRAPI_TELEMETRY_DISABLED: 'true',
  LOG_LEVEL: 'error',
  HOST: '127.0.0.1',
  DATABASE_URL: url,
  // A machine that runs several suites at once is slow, but available.
  DATABASE_TIMEOUT_MS: '10000',
  PUBLIC_DIR: publicDir,
  PICTURES_DIR: path.join(publicDir, '.pictures'),
  // Suites search and request pictures more often than people do.
  SEARCHES_PER_MINUTE: '1000000',
  PICTURES_PER_MINUTE: '1000000',
  APP_KEYS: 'test-app-key-0123456789abcdef',
  ADMIN_JWT_SECRET: 'test-admin-jwt-0123456789abcdef',
  API_TOKEN_SALT: 'test-api-token-0123456789abcdef',
  TRANSFER_TOKEN_SALT: 'test-transfer-0123456789abcdef',
  ENCRYPTION_KEY: 'test-encryption-0123456789abcdef',
  JWT_SECRET: 'test-jwt-0123456789abcdef',
  PREVIEW_SECRET: 'test-preview-0123456789abcdef',
});
