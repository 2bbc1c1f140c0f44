import { existsSync, readFileSync } from 'node:fs';
import { logFile } from './command.mjs';
import { inRoot } from './paths.mjs';

/** @typedef {{ version?: string, optional?: boolean, link?: boolean }} Locked */

/** @param {string} file @returns {Record<string, Locked>} */
const lockedPackages = (file) =>
  /** @type {{ packages: Record<string, Locked> }} */ (JSON.parse(readFileSync(file, 'utf8')))
    .packages;

/** Whether every package that package-lock.json asks for is there in the version it says. */
const isInstalled = () => {
  const written = inRoot('node_modules/.package-lock.json');
  if (!existsSync(written)) return false;
  const installed = lockedPackages(written);
  return Object.entries(lockedPackages(inRoot('package-lock.json'))).every(
    ([name, { version, optional }]) =>
      name === '' ||
      installed[name]?.version === version ||
      (optional === true && installed[name] === undefined),
  );
};

/**
 * Installs what package-lock.json says, where that is not what is there.
 *
 * @param {import('./command.mjs').Command} command
 */
export const ensurePackages = async (command) => {
  if (isInstalled()) return;
  await command.step('Installing packages, which takes a minute or two', async () => {
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
    // npm finishes what it is unpacking; what it leaves half done, it takes away the next time.
    const options = { log: logFile('install'), endMs: 3_000 };
    const npm = process.env.npm_execpath;
    await (npm
      ? command.mustRun(process.execPath, [npm, ...args], options)
      : command.mustRun(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options));
  });
};
