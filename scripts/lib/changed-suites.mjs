import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { inRoot, root } from './paths.mjs';
import { importClosure } from './test-imports.mjs';

/** @param {string[]} args @returns {string[]} lines of git's output */
const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/**
 * Returns files that differ from a commit, including untracked ones.
 *
 * @param {string} since
 */
const changedFiles = (since) => [
  ...git('diff', '--name-only', since),
  ...git('ls-files', '--others', '--exclude-standard'),
];

/**
 * Returns the names of the features and layers that a file may belong to.
 * `src/plugins/commerce/prices/server/check.ts` belongs to `commerce` and `prices`, and
 * `tests/prices/check.test.ts` to `prices`.
 *
 * @param {string} name
 */
const roomsOf = (name) => {
  const [, folder = '', ...within] = path.dirname(name).split('/');
  return ['plugins', 'platform', 'api'].includes(folder) ? within.slice(0, 2) : [folder];
};

/**
 * Returns the suites that a change may break: those that import a changed file, and those in the
 * test folder of the changed feature or layer. It is meant for use during development. A feature
 * can affect others without an import, so only a full run shows that nothing else is broken.
 *
 * @param {readonly string[]} suites whole paths
 * @param {string} [since] a commit
 */
export const suitesOfChanges = (suites, since = 'HEAD') => {
  const changed = changedFiles(since);
  const rooms = new Set(changed.flatMap(roomsOf));
  rooms.delete('');
  rooms.delete('support');
  const files = new Set(changed.map((name) => inRoot(name)));
  return suites.filter(
    (suite) =>
      roomsOf(path.relative(root, suite)).some((room) => rooms.has(room)) ||
      [...importClosure(suite)].some((file) => files.has(file)),
  );
};
