import { USE_BIN } from './changes';
import { binController } from './server/controllers/bin';
import { changesController } from './server/controllers/changes';
import { historyController } from './server/controllers/history';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { registerAdminActions } from '#platform/strapi/admin-roles';
import {
  adminRoute,
  adminRoutesOf,
  requirePermissions,
  requirePermissionInModel,
} from '#platform/http/admin-route';

const mayUseBin = requirePermissions(USE_BIN);

const mayRead = requirePermissionInModel('read');
const mayUpdate = requirePermissionInModel('update');

const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/entries/:model/:documentId', 'history.find', mayRead),
  adminRoute('GET', '/entries/:model/:documentId/compare', 'history.compare', mayRead),
  adminRoute('POST', '/entries/:model/:documentId/restore', 'history.restore', mayUpdate),
  adminRoute('POST', '/entries/:model/:documentId/note', 'history.note', mayUpdate),
  adminRoute('GET', '/changes', 'changes.find', mayUseBin),
  adminRoute('GET', '/changes/options', 'changes.options', mayUseBin),
  adminRoute('GET', '/bin', 'bin.find', mayUseBin),
  adminRoute('POST', '/bin/:event', 'bin.restore', mayUseBin),
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
  controllers: { history: historyController, bin: binController, changes: changesController },
  routes: { admin: adminRoutes },
};
