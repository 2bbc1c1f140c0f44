import {
  adminRoute,
  adminRoutesOf,
  signedIn,
  whoMayInModel,
} from '../../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  adminRoute('POST', '/facts/:model', 'publishing-rules.facts', whoMayInModel('read')),
  adminRoute('POST', '/check/:model', 'publishing-rules.check', whoMayInModel('read')),
  // Users who may read no type receive an empty list.
  adminRoute('GET', '/entries', 'publishing-rules.list', signedIn),
);
