import type { WithStrapi } from '../../../../platform/with-strapi';
import { registerAdminActions } from '../../../../platform/strapi/admin-roles';

/** Registers the permissions of the history for admin roles. */
export const registerPermissions = ({ strapi }: WithStrapi): Promise<void> =>
  registerAdminActions({ strapi }, [
    {
      displayName: 'See deleted entries and all changes, and restore entries',
      pluginName: 'history',
      uid: 'bin.use',
    },
  ]);
