import path from 'node:path';
import { inRoot, root } from './paths.mjs';
import { importClosure } from './test-imports.mjs';

/**
 * Lanes of suites. Three Jest processes run at a time: one begins with the suites of `nodes`, one with those of `desk`,
 * and one with `waiting`, which needs little of a processor. Then each takes parts of `app`, until none is left: these
 * suites wait for the database a third of their time.
 *
 * - `pure`: suites without a database. They run while the panel and the databases are prepared.
 * - `app`: the service inside the suite's process, which is reused by the following suites.
 * - `desk`: the admin panel in a browser.
 * - `nodes`: processes of the service that are killed or run beside each other. Two such suites
 *   at once would be too slow for their timeouts.
 * - `waiting`: suites that wait most of the time, for example for the timeout of a system that never answers.
 *
 * @typedef {'pure' | 'app' | 'desk' | 'nodes' | 'waiting'} Lane
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

/** Suites that use less than half of a processor while they run (see `cpu` in `tests/durations.json`). */
const mostlyWaiting = [
  'tests/account/database-unavailable.test.ts',
  'tests/account/mail-retries.test.ts',
  'tests/cdn-purging/limit.test.ts',
  'tests/cdn-purging/targets.test.ts',
  'tests/checkout/create.test.ts',
  'tests/checkout/events.test.ts',
  'tests/checkout/order-webhooks.test.ts',
  'tests/concurrent-editing/two-nodes.test.ts',
  'tests/database/full-disk.test.ts',
  'tests/database/stale.test.ts',
  'tests/deploying/load-balancers.test.ts',
  'tests/health/connections.test.ts',
  'tests/health/ready.test.ts',
  'tests/jobs/jobs.test.ts',
  'tests/jobs/unavailable.test.ts',
  'tests/metrics/metrics.test.ts',
  'tests/partner-video/processes.test.ts',
  'tests/pictures/storage-outage.test.ts',
  'tests/runtime.test.ts',
  'tests/search/laws.test.ts',
  'tests/shutdown/signals.test.ts',
  'tests/webhooks/webhooks.test.ts',
];

/**
 * Returns the lane of a suite, derived from its imports.
 *
 * @param {string} file
 * @returns {Lane}
 */
export const detectLane = (file) => {
  if (file.endsWith('.browser.test.ts')) return 'desk';
  if (mostlyWaiting.includes(path.relative(root, file))) return 'waiting';
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
  const lanes = { pure: [], app: [], desk: [], nodes: [], waiting: [] };
  for (const file of files) lanes[detectLane(file)].push(file);
  return lanes;
};

/** Minimum duration of a part. Each part has its own Jest process, which must load the service again. */
const SHORTEST_PART_SECONDS = 150;

/** Number of Jest processes that take parts. */
const PROCESSES = 2;

/**
 * Divides the suites of the lane `app` into parts, so that each process can take another part when it has nothing else
 * to do. Each part is half of the remaining time, so there are few parts, and the last ones are short.
 * Suites are in the order of their settings, because suites with the same settings share a running service.
 *
 * @param {readonly string[]} files
 * @param {Record<string, import('./test-durations.mjs').Duration>} durations by path below the root
 * @returns {string[][]}
 */
export const divideIntoParts = (files, durations) => {
  const suites = files
    .map((file) => {
      const { seconds = 10, settings = '' } = durations[path.relative(root, file)] ?? {};
      return { file, seconds, settings };
    })
    .sort((a, b) => a.settings.localeCompare(b.settings));
  /** @type {string[][]} */
  const parts = [];
  let remainingSeconds = suites.reduce((sum, { seconds }) => sum + seconds, 0);
  let room = 0;
  for (const { file, seconds } of suites) {
    if (room <= 0) {
      parts.push([]);
      room = Math.max(SHORTEST_PART_SECONDS, remainingSeconds / PROCESSES);
    }
    parts.at(-1)?.push(file);
    room -= seconds;
    remainingSeconds -= seconds;
  }
  return parts;
};
