import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { inRoot, root } from './paths.mjs';
import { importClosure } from './test-imports.mjs';
import { detectLane } from './test-lanes.mjs';

/** @param {string[]} args @returns {string[]} lines of git's output */
const runGit = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/**
 * Returns files that differ from a commit, including untracked ones.
 *
 * @param {string} since
 */
const listChangedFiles = (since) => [
  ...runGit('diff', '--name-only', since),
  ...runGit('ls-files', '--others', '--exclude-standard'),
];

/**
 * Returns the names of the features and layers that a file may belong to.
 * `src/plugins/commerce/prices/server/guard.ts` belongs to `commerce` and `prices`, and
 * `tests/prices/check.test.ts` to `prices`. The example sites, and the clients that they use, belong
 * to `examples`.
 *
 * @param {string} name
 */
const getRooms = (name) => {
  const [top = '', folder = '', ...subfolders] = path.dirname(name).split('/');
  if (top === 'examples') return ['examples'];
  if (top === 'clients') return ['examples', folder];
  return ['plugins', 'platform', 'api'].includes(folder) ? subfolders.slice(0, 2) : [folder];
};

/** Lists all features, so that its imports lead from any suite with settings to every feature. */
const featureList = inRoot('src/index.ts');

/**
 * Returns the files whose change may break a suite. A pure suite that imports the list of features
 * checks each of them, in seconds; a suite with a service only needs some declarations from there.
 *
 * @param {string} suite
 */
const findSuiteFiles = (suite) =>
  importClosure(suite, detectLane(suite) === 'pure' ? undefined : featureList);

/**
 * Returns the suites that changed files may break: those that import a changed file, and those in the
 * test folder of their feature or layer. It is meant for use during development. A feature
 * can affect others without an import, so only a full run shows that nothing else is broken.
 *
 * @param {readonly string[]} suites whole paths
 * @param {readonly string[]} changedPaths names from the project's root
 */
export const selectSuitesForFiles = (suites, changedPaths) => {
  const rooms = new Set(changedPaths.flatMap(getRooms));
  rooms.delete('');
  rooms.delete('support');
  const files = new Set(changedPaths.map((name) => inRoot(name)));
  return suites.filter(
    (suite) =>
      getRooms(path.relative(root, suite)).some((room) => rooms.has(room)) ||
      [...findSuiteFiles(suite)].some((file) => files.has(file)),
  );
};

/**
 * Returns the suites that changes since a commit may break.
 *
 * @param {readonly string[]} suites whole paths
 * @param {string} [since] a commit
 */
export const selectSuitesForChanges = (suites, since = 'HEAD') =>
  selectSuitesForFiles(suites, listChangedFiles(since));
