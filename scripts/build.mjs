/** Compiles the service and builds the admin panel, where something has changed. `npm run build`. */
import { ensureAdminBuild, ensureServerBuild } from './lib/build.mjs';
import { Command } from './lib/command.mjs';
import { readEnvironment } from './lib/environment.mjs';
import { ensurePackages } from './lib/packages.mjs';

await Command.main(async (command) => {
  await ensurePackages(command);
  await ensureAdminBuild(command, readEnvironment());
  await ensureServerBuild(command);
  return 0;
});
