import { adminRoute, adminRoutesOf, whoMayInModel } from '../../../../http/admin-route';

export const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/:model/columns', 'bulk-edit.columns', whoMayInModel('update')),
  adminRoute('GET', '/:model/rows.csv', 'bulk-edit.rows', whoMayInModel('update')),
  adminRoute('POST', '/:model/plan', 'bulk-edit.plan', whoMayInModel('update')),
  adminRoute('POST', '/:model/replaceable', 'bulk-edit.replaceable', whoMayInModel('update')),
  adminRoute('POST', '/:model/replacement', 'bulk-edit.replacement', whoMayInModel('update')),
);
