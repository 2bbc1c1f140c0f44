import { adminRoute, adminRoutesOf, whoMayInModel } from '../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  adminRoute('POST', '/copy/:model/:documentId', 'copy.copy', whoMayInModel('create')),
);
