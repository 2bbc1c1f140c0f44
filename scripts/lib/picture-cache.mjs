import { accessSync, constants, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { computeFingerprint } from './build.mjs';

/** Code that determines the resized pictures. */
const SOURCES = [
  'src/plugins/media/uploads/server',
  'src/plugins/media/pictures/server',
  'scripts/sample/write/picture-cache.ts',
  'node_modules/@strapi/upload/package.json',
  'node_modules/sharp/package.json',
];

const UNUSED_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Returns the folder with the resized pictures of the sample, which all clones of a user share.
 * Returns undefined if the user has no such folder. Folders of other code versions are removed
 * after a month.
 */
export const preparePictureCache = () => {
  const { XDG_CACHE_HOME = '' } = process.env;
  const caches = XDG_CACHE_HOME === '' ? path.join(os.homedir(), '.cache') : XDG_CACHE_HOME;
  const parent = path.join(caches, 'education-cms', 'pictures');
  const folder = path.join(parent, computeFingerprint(SOURCES).slice(0, 12));
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch {
    return undefined;
  }
  try {
    for (const name of readdirSync(parent)) {
      const other = path.join(parent, name);
      if (other === folder || Date.now() - statSync(other).mtimeMs < UNUSED_MS) continue;
      rmSync(other, { recursive: true, force: true });
    }
  } catch {
    // Another process is removing it.
  }
  return folder;
};
