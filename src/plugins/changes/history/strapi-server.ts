import { binController } from './server/controllers/bin';
import { changesController } from './server/controllers/changes';
import { historyController } from './server/controllers/history';
import type { WithStrapi } from '../../../platform/with-strapi';
import { registerAdminActions } from '../../../platform/strapi/admin-roles';
import {
  adminRoute,
  adminRoutesOf,
  requirePermissions,
  requirePermissionInModel,
} from '../../../platform/http/admin-route';

const mayUseBin = requirePermissions('plugin::history.bin.use');

const adminRoutes = adminRoutesOf(
  adminRoute(
    'GET',
    '/entries/:model/:documentId',
    'history.find',
    requirePermissionInModel('read'),
  ),
  adminRoute(
    'GET',
    '/entries/:model/:documentId/compare',
    'history.compare',
    requirePermissionInModel('read'),
  ),
  adminRoute(
    'POST',
    '/entries/:model/:documentId/restore',
    'history.restore',
    requirePermissionInModel('update'),
  ),
  adminRoute(
    'POST',
    '/entries/:model/:documentId/note',
    'history.note',
    requirePermissionInModel('update'),
  ),
  adminRoute('GET', '/changes', 'changes.find', mayUseBin),
  adminRoute('GET', '/changes/options', 'changes.options', mayUseBin),
  adminRoute('GET', '/bin', 'bin.find', mayUseBin),
  adminRoute('POST', '/bin/:event', 'bin.restore', mayUseBin),
);

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
