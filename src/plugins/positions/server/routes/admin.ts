import { adminRoute, adminRoutesOf, whoMayInModel } from '../../../../http/admin-route';

export const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/next/:model', 'positions.next', whoMayInModel('create', 'update')),
);
