import { Refusal } from './command.mjs';
import { startPostgres } from './postgres/index.mjs';

const NAME = 'cms';

/**
 * Returns the environment with a database: the one in DATABASE_URL, or the project's own, which
 * runs until the command ends.
 *
 * @param {import('./command.mjs').Command} command
 * @param {Record<string, string>} env
 */
export const withDatabase = async (command, env) => {
  if (env.DATABASE_URL) return env;
  return command.step('Starting PostgreSQL', async () => {
    let postgres;
    try {
      postgres = await startPostgres({ cluster: 'postgres' });
    } catch (error) {
      throw new Refusal(error instanceof Error ? error.message : String(error));
    }
    command.onEnd(postgres.stop);
    await postgres.ensureDatabase(NAME);
    return { ...env, DATABASE_URL: postgres.url(NAME) };
  });
};
