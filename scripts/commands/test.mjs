/**
 * Every test, on a real PostgreSQL. What is said after `npm test --` goes to Jest:
 *
 *   npm test -- tests/settings.test.ts -t "names every problem"
 */
import { readFileSync } from 'node:fs';
import { ensureAdminBuild, ensureServerBuild, ensureToolsBuild } from '../lib/build.mjs';
import { findChromium } from '../lib/chromium.mjs';
import { inRoot } from '../lib/paths.mjs';
import { startTestServer } from '../lib/test-server.mjs';

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

/** @param {Command} command @param {string[]} args what Jest is told */
export const run = async (command, args) => {
  const files = await listTests(command, args);
  if (findChromium() !== undefined && files.some((file) => file.endsWith('.browser.test.ts'))) {
    await ensureAdminBuild(command, {});
  }
  await ensureServerBuild(command);
  await ensureToolsBuild(command);
  const server = await command.step('Preparing the test database', async () => {
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
  // What a service that could not start has opened already is nobody's to close, and would hold the run for ever.
  return command.run(process.execPath, [jest, '--forceExit', ...args], {
    env: { ...process.env, ...server },
  });
};
