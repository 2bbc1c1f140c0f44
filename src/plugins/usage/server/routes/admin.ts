import {
  adminRoute,
  adminRoutesOf,
  requirePermissions,
  requirePermissionInModel,
} from '../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  adminRoute('POST', '/entries/:model', 'uses.ofEntries', requirePermissionInModel('read')),
  adminRoute('POST', '/files', 'uses.ofFiles', requirePermissions('plugin::upload.read')),
);
