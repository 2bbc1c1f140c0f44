/** Strapi's development mode, which restarts at every change of a source file. `npm run dev`. */
import { Command } from './lib/command.mjs';
import { withDatabase } from './lib/database.mjs';
import { ensureEnvironmentFile, readEnvironment } from './lib/environment.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { inRoot } from './lib/paths.mjs';

await Command.main(
  async (command) => {
    await ensurePackages(command);
    ensureEnvironmentFile();
    const env = await withDatabase(command, {
      NODE_ENV: 'development',
      STRAPI_TELEMETRY_DISABLED: 'true',
      ...readEnvironment(),
    });
    const strapi = inRoot('node_modules/@strapi/strapi/bin/strapi.js');
    return command.run(process.execPath, [strapi, 'develop', ...process.argv.slice(2)], { env });
  },
  { interruptedCode: 0 },
);
