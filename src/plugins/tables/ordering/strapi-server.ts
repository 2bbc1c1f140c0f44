import {
  adminRoute,
  adminRoutesOf,
  signedIn,
  requirePermissionInModel,
} from '../../../platform/http/admin-route';
import { orderController } from './server/controllers/order';

const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/next/:model', 'order.next', requirePermissionInModel('create', 'update')),
  // Every user may ask which types they may order; the list may be empty.
  adminRoute('GET', '/types', 'order.types', signedIn),
  adminRoute('GET', '/order/:model', 'order.find', requirePermissionInModel('update')),
  adminRoute('POST', '/order/:model/moves', 'order.move', requirePermissionInModel('update')),
);

export default {
  controllers: { order: orderController },
  routes: { admin: adminRoutes },
};
