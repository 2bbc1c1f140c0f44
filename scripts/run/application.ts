// First: whatever is loaded after it may look at NODE_ENV.
import './environment';
// Before anything needs a thread.
import './threads';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createStrapi } from '@strapi/strapi';
import type { Core } from '@strapi/types';
import { readSettings } from '../../src/environment';
import { uploadSettings } from '../../src/platform/storage/settings';
import { SettingsError } from '../../src/platform/settings';
import { serverSettings } from '../../src/platform/settings/server';

const distDir = path.resolve(__dirname, '../..');
const appDir = path.resolve(distDir, '..');

/**
 * The compiled application, not loaded yet. Wrong settings end the process with the list of them and
 * without a stack trace, which would only bury it.
 */
export const createApplication = (): Core.Strapi => {
  try {
    const settings = readSettings(process.env);
    // Strapi does not start without it, and a fresh volume is empty.
    if (settings.of(uploadSettings).provider === 'local') {
      const { publicDir } = settings.of(serverSettings);
      mkdirSync(path.resolve(appDir, publicDir, 'uploads'), { recursive: true });
    }
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  return createStrapi({ appDir, distDir });
};
