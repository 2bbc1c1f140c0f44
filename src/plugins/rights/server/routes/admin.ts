import {
  adminRoute,
  adminRoutesOf,
  requirePermissions,
  requirePermissionInModel,
} from '../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  adminRoute(
    'GET',
    '/entries/:model/:documentId',
    'entries.find',
    requirePermissionInModel('read'),
  ),
  adminRoute(
    'GET',
    '/lines/:documentId/roles',
    'rights.find',
    requirePermissions('admin::roles.read'),
  ),
  adminRoute(
    'POST',
    '/lines/:documentId/roles',
    'rights.create',
    requirePermissions('admin::roles.create', 'admin::roles.update'),
  ),
);
