import { existsSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from './command.mjs';
import { inRoot } from './paths.mjs';
import { postgresPackage } from './postgres/binaries.mjs';

/** The end of support of each version is in README's "Supported versions". */
export const OLDEST = { node: '22.23.3', postgres: '14.23.0-beta.17' };
export const NEWEST = { node: '24.21.0', postgres: '18.4.0-beta.17' };

/**
 * Returns the data folder of a PostgreSQL version; another major version cannot read it. @param
 * {string} version
 */
export const buildClusterName = (version) => `postgres-${parseInt(version, 10)}`;

/** Name of the npm package with Node.js for this machine. */
const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/**
 * Installs a package into a folder of its own if it is missing.
 *
 * @param {import('./command.mjs').Command} command
 * @param {string} name
 * @param {string} version
 * @returns {Promise<string>} its `node_modules` folder
 */
const install = async (command, name, version) => {
  const npm = process.env.npm_execpath ?? '';
  if (npm === '') throw new Refusal('Run it with npm.');
  const folder = inRoot('.tmp/versions', `${path.basename(name)}-${version}`);
  const packages = path.join(folder, 'node_modules');
  if (!existsSync(path.join(packages, name))) {
    await command.step(`Installing ${name} ${version}`, () =>
      command.mustRun(process.execPath, [
        ...[npm, 'install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund'],
        ...['--ignore-scripts', `${name}@${version}`],
      ]),
    );
  }
  return packages;
};

/**
 * @param {import('./command.mjs').Command} command
 * @param {string} version
 */
export const installPostgres = (command, version) => install(command, postgresPackage, version);

/**
 * Returns the path of a Node.js version.
 *
 * @param {import('./command.mjs').Command} command
 * @param {string} version
 */
export const installNode = async (command, version) =>
  path.join(await install(command, nodePackage, version), nodePackage, 'bin/node');
