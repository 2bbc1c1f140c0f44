import type { WithStrapi } from '../../../../platform/with-strapi';
import { registerAdminActions } from '../../../../platform/strapi/admin-actions';

/** What admin roles can be permitted besides reading and writing the entries themselves. */
export const registerPermissions = ({ strapi }: WithStrapi): Promise<void> =>
  registerAdminActions({ strapi }, [
    {
      displayName: 'See deleted entries, and bring them back',
      pluginName: 'history',
      uid: 'bin.use',
    },
  ]);
