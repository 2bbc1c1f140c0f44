import {
  adminRoute,
  adminRoutesOf,
  requirePermissionInModel,
} from '../../../platform/http/admin-route';
import { bulkEditController } from './server/controllers/bulk-edit';

const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/:model/columns', 'bulk-edit.columns', requirePermissionInModel('update')),
  adminRoute('GET', '/:model/rows.csv', 'bulk-edit.rows', requirePermissionInModel('update')),
  adminRoute('POST', '/:model/plan', 'bulk-edit.plan', requirePermissionInModel('update')),
  adminRoute(
    'POST',
    '/:model/replaceable',
    'bulk-edit.replaceable',
    requirePermissionInModel('update'),
  ),
  // The written entries may be of another type, for which the handlers check the user's
  // permissions.
  adminRoute('GET', '/:model/places', 'bulk-edit.places', requirePermissionInModel('read')),
  adminRoute('POST', '/:model/placement', 'bulk-edit.placement', requirePermissionInModel('read')),
  adminRoute(
    'POST',
    '/:model/replacement',
    'bulk-edit.replacement',
    requirePermissionInModel('update'),
  ),
);

export default {
  controllers: { 'bulk-edit': bulkEditController },
  routes: { admin: adminRoutes },
};
