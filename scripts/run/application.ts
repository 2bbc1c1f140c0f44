// Must come first, because later imports may read NODE_ENV.
import './environment';
// Must come before anything needs a thread.
import './threads';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createStrapi } from '@strapi/strapi';
import type { Core } from '@strapi/types';
import { readSettings } from '#index';
import { uploadSettings } from '#platform/storage/settings';
import { SettingsError } from '#platform/settings';
import { serverSettings } from '#platform/settings/server';

const distDir = path.resolve(__dirname, '../..');
const appDir = path.resolve(distDir, '..');

/**
 * Creates the compiled application without loading it. Invalid settings end the process with a list
 * of them, without a stack trace that would hide the list.
 */
export const createApplication = (): Core.Strapi => {
  try {
    const settings = readSettings(process.env);
    // Strapi does not start without this folder, and a new volume is empty.
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
