/**
 * Runs every test on a real PostgreSQL.
 *
 *   npm test                                      everything
 *   npm test -- --changed                         the suites that changes since the last commit may break
 *   npm test -- --changed=main                    the same since another commit
 *   npm test -- --lane=app                        the suites of a lane, see tests/README.md
 *   npm test -- tests/settings.test.ts -t names   other arguments go to Jest
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { ensureAdminBuild, ensureServerBuild, ensureToolsBuild } from '../lib/build.mjs';
import { suitesOfChanges } from '../lib/changed-suites.mjs';
import { findChromium } from '../lib/chromium.mjs';
import { inRoot, root } from '../lib/paths.mjs';
import { readMeasurements, summarise, writeDurations } from '../lib/test-durations.mjs';
import { laneOf, sortIntoLanes } from '../lib/test-lanes.mjs';
import { startTestServer } from '../lib/test-server.mjs';
import { together } from '../lib/together.mjs';

const jest = inRoot('node_modules/jest/bin/jest.js');

/** @typedef {import('../lib/command.mjs').Command} Command */

/**
 * The files that Jest would run.
 *
 * @param {Command} command
 * @param {string[]} args
 */
const listTests = async (command, args) => {
  /** @type {string[]} */
  const output = [];
  await command.mustRun(process.execPath, [jest, '--listTests', ...args], {
    onOutput: (text) => output.push(text),
  });
  return output
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.endsWith('.test.ts'));
};

/**
 * Whether a suite starts from the sample catalogue.
 *
 * @param {string} file
 */
const wantsSample = (file) => readFileSync(file, 'utf8').includes('seed: true');

/** Starts leave much behind at once: with room for it from the beginning, a tenth less time goes into collecting it. */
const ROOMY = ['--min-semi-space-size=16'];

/** As many as a service gives itself (`scripts/run/threads.ts`), for those that suites hold in a process of Jest. */
const THREADS = String(4 + availableParallelism());

/** Compiled modules: Jest's workers and every process that suites start load the same two thousand. */
const compileCache = inRoot('.tmp/compile-cache');

/**
 * What chance in tests goes by: the same for one commit, so that a run repeats another, and another one for the next commit.
 * `TEST_SEED` takes its place.
 */
const seed = () => {
  const { TEST_SEED } = process.env;
  if (TEST_SEED !== undefined) return TEST_SEED;
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return String(parseInt(commit.slice(0, 7), 16));
  } catch {
    // No clone, or no Git.
    return '1';
  }
};

/** One line of JSON for each suite that has run; see tests/support/measurements.mjs. */
const measurementsFile = inRoot('.tmp/test-measurements.jsonl');

/**
 * @typedef {import('../../tests/support/totals.mjs').Totals} Totals
 * @typedef {{ code: number, totals: Totals }} Outcome
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
      UV_THREADPOOL_SIZE: THREADS,
      ...env,
      TEST_TOTALS: totalsFile,
      TEST_MEASUREMENTS: measurementsFile,
    },
  });
  const totals = existsSync(totalsFile)
    ? /** @type {Totals} */ (JSON.parse(readFileSync(totalsFile, 'utf8')))
    : nothing;
  rmSync(totalsFile, { force: true });
  return { code, totals };
};

/** @param {Outcome[]} outcomes @returns {Outcome} */
const addUp = (outcomes) => ({
  code: Math.max(...outcomes.map(({ code }) => code)),
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
    ? { code: 0, totals: nothing }
    : runJest(command, { ...env, TEST_FIRST_PORT: String(firstPorts[lane]) }, [
        '--ci',
        '--maxWorkers=1',
        '--runTestsByPath',
        ...lanes[lane],
      ]);

/** The longest that failed suites are run again. */
const REPEAT_MS = 3 * 60_000;

/**
 * Runs failed suites again by themselves, to tell apart those that fail always. The run has failed in any case.
 *
 * @param {Command} command
 * @param {Record<string, string | undefined>} env
 * @param {readonly string[]} failedFiles
 */
const nameUnstable = async (command, env, failedFiles) => {
  const end = Date.now() + REPEAT_MS;
  for (const file of failedFiles) {
    if (Date.now() > end) return;
    const name = path.relative(root, file);
    command.say(`\nRunning ${name} again …`);
    const { code } = await runJest(command, env, ['--runTestsByPath', file]);
    if (code === 0) command.say(`\nUNSTABLE: ${name} failed first and passed alone. Fix the race.`);
  }
};

/**
 * Browsers look at the panel, what is assembled for production holds it, and its headers depend on where files are.
 *
 * @param {string} file
 */
const wantsPanel = (file) =>
  (file.endsWith('.browser.test.ts') && findChromium() !== undefined) ||
  [path.join('deploying', 'release.test.ts'), path.join('uploads', 'bucket.test.ts')].some((name) =>
    file.endsWith(name),
  );

/**
 * The server that suites make their databases on, with those that they start from.
 *
 * @param {Command} command
 * @param {string[]} files
 */
const prepareDatabases = (command, files) =>
  command.step('Preparing the test database', async () => {
    const started = await startTestServer(command);
    // Here, where it may take its time, rather than under the clock of the first test that asks.
    for (const kind of files.some(wantsSample) ? ['empty', 'sample'] : ['empty']) {
      await command.mustRun(
        process.execPath,
        [inRoot('scripts/programs/test-template.mjs'), kind],
        {
          env: { ...process.env, ...started, NODE_COMPILE_CACHE: compileCache },
        },
      );
    }
    return started;
  });

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
  await ensureServerBuild(command);
  await ensureToolsBuild(command);
  // Node.js replaces what has changed, but what suites have copied to folders of their own would only gather.
  if (args.length === 0) rmSync(compileCache, { recursive: true, force: true });
  const env = {
    ...process.env,
    CHROMIUM_PATH: findChromium() ?? '',
    NODE_COMPILE_CACHE: compileCache,
    TEST_SEED: seed(),
  };
  const lanes = sortIntoLanes(chosen ?? []);
  // Each keeps one processor busy, and none needs what the others make.
  const [server, pure] = await together(
    prepareDatabases(command, files),
    runLane(command, env, lanes, 'pure'),
    files.some(wantsPanel) ? ensureAdminBuild(command, {}) : undefined,
  );
  const prepared = { ...env, ...server };
  const outcome =
    chosen === null
      ? await runJest(command, prepared, args)
      : addUp([
          pure,
          ...(await together(
            runLane(command, prepared, lanes, 'nodes'),
            runLane(command, prepared, lanes, 'app'),
            runLane(command, prepared, lanes, 'desk'),
          )),
        ]);
  if (chosen !== null) await nameUnstable(command, prepared, outcome.totals.failedFiles);
  const measurements = readMeasurements(measurementsFile);
  command.say(`\n${summarise(measurements)}`);
  if (args.length === 0 && process.env.TEST_DURATIONS === 'write') writeDurations(measurements);
  const { passed, failed, skipped } = outcome.totals;
  // One plain line that is easy to find in a long log.
  command.say(`\ntests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  return outcome.code;
};
