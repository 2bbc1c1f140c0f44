import {
  adminRoute,
  adminRoutesOf,
  signedIn,
  whoMayInModel,
} from '../../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/next/:model', 'positions.next', whoMayInModel('create', 'update')),
  // Everybody is told which types they may put in order, if only that there is none.
  adminRoute('GET', '/types', 'order.types', signedIn),
  adminRoute('GET', '/order/:model', 'order.find', whoMayInModel('update')),
  adminRoute('POST', '/order/:model/moves', 'order.move', whoMayInModel('update')),
);
