/**
 * Runs a command with everything the service needs around it: secrets, and PostgreSQL where
 * DATABASE_URL names none.
 *
 *   node scripts/with-database.mjs strapi develop
 */
import path from 'node:path';
import { startChild } from './lib/child.mjs';
import { ensureEnvironmentFile, readEnvironment } from './lib/environment.mjs';
import { inRoot } from './lib/paths.mjs';
import { startPostgres } from './lib/postgres/index.mjs';

const [program = 'node', ...args] = process.argv.slice(2);

ensureEnvironmentFile();
const env = readEnvironment();
const postgres = env.DATABASE_URL ? undefined : await startPostgres({ cluster: 'postgres' });
await postgres?.ensureDatabase('cms');

const child = startChild(program, args, {
  env: {
    NODE_ENV: 'development',
    ...env,
    DATABASE_URL: env.DATABASE_URL ?? postgres?.url('cms'),
    PATH: [inRoot('node_modules/.bin'), process.env.PATH].join(path.delimiter),
  },
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    child.signal(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  });
}
process.exitCode = await child.ended;
await postgres?.stop();
