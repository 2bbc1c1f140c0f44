import { usesController } from './server/controllers/uses';
import { guardFiles } from './server/confirm-removals';
import {
  adminRoute,
  adminRoutesOf,
  requirePermissions,
  requirePermissionInModel,
} from '../../platform/http/admin-route';

const adminRoutes = adminRoutesOf(
  adminRoute('POST', '/entries/:model', 'uses.ofEntries', requirePermissionInModel('read')),
  adminRoute('POST', '/files', 'uses.ofFiles', requirePermissions('plugin::upload.read')),
);

export default {
  // Plugins register before the application, so the checks of other features run first for files.
  register: guardFiles,
  controllers: { uses: usesController },
  routes: { admin: adminRoutes },
};
