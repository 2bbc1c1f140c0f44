/**
 * `npm run dev`: runs Strapi's development mode, which restarts after every change of a source
 * file.
 */
import { strapiArguments } from '../lib/build.mjs';
import { withDatabase } from '../lib/database.mjs';
import { ensureEnvironmentFile, readEnvironment } from '../lib/environment.mjs';

export const interruptedCode = 0;

/** @param {import('../lib/command.mjs').Command} command @param {string[]} args */
export const run = async (command, args) => {
  ensureEnvironmentFile();
  const env = await withDatabase(command, {
    NODE_ENV: 'development',
    STRAPI_TELEMETRY_DISABLED: 'true',
    ...readEnvironment(),
  });
  return command.run(process.execPath, strapiArguments('develop', ...args), { env });
};
