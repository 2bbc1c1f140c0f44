import type { WithStrapi } from '../../../../platform/with-strapi';
import { registerAdminActions } from '../../../../platform/strapi/admin-roles';

/** Permission to create products and prices at payment providers. */
export const CREATE_PRICES = 'plugin::prices.create-prices';

/** Registers the permissions that admin roles can have. */
export const registerPermissions = ({ strapi }: WithStrapi): Promise<void> =>
  registerAdminActions({ strapi }, [
    {
      displayName: 'Create products and prices at the payment provider',
      pluginName: 'prices',
      uid: 'create-prices',
    },
  ]);
