import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { testEnvironment } from '../support/environment';
import type { Release } from './release';

const root = path.resolve(__dirname, '../..');

/** Builds a release's admin panel anew, with settings of the build, as `npm run build` does. */
export const buildPanel = async (
  { folder }: Release,
  settings: Readonly<Record<string, string>>,
): Promise<void> => {
  rmSync(path.join(folder, 'dist/build'));
  copyFileSync(path.join(root, 'tsconfig.json'), path.join(folder, 'tsconfig.json'));
  for (const part of ['src', 'config']) {
    if (!existsSync(path.join(folder, part))) {
      symlinkSync(path.join(root, part), path.join(folder, part));
    }
  }
  const importing = ['keep-compiled', 'load-tsx'].flatMap((name) => [
    '--import',
    pathToFileURL(path.join(root, 'scripts/lib', `${name}.mjs`)).href,
  ]);
  const strapi = path.join(root, 'node_modules/@strapi/strapi/bin/strapi.js');
  await promisify(execFile)(process.execPath, [...importing, strapi, 'build'], {
    cwd: folder,
    env: {
      ...process.env,
      ...testEnvironment({ url: 'postgresql://nobody@127.0.0.1/none', publicDir: folder }),
      // Else it would be made of the libraries' slow development editions.
      NODE_ENV: 'production',
      ADMIN_BUILD: 'true',
      ...settings,
    },
  });
};
