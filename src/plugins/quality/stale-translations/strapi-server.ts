import { translationsController } from './server/controllers/translations';
import {
  adminRoute,
  adminRoutesOf,
  requirePermissionInModel,
} from '../../../platform/http/admin-route';

const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/:model/:documentId', 'translations.find', requirePermissionInModel('read')),
  adminRoute(
    'GET',
    '/:model/:documentId/source',
    'translations.findSource',
    requirePermissionInModel('read'),
  ),
  adminRoute(
    'GET',
    '/:model/:documentId/differences',
    'translations.findDifferences',
    requirePermissionInModel('update'),
  ),
  adminRoute('POST', '/:model', 'translations.confirmMany', requirePermissionInModel('update')),
  adminRoute(
    'POST',
    '/:model/:documentId',
    'translations.confirm',
    requirePermissionInModel('update'),
  ),
);

export default {
  controllers: { translations: translationsController },
  routes: { admin: adminRoutes },
};
