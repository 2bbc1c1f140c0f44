/**
 * Runs every test on a real PostgreSQL.
 *
 *   npm test                                      everything
 *   npm test -- --changed                         the suites that changes since the last commit may break
 *   npm test -- --changed=main                    the same since another commit
 *   npm test -- --lane=app                        the suites of a lane, see tests/README.md
 *   npm test -- tests/settings.test.ts -t names   other arguments go to Jest
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { suitesOfChanges } from '../lib/changed-suites.mjs';
import { inRoot, root } from '../lib/paths.mjs';
import { readMeasurements, summarise, writeDurations } from '../lib/test-durations.mjs';
import { laneOf, sortIntoLanes } from '../lib/test-lanes.mjs';
import { compileCache, jest, listTests, prepareTests, ROOMY } from '../lib/test-preparation.mjs';
import { together } from '../lib/together.mjs';

/** @typedef {import('../lib/command.mjs').Command} Command */

/** One line of JSON for each suite that has run; see tests/support/measurements.mjs. */
const measurementsFile = inRoot('.tmp/test-measurements.jsonl');

/**
 * @typedef {import('../../tests/support/totals.mjs').Totals} Totals
 * @typedef {{ code: number, totals: Totals, isComplete: boolean }} Outcome `isComplete` unless Jest itself came to an end early
 */

/** @type {Totals} */
const nothing = { passed: 0, failed: 0, skipped: 0, failedFiles: [] };

let runs = 0;

/**
 * @param {Command} command
 * @param {Record<string, string | undefined>} env
 * @param {string[]} args
 * @returns {Promise<Outcome>}
 */
const runJest = async (command, env, args) => {
  runs += 1;
  const totalsFile = inRoot('.tmp', `test-totals-${process.pid}-${runs}.json`);
  mkdirSync(path.dirname(totalsFile), { recursive: true });
  // A service that could not start leaves open connections, which would keep the process for ever.
  const code = await command.run(process.execPath, [...ROOMY, jest, '--forceExit', ...args], {
    env: {
      ...env,
      TEST_TOTALS: totalsFile,
      TEST_MEASUREMENTS: measurementsFile,
    },
  });
  if (!existsSync(totalsFile)) return { code, totals: nothing, isComplete: false };
  const totals = /** @type {Totals} */ (JSON.parse(readFileSync(totalsFile, 'utf8')));
  rmSync(totalsFile, { force: true });
  return { code, totals, isComplete: code === 0 || totals.failedFiles.length > 0 };
};

/** @param {Outcome[]} outcomes @returns {Outcome} */
const addUp = (outcomes) => ({
  code: Math.max(...outcomes.map(({ code }) => code)),
  isComplete: outcomes.every(({ isComplete }) => isComplete),
  totals: {
    passed: outcomes.reduce((sum, { totals }) => sum + totals.passed, 0),
    failed: outcomes.reduce((sum, { totals }) => sum + totals.failed, 0),
    skipped: outcomes.reduce((sum, { totals }) => sum + totals.skipped, 0),
    failedFiles: outcomes.flatMap(({ totals }) => totals.failedFiles),
  },
});

/**
 * The first port that suites of a lane take, so that lanes take none from each other. All are below those that systems give
 * to outgoing connections (from 32,768 on).
 *
 * @type {Record<import('../lib/test-lanes.mjs').Lane, number>}
 */
const firstPorts = { pure: 12_000, nodes: 12_000, app: 18_000, desk: 24_000 };

/**
 * Runs the suites of a lane, one after the other.
 *
 * @param {Command} command
 * @param {Record<string, string | undefined>} env
 * @param {Record<import('../lib/test-lanes.mjs').Lane, string[]>} lanes
 * @param {import('../lib/test-lanes.mjs').Lane} lane
 */
const runLane = async (command, env, lanes, lane) =>
  lanes[lane].length === 0
    ? { code: 0, totals: nothing, isComplete: true }
    : runJest(command, { ...env, TEST_FIRST_PORT: String(firstPorts[lane]) }, [
        '--ci',
        '--maxWorkers=1',
        '--runTestsByPath',
        ...lanes[lane],
      ]);

/** More failures than these are no accident, and are not tried again. */
const REPEATS_AT_MOST = 6;

/**
 * Runs the few suites that failed once more, one after the other, and names those that pass now as unstable: such a suite, or
 * the service, has a race that is to be fixed.
 *
 * @param {Command} command
 * @param {Record<string, string | undefined>} env
 * @param {Outcome} first
 * @returns {Promise<Outcome>}
 */
const repeatFailed = async (command, env, first) => {
  const { failedFiles } = first.totals;
  const isWorthIt = failedFiles.length > 0 && failedFiles.length <= REPEATS_AT_MOST;
  if (!first.isComplete || !isWorthIt) return first;
  const names = failedFiles.map((file) => path.relative(root, file));
  command.say(`\nFailed, and run once more by themselves: ${names.join(', ')}`);
  const { code, totals, isComplete } = await runJest(command, env, [
    '--maxWorkers=1',
    '--runTestsByPath',
    ...failedFiles,
  ]);
  const failed = new Set(totals.failedFiles);
  const unstable = failedFiles.filter((file) => !failed.has(file));
  for (const file of unstable) command.say(`\nUNSTABLE: ${path.relative(root, file)}`);
  const passed = first.totals.passed + first.totals.failed - totals.failed;
  return { code, isComplete, totals: { ...totals, passed, skipped: first.totals.skipped } };
};

/**
 * Chooses suites by the options of this command.
 *
 * @param {string[]} files
 * @param {string[]} args
 * @returns {string[] | null} null where arguments are for Jest
 */
const chooseSuites = (files, args) => {
  const [option = '', ...rest] = args;
  if (option === '') return files;
  const [name, value] = option.split('=');
  if (rest.length > 0) return null;
  if (name === '--changed') return suitesOfChanges(files, value);
  if (name === '--lane') return files.filter((file) => laneOf(file) === value);
  return null;
};

/** @param {Command} command @param {string[]} args */
export const run = async (command, args) => {
  rmSync(measurementsFile, { force: true });
  const isOurs = args.length === 1 && /^--(changed|lane)(=|$)/.test(args[0] ?? '');
  const listed = await listTests(command, isOurs ? [] : args);
  const chosen = chooseSuites(listed, args);
  const files = chosen ?? listed;
  // Node.js replaces what has changed, but what suites have copied to folders of their own would only gather.
  if (args.length === 0) rmSync(compileCache, { recursive: true, force: true });
  const lanes = sortIntoLanes(chosen ?? []);
  const { env, beside } = await prepareTests(command, files, (pureEnv) =>
    runLane(command, pureEnv, lanes, 'pure'),
  );
  const first =
    chosen === null
      ? await runJest(command, env, args)
      : addUp([
          beside,
          ...(await together(
            runLane(command, env, lanes, 'nodes'),
            runLane(command, env, lanes, 'app'),
            runLane(command, env, lanes, 'desk'),
          )),
        ]);
  const outcome = chosen === null ? first : await repeatFailed(command, env, first);
  const measurements = readMeasurements(measurementsFile);
  command.say(`\n${summarise(measurements)}`);
  if (args.length === 0 && process.env.TEST_DURATIONS === 'write') writeDurations(measurements);
  const { passed, failed, skipped } = outcome.totals;
  // One plain line that is easy to find in a long log.
  command.say(`\ntests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  return outcome.code;
};
