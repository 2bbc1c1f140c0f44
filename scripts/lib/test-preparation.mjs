import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { ensureAdminBuild, ensureServerBuild, ensureToolsBuild } from './build.mjs';
import { findChromium } from './chromium.mjs';
import { inRoot, root } from './paths.mjs';
import { startTestServer } from './test-server.mjs';
import { together } from './together.mjs';

/** @typedef {import('./command.mjs').Command} Command */

/** The program of Jest. */
export const jest = inRoot('node_modules/jest/bin/jest.js');

/**
 * The files that Jest would run.
 *
 * @param {Command} command
 * @param {string[]} args
 */
export const listTests = async (command, args) => {
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

/** Arguments of Node: starts leave much behind at once, and with room for it a tenth less time goes into collecting it. */
export const ROOMY = ['--min-semi-space-size=16'];

/** As many as a service gives itself (`scripts/run/threads.ts`), for those that suites hold in a process of Jest. */
const THREADS = String(4 + availableParallelism());

/** Compiled modules: Jest's workers and every process that suites start load the same two thousand. */
export const compileCache = inRoot('.tmp/compile-cache');

/**
 * Returns the seed of random tests. It is the same for one commit, so that a run can be repeated. `TEST_SEED` overrules it.
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

/**
 * Browsers look at the panel, what is assembled for production holds it, and its headers depend on where files are.
 *
 * @param {string} file
 */
const wantsPanel = (file) =>
  (file.endsWith('.browser.test.ts') && findChromium() !== undefined) ||
  [
    path.join('deploying', 'release.test.ts'),
    path.join('uploads', 'bucket.test.ts'),
    path.join('tests', 'service.test.ts'),
  ].some((name) => file.endsWith(name));

/**
 * The server that suites make their databases on, with those that they start from.
 *
 * @param {Command} command
 * @param {readonly string[]} files
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
 * Compiles the service, and makes the panel and the databases that suites need.
 *
 * @template Result
 * @param {Command} command
 * @param {readonly string[]} files suites
 * @param {(env: Record<string, string | undefined>) => Promise<Result>} runBeside work that needs no database, done meanwhile
 * @returns {Promise<{ env: Record<string, string | undefined>, beside: Result }>} the variables that suites need
 */
export const prepareTests = async (command, files, runBeside) => {
  await ensureServerBuild(command);
  await ensureToolsBuild(command);
  const env = {
    UV_THREADPOOL_SIZE: THREADS,
    ...process.env,
    TEST_SEED: seed(),
    CHROMIUM_PATH: findChromium() ?? '',
    NODE_COMPILE_CACHE: compileCache,
  };
  // Each keeps one processor busy, and none needs what the others make.
  const [server, beside] = await together(
    prepareDatabases(command, files),
    runBeside(env),
    files.some(wantsPanel) ? ensureAdminBuild(command, {}) : undefined,
  );
  return { env: { ...env, ...server }, beside };
};
