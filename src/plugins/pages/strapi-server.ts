import {
  adminRoute,
  adminRoutesOf,
  requirePermissionInModel,
} from '../../platform/http/admin-route';
import { copyController } from './server/controllers/copy';

const adminRoutes = adminRoutesOf(
  adminRoute('POST', '/copy/:model/:documentId', 'copy.copy', requirePermissionInModel('create')),
);

export default {
  controllers: { copy: copyController },
  routes: { admin: adminRoutes },
};
