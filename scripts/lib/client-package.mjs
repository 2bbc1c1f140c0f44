import { readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { logFile } from './command.mjs';
import { withLock } from './lock.mjs';
import { runNpm } from './packages.mjs';
import { inRoot } from './paths.mjs';

const folder = inRoot('clients/typescript');

/** Files and folders from which the typed client is made. */
export const clientSources = ['src', 'package.json', 'README.md', 'tsconfig.json'].map(
  (name) => `clients/typescript/${name}`,
);

/**
 * Compiles the typed client. `npm run check:types` checks its types.
 *
 * @param {import('./command.mjs').Command} command
 */
const compile = (command) =>
  command.mustRun(process.execPath, [
    inRoot('node_modules/typescript/bin/tsc'),
    ...['-p', folder, '--noCheck'],
  ]);

/** @param {import('./command.mjs').Command} command */
export const compileClient = (command) => withLock('client', () => compile(command));

/**
 * Compiles the typed client, and writes it as a package for `npm install`.
 *
 * @param {import('./command.mjs').Command} command
 * @param {string} file path of the package
 */
export const packClient = (command, file) =>
  withLock('client', async () => {
    await compile(command);
    const target = path.dirname(file);
    const args = ['pack', folder, '--ignore-scripts', '--pack-destination', target];
    await runNpm(command, args, { log: logFile('client-pack') });
    /** @type {{ name: string, version: string }} */
    const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    renameSync(path.join(target, `${name}-${version}.tgz`), file);
  });
