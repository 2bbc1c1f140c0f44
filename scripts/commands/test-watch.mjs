/**
 * Runs suites again after every change of the suites or the service.
 *
 *   npm run test:watch -- tests/settings.test.ts
 *
 * One process keeps Strapi's modules and the running service loaded. After a change of a suite,
 * only its tests run. A change of the service compiles the changed files and restarts the service.
 */
import { inRoot } from '../lib/paths.mjs';
import { jest, listTests, prepareTests, ROOMY } from '../lib/test-preparation.mjs';

/** Ctrl-C is the normal way to stop it. */
export const interruptedCode = 0;

/**
 * @param {import('../lib/command.mjs').Command} command @param {string[]} args files, and other
 * arguments of Jest
 */
export const run = async (command, args) => {
  const files = await listTests(command, args);
  const { env } = await prepareTests(command, files, () => Promise.resolve());
  return command.run(
    process.execPath,
    [
      ...[...ROOMY, jest, '--watchAll', '--runInBand'],
      ...['--globalSetup', inRoot('tests/support/reload-service.mjs')],
      ...args,
    ],
    { env },
  );
};
