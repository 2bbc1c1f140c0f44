import { binController } from './server/controllers/bin';
import { changesController } from './server/controllers/changes';
import { historyController } from './server/controllers/history';
import { adminRoutes } from './server/routes/admin';
import type { WithStrapi } from '../../../platform/with-strapi';
import { registerAdminActions } from '../../../platform/strapi/admin-roles';

/** Registers the permissions of the history for admin roles. */
const registerPermissions = ({ strapi }: WithStrapi): Promise<void> =>
  registerAdminActions({ strapi }, [
    {
      displayName: 'See deleted entries and all changes, and restore entries',
      pluginName: 'history',
      uid: 'bin.use',
    },
  ]);

export default {
  bootstrap: registerPermissions,
  controllers: { history: historyController, bin: binController, changes: changesController },
  routes: { admin: adminRoutes },
};
