/**
 * `npm run build`: compiles the service, and builds the admin panel and the guide, if their
 * sources have changed.
 */
import { ensureAdminBuild, ensureGuideBuild, ensureProductionBuild } from '../lib/build.mjs';
import { readEnvironment } from '../lib/environment.mjs';

/** @param {import('../lib/command.mjs').Command} command */
export const run = async (command) => {
  await ensureProductionBuild(command);
  await ensureAdminBuild(command, readEnvironment());
  await ensureGuideBuild(command);
  return 0;
};
