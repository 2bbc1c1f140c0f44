import { adminRoute, adminRoutesOf, whoMayInModel } from '../../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/:model/columns', 'bulk-edit.columns', whoMayInModel('update')),
  adminRoute('GET', '/:model/rows.csv', 'bulk-edit.rows', whoMayInModel('update')),
  adminRoute('POST', '/:model/plan', 'bulk-edit.plan', whoMayInModel('update')),
  adminRoute('POST', '/:model/replaceable', 'bulk-edit.replaceable', whoMayInModel('update')),
  // What is written for it may stand in entries of another type, which whoever asks has to be allowed to change.
  adminRoute('GET', '/:model/places', 'bulk-edit.places', whoMayInModel('read')),
  adminRoute('POST', '/:model/placement', 'bulk-edit.placement', whoMayInModel('read')),
  adminRoute('POST', '/:model/replacement', 'bulk-edit.replacement', whoMayInModel('update')),
);
