import { config } from 'dotenv';
import { isRelaxed } from '../../src/platform/settings/node-env';

/**
 * Settles which environment the process runs in, before anything that asks is loaded.
 *
 * Strapi and its plugins look at NODE_ENV themselves and take none for `development`, and a name they do
 * not know for something in between (cookies without `Secure`, for one). So that no two parts of one
 * process disagree, everything that is not known to be relaxed becomes `production` for all of them.
 */
const settleEnvironment = (): void => {
  // Set to nothing is not set, also where `.env` has a value: dotenv would leave the blank one standing.
  if (process.env.NODE_ENV?.trim() === '') delete process.env.NODE_ENV;
  // The same file that Strapi reads a moment later; what the environment says already wins in both.
  const { ENV_PATH } = process.env;
  config(ENV_PATH === undefined ? {} : { path: ENV_PATH });
  if (!isRelaxed(process.env.NODE_ENV)) process.env.NODE_ENV = 'production';
  // It is for the command that builds the admin panel; a service that inherits it would be relaxed by it.
  delete process.env.ADMIN_BUILD;
};

settleEnvironment();
