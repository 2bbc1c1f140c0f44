import {
  adminRoute,
  adminRoutesOf,
  requirePermissionInModel,
} from '../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  adminRoute('POST', '/copy/:model/:documentId', 'copy.copy', requirePermissionInModel('create')),
);
