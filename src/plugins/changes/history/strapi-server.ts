import { USE_BIN } from './changes';
import { createBinController } from './server/controllers/bin';
import { createChangesController } from './server/controllers/changes';
import { createHistoryController } from './server/controllers/history';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { registerAdminActions } from '#platform/strapi/admin-roles';
import {
  defineAdminRoute,
  defineAdminRoutes,
  requirePermissions,
  requirePermissionInModel,
} from '#platform/http/admin-route';

const mayUseBin = requirePermissions(USE_BIN);

const mayRead = requirePermissionInModel('read');
const mayUpdate = requirePermissionInModel('update');

const adminRoutes = defineAdminRoutes(
  defineAdminRoute('GET', '/entries/:model/:documentId', 'history.find', mayRead),
  defineAdminRoute('GET', '/entries/:model/:documentId/compare', 'history.compare', mayRead),
  defineAdminRoute('POST', '/entries/:model/:documentId/restore', 'history.restore', mayUpdate),
  defineAdminRoute('POST', '/entries/:model/:documentId/note', 'history.note', mayUpdate),
  defineAdminRoute('GET', '/changes', 'changes.find', mayUseBin),
  defineAdminRoute('GET', '/changes/options', 'changes.options', mayUseBin),
  defineAdminRoute('GET', '/bin', 'bin.find', mayUseBin),
  defineAdminRoute('POST', '/bin/:event', 'bin.restore', mayUseBin),
);

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
  controllers: {
    history: createHistoryController,
    bin: createBinController,
    changes: createChangesController,
  },
  routes: { admin: adminRoutes },
};
