import {
  adminRoute,
  adminRoutesOf,
  signedIn,
  whoMayInModel,
} from '../../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  adminRoute('POST', '/facts/:model', 'readiness.facts', whoMayInModel('read')),
  adminRoute('POST', '/check/:model', 'readiness.check', whoMayInModel('read')),
  // Users who may read no type receive an empty list.
  adminRoute('GET', '/entries', 'readiness.list', signedIn),
);
