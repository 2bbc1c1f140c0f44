/**
 * Every test, on a real PostgreSQL. What is said after `npm test --` goes to Jest:
 *
 *   npm test -- tests/settings.test.ts -t "names every problem"
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { ensureAdminBuild, ensureServerBuild, ensureToolsBuild } from '../lib/build.mjs';
import { findChromium } from '../lib/chromium.mjs';
import { inRoot, root } from '../lib/paths.mjs';
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
  await command.run(process.execPath, [jest, '--listTests', ...args], {
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

/** More failures than these are no accident of a busy machine. */
const RUN_AGAIN_AT_MOST = 8;

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

const totalsFile = inRoot('.tmp', `test-totals-${process.pid}.json`);

/**
 * @typedef {import('../../tests/support/totals.mjs').Totals} Totals
 * @typedef {{ code: number, totals: Totals | null }} Outcome
 */

/**
 * @param {Command} command
 * @param {Record<string, string | undefined>} env
 * @param {string[]} args
 * @returns {Promise<Outcome>}
 */
const runJest = async (command, env, args) => {
  mkdirSync(path.dirname(totalsFile), { recursive: true });
  // What a service that could not start has opened already is nobody's to close, and would hold the run for ever.
  const code = await command.run(process.execPath, [...ROOMY, jest, '--forceExit', ...args], {
    env: { UV_THREADPOOL_SIZE: THREADS, ...env, TEST_TOTALS: totalsFile },
  });
  try {
    return { code, totals: JSON.parse(readFileSync(totalsFile, 'utf8')) };
  } catch {
    return { code, totals: null };
  } finally {
    rmSync(totalsFile, { force: true });
  }
};

/**
 * Runs the few files that failed in a run of everything once more, one after the other: beside others on a
 * loaded machine a browser or a process may come too late. What passes now is named, for it may be a race.
 *
 * @param {Command} command
 * @param {Record<string, string | undefined>} env
 * @param {Outcome} first
 * @returns {Promise<Outcome>}
 */
const runFailedAgain = async (command, env, first) => {
  const files = first.totals?.failedFiles ?? [];
  if (first.totals === null || files.length === 0 || files.length > RUN_AGAIN_AT_MOST) return first;
  const names = files.map((file) => path.relative(root, file)).join(', ');
  command.say(`\nFailed, and run once more by themselves: ${names}`);
  const { code, totals } = await runJest(command, env, [
    '--runInBand',
    '--runTestsByPath',
    ...files,
  ]);
  if (totals === null) return { ...first, code };
  const failed = new Set(totals.failedFiles);
  const unstable = files
    .filter((file) => !failed.has(file))
    .map((file) => path.relative(root, file));
  if (unstable.length > 0)
    command.say(`\nUNSTABLE, passed the second time: ${unstable.join(', ')}`);
  const passed = first.totals.passed + first.totals.failed - totals.failed;
  return { code, totals: { ...first.totals, ...totals, passed, skipped: first.totals.skipped } };
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
          env: { ...process.env, ...started },
        },
      );
    }
    return started;
  });

/** @param {Command} command @param {string[]} args what Jest is told */
export const run = async (command, args) => {
  const files = await listTests(command, args);
  await ensureServerBuild(command);
  await ensureToolsBuild(command);
  const preparing = prepareDatabases(command, files);
  // Each keeps one processor busy, and neither needs what the other makes.
  await together(preparing, ...(files.some(wantsPanel) ? [ensureAdminBuild(command, {})] : []));
  const server = await preparing;
  // What was compiled of sources that have changed since would only gather.
  if (args.length === 0) rmSync(compileCache, { recursive: true, force: true });
  const env = {
    ...process.env,
    ...server,
    CHROMIUM_PATH: findChromium() ?? '',
    NODE_COMPILE_CACHE: compileCache,
    TEST_SEED: seed(),
  };
  const first = await runJest(command, env, args);
  const outcome =
    first.code === 0 || args.length > 0 ? first : await runFailedAgain(command, env, first);
  if (outcome.totals !== null) {
    const { passed, failed, skipped } = outcome.totals;
    // One plain line that is easy to find in a long log.
    command.say(`\ntests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
    if (failed > 0) command.say(`chance: TEST_SEED=${env.TEST_SEED}`);
  }
  return outcome.code;
};
