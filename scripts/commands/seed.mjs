/** `npm run seed`: loads or updates the sample catalogue. */
import { ensureServerBuild, ensureToolsBuild } from '../lib/build.mjs';
import { withDatabase } from '../lib/database.mjs';
import { ensureEnvironmentFile, readEnvironment } from '../lib/environment.mjs';
import { loadSample } from '../lib/sample.mjs';

/** @param {import('../lib/command.mjs').Command} command */
export const run = async (command) => {
  ensureEnvironmentFile();
  await ensureServerBuild(command);
  await ensureToolsBuild(command);
  const env = await withDatabase(command, {
    NODE_ENV: 'development',
    STRAPI_TELEMETRY_DISABLED: 'true',
    ...readEnvironment(),
  });
  await loadSample(command, env);
  return 0;
};
