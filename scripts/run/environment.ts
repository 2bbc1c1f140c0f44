import { config } from 'dotenv';
import { isRelaxed } from '#platform/settings';

/**
 * Sets the environment before any module that reads it is loaded.
 *
 * Strapi and its plugins read NODE_ENV themselves. They treat an unset one as `development`, and an
 * unknown one as something in between, for example with cookies without `Secure`. To keep all parts
 * of the process consistent, every environment that is not known to be relaxed becomes
 * `production`.
 */
const settleEnvironment = (): void => {
  // An empty value counts as unset, even if `.env` has a value, because dotenv would keep the empty
  // one.
  if (process.env.NODE_ENV?.trim() === '') delete process.env.NODE_ENV;
  // Strapi reads the same file later. In both, existing variables take precedence.
  const { ENV_PATH } = process.env;
  config(ENV_PATH === undefined ? {} : { path: ENV_PATH });
  if (!isRelaxed(process.env.NODE_ENV)) process.env.NODE_ENV = 'production';
  // Only the command that builds the admin panel may set it. A service that inherits it would be
  // relaxed.
  delete process.env.ADMIN_BUILD;
};

settleEnvironment();
