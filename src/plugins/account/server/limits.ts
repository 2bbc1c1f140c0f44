import type { Core } from '@strapi/types';
import type { AccountSettings } from '../settings';
import type { Limit } from '../../../throttle';

type Name = keyof AccountSettings['limits'];

/** What keeps an account endpoint from being tried out at length. */
export const limitOf = ({ strapi }: { strapi: Core.Strapi }, name: Name): Limit => ({
  name: `account-${name}`,
  ...strapi.config.get<AccountSettings['limits']>('settings.account.limits')[name],
  // The right password ends the counting of wrong ones.
  isForgotten: name === 'loginPerAccount' || name === 'loginPerKnownNetwork',
});
