import { adminRoute, adminRoutesOf, whoMayInModel } from '../../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/:model/columns', 'bulk-edit.columns', whoMayInModel('update')),
  adminRoute('GET', '/:model/rows.csv', 'bulk-edit.rows', whoMayInModel('update')),
  adminRoute('POST', '/:model/plan', 'bulk-edit.plan', whoMayInModel('update')),
  adminRoute('POST', '/:model/replaceable', 'bulk-edit.replaceable', whoMayInModel('update')),
  // The written entries may be of another type, for which the handlers check the user's
  // permissions.
  adminRoute('GET', '/:model/places', 'bulk-edit.places', whoMayInModel('read')),
  adminRoute('POST', '/:model/placement', 'bulk-edit.placement', whoMayInModel('read')),
  adminRoute('POST', '/:model/replacement', 'bulk-edit.replacement', whoMayInModel('update')),
);
