import { inRoot } from './paths.mjs';
import { importClosure } from './test-imports.mjs';

/**
 * Suites of one lane run one after the other, each lane in a Jest of its own:
 *
 * - `pure`: no database. They run while the panel and the databases are made.
 * - `app`: the service inside the suite's process. It is kept from suite to suite.
 * - `desk`: the admin panel in a browser.
 * - `nodes`: processes of the service that are killed or stand beside each other. Two such suites at once would be late.
 *
 * @typedef {'pure' | 'app' | 'desk' | 'nodes'} Lane
 */

/** Support modules by which a suite is known, the most expensive first. @type {[Lane, string[]][]} */
const marks = [
  ['nodes', ['process.ts', 'watched-process.ts', 'restartable-postgres.mjs']],
  ['app', ['app.ts', 'database.ts']],
];

/**
 * The lane of a suite. It follows from what the suite imports, so that nobody has to say it.
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
