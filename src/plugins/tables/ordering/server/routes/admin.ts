import {
  adminRoute,
  adminRoutesOf,
  signedIn,
  whoMayInModel,
} from '../../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/next/:model', 'positions.next', whoMayInModel('create', 'update')),
  // Every user may ask which types they may order; the list may be empty.
  adminRoute('GET', '/types', 'order.types', signedIn),
  adminRoute('GET', '/order/:model', 'order.find', whoMayInModel('update')),
  adminRoute('POST', '/order/:model/moves', 'order.move', whoMayInModel('update')),
);
