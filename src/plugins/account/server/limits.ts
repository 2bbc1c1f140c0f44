import type { WithStrapi } from '../../../platform/with-strapi';
import { accountSettings, type AccountSettings } from '../settings';
import type { Limit } from '../../../platform/throttle';

type Name = keyof AccountSettings['limits'];

/** What keeps an account endpoint from being tried out at length. */
export const limitOf = ({ strapi }: WithStrapi, name: Name): Limit => ({
  name: `account-${name}`,
  ...accountSettings.of({ strapi }).limits[name],
  // The right password ends the counting of wrong ones.
  isForgotten: name === 'loginPerAccount' || name === 'loginPerKnownNetwork',
});
