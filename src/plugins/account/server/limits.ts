import type { WithStrapi } from '../../../platform/with-strapi';
import { accountSettings, type AccountSettings } from '../settings';
import type { Limit } from '../../../platform/throttle';

type Name = keyof AccountSettings['limits'];

/** Returns the rate limit that protects an account endpoint against trying out. */
export const limitOf = ({ strapi }: WithStrapi, name: Name): Limit => ({
  name: `account-${name}`,
  ...accountSettings.of({ strapi }).limits[name],
  // The right password resets the count of wrong ones.
  isResettable: name === 'loginPerAccount' || name === 'loginPerKnownNetwork',
});
