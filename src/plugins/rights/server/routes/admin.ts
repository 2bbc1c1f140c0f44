import {
  adminRoute,
  adminRoutesOf,
  whoMay,
  whoMayInModel,
} from '../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/entries/:model/:documentId', 'entries.find', whoMayInModel('read')),
  adminRoute('GET', '/lines/:documentId/roles', 'rights.find', whoMay('admin::roles.read')),
  adminRoute(
    'POST',
    '/lines/:documentId/roles',
    'rights.create',
    whoMay('admin::roles.create', 'admin::roles.update'),
  ),
);
