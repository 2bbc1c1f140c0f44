import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { inRoot, root } from './paths.mjs';
import { importClosure } from './test-imports.mjs';

/** @param {string[]} args @returns {string[]} lines of what git prints */
const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/**
 * Files that differ from the last commit, or have been changed since another one.
 *
 * @param {string} since
 */
const changedFiles = (since) => [
  ...git('diff', '--name-only', since),
  ...git('ls-files', '--others', '--exclude-standard'),
];

/**
 * The names of the features and layers that a file may belong to: `src/plugins/commerce/prices/server/check.ts` is of `commerce`
 * and of `prices`, and `tests/prices/check.test.ts` of `prices`.
 *
 * @param {string} name
 */
const roomsOf = (name) => {
  const [, folder = '', ...within] = path.dirname(name).split('/');
  return ['plugins', 'platform', 'api'].includes(folder) ? within.slice(0, 2) : [folder];
};

/**
 * The suites that a change may break: those that import a changed file, and those in the folder of tests that is called as the
 * changed feature or layer. It is for work in between; a feature may act on others without an import, so that only a
 * whole run shows that nothing else has broken.
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
