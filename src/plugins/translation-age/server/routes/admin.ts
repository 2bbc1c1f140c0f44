import { adminRoute, adminRoutesOf, whoMayInModel } from '../../../../http/admin-route';

export const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/:model/:documentId', 'translations.find', whoMayInModel('read')),
  adminRoute('POST', '/:model/:documentId', 'translations.confirm', whoMayInModel('update')),
);
