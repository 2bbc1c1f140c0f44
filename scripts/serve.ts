import path from 'node:path';
import { createStrapi } from '@strapi/strapi';
import { readSettings, SettingsError } from '../src/settings';

const appDir = path.resolve(__dirname, '../..');

/** Serves the compiled application until a signal ends it. */
const serve = async (): Promise<void> => {
  const strapi = createStrapi({ appDir, distDir: path.resolve(__dirname, '..') });
  await strapi.start();
};

process.env.STRAPI_TELEMETRY_DISABLED ??= 'true';
try {
  readSettings(process.env);
  void serve();
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
