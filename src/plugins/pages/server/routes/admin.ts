import { adminRoute, adminRoutesOf, whoMayInModel } from '../../../../http/admin-route';

export const adminRoutes = adminRoutesOf(
  adminRoute('POST', '/copy/:model/:documentId', 'copy.copy', whoMayInModel('create')),
);
