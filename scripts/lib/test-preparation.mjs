import { execFileSync } from 'node:child_process';
import { readFileSync, existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { ensureAdminBuild, ensureServerBuild, ensureToolsBuild } from './build.mjs';
import { ensureSiteBuild } from './example-site.mjs';
import { inRoot, root } from './paths.mjs';
import { startTestServer } from './test-server.mjs';
import { settleAll } from './together.mjs';

const headlessShell = '/usr/bin/chromium-headless-shell';

const full = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** @param {readonly string[]} places */
const findFirst = (places) =>
  [process.env.CHROMIUM_PATH ?? '', ...places].find((place) => place !== '' && existsSync(place));

/**
 * Returns the path of the browser for browser tests: CHROMIUM_PATH, or a usual location. The
 * headless shell comes first: it draws no window, and needs less of the processor.
 */
const findChromium = () => findFirst([headlessShell, ...full]);

/** Returns the path of a full browser, with a viewer for PDF files. */
const findFullChromium = () => findFirst(full);

/** @typedef {import('./command.mjs').Command} Command */

/** Path of Jest's program. */
export const jest = inRoot('node_modules/jest/bin/jest.js');

/**
 * Lists the files that Jest would run.
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
 * Returns true if a suite starts from the sample catalogue.
 *
 * @param {string} file
 */
const needsSample = (file) => readFileSync(file, 'utf8').includes('seed: true');

/**
 * Node.js arguments for a larger young generation. A start of the service allocates much at once,
 * and takes an eighth less of the processor with it.
 */
export const ROOMY = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/**
 * Same number of threads as a service sets for itself (`scripts/run/threads.ts`), for services
 * inside a Jest process.
 */
const THREADS = String(4 + availableParallelism());

/**
 * Folder of compiled modules. Jest's workers and every process of the suites load the same two
 * thousand modules.
 */
export const compileCache = inRoot('.tmp/compile-cache');

/**
 * Returns the seed of random tests. It is the same for one commit, so that a run can be repeated.
 * `TEST_SEED` overrides it.
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
    // The project is not a clone, or Git is not installed.
    return '1';
  }
};

/**
 * Returns true if a suite needs the built panel: browser tests, the assembled release, and headers
 * that depend on file locations.
 *
 * @param {string} file
 */
const needsPanel = (file) =>
  (file.endsWith('.browser.test.ts') && !needsSite(file) && findChromium() !== undefined) ||
  [
    path.join('deploying', 'release.test.ts'),
    path.join('uploads', 'bucket.test.ts'),
    path.join('tests', 'service.test.ts'),
  ].some((name) => file.endsWith(name));

/**
 * Returns true if a suite starts the example site.
 *
 * @param {string} file
 */
const needsSite = (file) =>
  file.endsWith(path.join('examples', 'nextjs.browser.test.ts')) && findChromium() !== undefined;

/**
 * Builds the example site. Its packages come from a registry: if that is unavailable, only the suite
 * of the site fails.
 *
 * @param {Command} command
 */
const buildSite = (command) =>
  ensureSiteBuild(command).catch((/** @type {unknown} */ error) => command.say(String(error)));

/**
 * Starts the server for the suites' databases, and creates the template databases.
 *
 * @param {Command} command
 * @param {readonly string[]} files
 */
const prepareDatabases = (command, files) =>
  command.step('Preparing the test database', async () => {
    const started = await startTestServer(command);
    // Created here, so that it does not count against the timeout of the first test that needs it.
    for (const kind of files.some(needsSample) ? ['empty', 'sample'] : ['empty']) {
      await command.mustRun(
        process.execPath,
        [...ROOMY, inRoot('scripts/programs/test-template.mjs'), kind],
        {
          env: { ...process.env, ...started, NODE_COMPILE_CACHE: compileCache },
        },
      );
    }
    return started;
  });

/**
 * Compiles the service, and creates the panel and the databases that suites need.
 *
 * @template Result
 * @param {Command} command
 * @param {readonly string[]} files suites
 * @param {(env: Record<string, string | undefined>) => Promise<Result>} runBeside work without a
 * database, started before the rest is ready
 * @returns {Promise<{ env: Record<string, string | undefined>, beside: Promise<Result> }>} the
 * variables that suites need, and the result of `runBeside`, which may still be running
 */
export const prepareTests = async (command, files, runBeside) => {
  await ensureServerBuild(command);
  await ensureToolsBuild(command);
  const env = {
    UV_THREADPOOL_SIZE: THREADS,
    ...process.env,
    TEST_SEED: seed(),
    FULL_CHROMIUM_PATH: findFullChromium() ?? '',
    CHROMIUM_PATH: findChromium() ?? '',
    NODE_COMPILE_CACHE: compileCache,
  };
  // These run concurrently: each keeps one processor busy, and none needs the others' results.
  const beside = runBeside(env);
  const [server] = await settleAll(
    prepareDatabases(command, files),
    files.some(needsPanel) ? ensureAdminBuild(command, {}) : undefined,
    files.some(needsSite) ? buildSite(command) : undefined,
  ).catch(async (/** @type {unknown} */ error) => {
    await Promise.allSettled([beside]);
    throw error;
  });
  return { env: { ...env, ...server }, beside };
};
