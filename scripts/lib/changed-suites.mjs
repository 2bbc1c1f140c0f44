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
 * The name of the feature or layer that a file belongs to: `src/plugins/commerce/prices/server/check.ts` is of `prices`, and so is
 * `tests/prices/check.test.ts`.
 *
 * @param {string} name
 */
const roomOf = (name) => {
  const parts = path.dirname(name).split('/');
  const inside = parts[1] === 'plugins' || parts[1] === 'api' ? parts[2] : parts[1];
  return inside ?? '';
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
  const rooms = new Set(changed.map(roomOf).filter((room) => room !== '' && room !== 'support'));
  const files = new Set(changed.map((name) => inRoot(name)));
  return suites.filter(
    (suite) =>
      rooms.has(roomOf(path.relative(root, suite))) ||
      [...importClosure(suite)].some((file) => files.has(file)),
  );
};
