/** Compiles the service and builds the admin panel, where something has changed. `npm run build`. */
import { ensureAdminBuild, ensureProductionBuild } from '../lib/build.mjs';
import { readEnvironment } from '../lib/environment.mjs';

/** @param {import('../lib/command.mjs').Command} command */
export const run = async (command) => {
  await ensureProductionBuild(command);
  await ensureAdminBuild(command, readEnvironment());
  return 0;
};
