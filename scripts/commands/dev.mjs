/**
 * `npm run dev`: runs Strapi's development mode, which restarts after every change of a source
 * file.
 */
import { pathToFileURL } from 'node:url';
import { buildStrapiArguments } from '../lib/build.mjs';
import { withDatabase } from '../lib/database.mjs';
import { ensureEnvironmentFile, readEnvironment } from '../lib/environment.mjs';
import { inRoot } from '../lib/paths.mjs';

export const interruptedCode = 0;

/** @param {import('../lib/command.mjs').Command} command @param {string[]} args */
export const run = async (command, args) => {
  ensureEnvironmentFile();
  const env = await withDatabase(command, {
    NODE_ENV: 'development',
    STRAPI_TELEMETRY_DISABLED: 'true',
    ...readEnvironment(),
  });
  const compile = [
    '--import',
    pathToFileURL(inRoot('scripts/lib/compile-for-development.mjs')).href,
  ];
  return command.run(process.execPath, [...compile, ...buildStrapiArguments('develop', ...args)], {
    env,
  });
};
