/**
 * Runs suites again after every edit of theirs or of the service's.
 *
 *   npm run test:watch -- tests/settings.test.ts
 *
 * One process holds Strapi's modules and the running service, so that an edit of a suite takes as long as its tests. An edit
 * of the service compiles the changed files and starts the service again.
 */
import { inRoot } from '../lib/paths.mjs';
import { jest, listTests, prepareTests, ROOMY } from '../lib/test-preparation.mjs';

/** Ctrl-C is the way to end it. */
export const interruptedCode = 0;

/** @param {import('../lib/command.mjs').Command} command @param {string[]} args files, and other arguments of Jest */
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
