import { inRoot } from './paths.mjs';
import { importClosure } from './test-imports.mjs';

/**
 * Lanes of suites. The suites of one lane run in sequence, and each lane has its own Jest process:
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
 * Returns the lane of a suite, derived from its imports.
 *
 * @param {string} file
 * @returns {Lane}
 */
export const laneOf = (file) => {
  if (file.endsWith('.browser.test.ts')) return 'desk';
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
