/**
 * Every test, on a real PostgreSQL. What is said after `npm test --` goes to Jest:
 *
 *   npm test -- tests/settings.test.ts -t "names every problem"
 */
import { ensureAdminBuild, ensureServerBuild } from './lib/build.mjs';
import { findChromium } from './lib/chromium.mjs';
import { Command } from './lib/command.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { inRoot } from './lib/paths.mjs';
import { startTestServer } from './lib/test-server.mjs';

const jest = inRoot('node_modules/jest/bin/jest.js');
const args = process.argv.slice(2);

/** @param {Command} command */
const hasBrowserTests = async (command) => {
  /** @type {string[]} */
  const lines = [];
  await command.run(process.execPath, [jest, '--listTests', ...args], {
    onOutput: (text) => lines.push(text),
  });
  return lines.join('').includes('.browser.test.ts');
};

await Command.main(async (command) => {
  await ensurePackages(command);
  if (findChromium() !== undefined && (await hasBrowserTests(command))) {
    await ensureAdminBuild(command, {});
  }
  await ensureServerBuild(command);
  const server = await command.step('Preparing the test database', async () => {
    const started = await startTestServer(command);
    await command.mustRun(process.execPath, [inRoot('scripts/lib/test-template.mjs'), 'empty'], {
      env: { ...process.env, ...started },
    });
    return started;
  });
  return command.run(process.execPath, [jest, ...args], { env: { ...process.env, ...server } });
});
