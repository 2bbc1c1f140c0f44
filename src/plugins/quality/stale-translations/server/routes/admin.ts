import { adminRoute, adminRoutesOf, whoMayInModel } from '../../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/:model/:documentId', 'translations.find', whoMayInModel('read')),
  adminRoute('GET', '/:model/:documentId/source', 'translations.findSource', whoMayInModel('read')),
  adminRoute(
    'GET',
    '/:model/:documentId/differences',
    'translations.findDifferences',
    whoMayInModel('update'),
  ),
  adminRoute('POST', '/:model', 'translations.confirmMany', whoMayInModel('update')),
  adminRoute('POST', '/:model/:documentId', 'translations.confirm', whoMayInModel('update')),
);
