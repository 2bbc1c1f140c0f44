import { existsSync, readFileSync } from 'node:fs';
import { logFile } from './command.mjs';
import { inRoot } from './paths.mjs';

/** @typedef {{ version?: string, optional?: boolean, link?: boolean }} Locked */

/** @param {string} file @returns {Record<string, Locked>} */
const readLockedPackages = (file) =>
  /** @type {{ packages: Record<string, Locked> }} */ (JSON.parse(readFileSync(file, 'utf8')))
    .packages;

/** Returns true if every package of package-lock.json is installed in its version. */
const isInstalled = () => {
  const written = inRoot('node_modules/.package-lock.json');
  if (!existsSync(written)) return false;
  const installed = readLockedPackages(written);
  return Object.entries(readLockedPackages(inRoot('package-lock.json'))).every(
    ([name, { version, optional }]) =>
      name === '' ||
      installed[name]?.version === version ||
      (optional === true && installed[name] === undefined),
  );
};

/**
 * Runs npm, which must succeed.
 *
 * @param {import('./command.mjs').Command} command
 * @param {string[]} args
 * @param {Parameters<import('./command.mjs').Command['mustRun']>[2]} options
 */
export const runNpm = (command, args, options) => {
  const npm = process.env.npm_execpath;
  return npm
    ? command.mustRun(process.execPath, [npm, ...args], options)
    : command.mustRun(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
};

/**
 * Installs the packages of package-lock.json if they differ from the installed ones.
 *
 * @param {import('./command.mjs').Command} command
 */
export const ensurePackages = async (command) => {
  if (isInstalled()) return;
  await command.step('Installing packages, which takes a minute or two', async () => {
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
    // npm finishes unpacking after Ctrl-C; the next run removes what is incomplete.
    await runNpm(command, args, { log: logFile('install'), endMs: 3_000 });
  });
};
