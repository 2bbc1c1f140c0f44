import path from 'node:path';
import { inRoot, root } from './paths.mjs';
import { importClosure } from './test-imports.mjs';

/**
 * Lanes of suites. The suites of one lane run in sequence, and each lane has its own Jest process;
 * `balanceLanes` moves suites of `app` to the process of `desk`.
 *
 * - `pure`: suites without a database. They run while the panel and the databases are prepared.
 * - `app`: the service inside the suite's process, which is reused by the following suites.
 * - `desk`: the admin panel in a browser.
 * - `nodes`: processes of the service that are killed or run beside each other. Two such suites
 *   at once would be too slow for their timeouts.
 *
 * @typedef {'pure' | 'app' | 'desk' | 'nodes'} Lane
 */

/**
 * Support modules that determine a suite's lane, the most expensive first. @type {[Lane,
 * string[]][]}
 */
const marks = [
  ['nodes', ['process.ts', 'watched-process.ts', 'restartable-postgres.mjs']],
  ['app', ['app.ts', 'database.ts']],
];

/**
 * Suites of one process that no test kills. They may run beside suites of the lane `nodes`, which
 * would otherwise be the last lane to end.
 */
const oneProcess = ['tests/account/user-list.test.ts', 'tests/deploying/release.test.ts'];

/**
 * Returns the lane of a suite, derived from its imports.
 *
 * @param {string} file
 * @returns {Lane}
 */
export const laneOf = (file) => {
  if (file.endsWith('.browser.test.ts')) return 'desk';
  if (oneProcess.includes(path.relative(root, file))) return 'app';
  const closure = importClosure(file);
  const lane = marks.find(([, modules]) =>
    modules.some((name) => closure.has(inRoot('tests/support', name))),
  );
  return lane?.[0] ?? 'pure';
};

/**
 * @param {readonly string[]} files
 * @returns {Record<Lane, string[]>}
 */
export const sortIntoLanes = (files) => {
  /** @type {Record<Lane, string[]>} */
  const lanes = { pure: [], app: [], desk: [], nodes: [] };
  for (const file of files) lanes[laneOf(file)].push(file);
  return lanes;
};

/**
 * Moves suites of the lane `app` to `desk`, so that both take about the same time: one of two
 * processors would be idle after the shorter lane has ended.
 *
 * @param {Record<Lane, string[]>} lanes
 * @param {Record<string, import('./test-durations.mjs').Duration>} durations by path below the root
 * @returns {Record<Lane, string[]>}
 */
export const balanceLanes = (lanes, durations) => {
  const timed = (/** @type {string} */ file) => {
    const { seconds = 10, settings = '' } = durations[path.relative(root, file)] ?? {};
    return { file, seconds, settings };
  };
  const app = lanes.app.map(timed).sort((a, b) => a.settings.localeCompare(b.settings));
  const desk = lanes.desk.map(timed);
  const sum = (/** @type {{ seconds: number }[]} */ suites) =>
    suites.reduce((total, { seconds }) => total + seconds, 0);
  let surplus = sum(app) - sum(desk);
  // The first group has default settings, like most suites of `desk`.
  const staying = app.filter((suite) => {
    if (surplus <= suite.seconds) return true;
    desk.push(suite);
    surplus -= 2 * suite.seconds;
    return false;
  });
  const files = (/** @type {{ file: string }[]} */ suites) => suites.map(({ file }) => file);
  return { ...lanes, app: files(staying), desk: files(desk) };
};
