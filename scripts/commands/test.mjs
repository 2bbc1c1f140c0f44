/**
 * Runs all tests on a real PostgreSQL.
 *
 *   npm test                                      all suites
 *   npm test -- --changed                         suites that changes since the last commit may break
 *   npm test -- --changed=main                    suites that changes since another commit may break
 *   npm test -- --lane=app                        the suites of a lane, see tests/README.md
 *   npm test -- tests/settings.test.ts -t names   other arguments go to Jest
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { selectSuitesForChanges } from '../lib/changed-suites.mjs';
import { inRoot, root } from '../lib/paths.mjs';
import {
  readDurations,
  readMeasurements,
  summarizeMeasurements,
  writeDurations,
} from '../lib/test-durations.mjs';
import { divideIntoParts, detectLane, sortIntoLanes } from '../lib/test-lanes.mjs';
import { compileCache, jest, listTests, prepareTests, ROOMY } from '../lib/test-preparation.mjs';
import { settleAll } from '../lib/together.mjs';

/** @typedef {import('../lib/command.mjs').Command} Command */

/** File with one line of JSON per finished suite; see tests/support/measurements.mjs. */
const measurementsFile = inRoot('.tmp/test-measurements.jsonl');

/**
 * @typedef {import('../../tests/support/totals.mjs').Totals} Totals
 * @typedef {{ code: number, totals: Totals, isComplete: boolean }} Outcome `isComplete` is false if
 * Jest itself ended early
 */

/** @type {Totals} */
const nothing = { passed: 0, failed: 0, skipped: 0, failedFiles: [], reasons: {} };

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
  // A service that failed to start leaves open connections, which would keep the process running.
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
    reasons: Object.assign({}, ...outcomes.map(({ totals }) => totals.reasons)),
  },
});

/**
 * First port of each Jest process, so that processes do not share ports. All are below the range for outgoing
 * connections, which starts at 32,768.
 *
 * @type {Record<'pure' | 'nodes' | 'desk' | 'waiting', number>}
 */
const firstPorts = { pure: 12_000, nodes: 16_000, desk: 20_000, waiting: 24_000 };

/**
 * Runs suites in sequence in one Jest process.
 *
 * @param {Command} command
 * @param {Record<string, string | undefined>} env
 * @param {keyof typeof firstPorts} lane
 * @param {readonly string[]} files
 */
const runSuites = async (command, env, lane, files) =>
  files.length === 0
    ? { code: 0, totals: nothing, isComplete: true }
    : runJest(command, { ...env, TEST_FIRST_PORT: String(firstPorts[lane]) }, [
        '--ci',
        '--maxWorkers=1',
        '--runTestsByPath',
        ...files,
      ]);

/**
 * Runs the suites of a lane, and then parts of the lane `app` until none is left.
 *
 * @param {Command} command
 * @param {Record<string, string | undefined>} env
 * @param {keyof typeof firstPorts} lane
 * @param {readonly string[]} files
 * @param {string[][]} parts shared with the other lane
 */
const runLane = async (command, env, lane, files, parts) => {
  const outcomes = [await runSuites(command, env, lane, files)];
  for (let part = parts.shift(); part !== undefined; part = parts.shift())
    outcomes.push(await runSuites(command, env, lane, part));
  return addUp(outcomes);
};

/** Maximum number of failed suites to repeat. More failures are not a coincidence. */
const REPEATS_AT_MOST = 6;

/**
 * Repeats the failed suites once, in sequence, and reports those that pass now as unstable, with the
 * errors of their first run. An unstable suite, or the service, has a race condition that must be
 * fixed.
 *
 * @param {Command} command
 * @param {Record<string, string | undefined>} env
 * @param {Outcome} first
 * @returns {Promise<Outcome>}
 */
const repeatFailed = async (command, env, first) => {
  const { failedFiles, reasons } = first.totals;
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
  for (const file of unstable)
    command.say(`\nUNSTABLE: ${path.relative(root, file)}\n${reasons[file] ?? ''}`);
  const passed = first.totals.passed + first.totals.failed - totals.failed;
  return { code, isComplete, totals: { ...totals, passed, skipped: first.totals.skipped } };
};

/**
 * Selects suites by the options of this command.
 *
 * @param {string[]} files
 * @param {string[]} args
 * @returns {string[] | null} null if the arguments are for Jest
 */
const chooseSuites = (files, args) => {
  const [option = '', ...rest] = args;
  if (option === '') return files;
  const [name, value] = option.split('=');
  if (rest.length > 0) return null;
  if (name === '--changed') return selectSuitesForChanges(files, value);
  if (name === '--lane') return files.filter((file) => detectLane(file) === value);
  return null;
};

/** @param {Command} command @param {string[]} args */
export const run = async (command, args) => {
  rmSync(measurementsFile, { force: true });
  const isOurs = args.length === 1 && /^--(changed|lane)(=|$)/.test(args[0] ?? '');
  const allSuites = await listTests(command, isOurs ? [] : args);
  const selectedSuites = chooseSuites(allSuites, args);
  const files = selectedSuites ?? allSuites;
  // Node.js replaces changed entries of the compile cache, but entries for copies that suites made
  // in their own folders would accumulate.
  if (args.length === 0) rmSync(compileCache, { recursive: true, force: true });
  const lanes = sortIntoLanes(selectedSuites ?? []);
  const parts = divideIntoParts(lanes.app, readDurations());
  const { env, beside } = await prepareTests(command, files, (pureEnv) =>
    runSuites(command, pureEnv, 'pure', lanes.pure),
  );
  const first =
    selectedSuites === null
      ? await runJest(command, env, args)
      : addUp(
          await settleAll(
            beside,
            runLane(command, env, 'nodes', lanes.nodes, parts),
            runSuites(command, env, 'waiting', lanes.waiting),
            beside.then(() => runLane(command, env, 'desk', lanes.desk, parts)),
          ),
        );
  const outcome = selectedSuites === null ? first : await repeatFailed(command, env, first);
  const measurements = readMeasurements(measurementsFile);
  command.say(`\n${summarizeMeasurements(measurements)}`);
  if (args.length === 0 && process.env.TEST_DURATIONS === 'write') writeDurations(measurements);
  const { passed, failed, skipped } = outcome.totals;
  // One plain line that is easy to find in a long log.
  command.say(`\ntests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  return outcome.code;
};
