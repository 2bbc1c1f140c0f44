/** Strapi's development mode, which restarts at every change of a source file. `npm run dev`. */
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
  const strapi = inRoot('node_modules/@strapi/strapi/bin/strapi.js');
  return command.run(process.execPath, [strapi, 'develop', ...args], { env });
};
