import {
  adminRoute,
  adminRoutesOf,
  signedIn,
  requirePermissionInModel,
} from '../../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  adminRoute('POST', '/facts/:model', 'publishing-rules.facts', requirePermissionInModel('read')),
  adminRoute('POST', '/check/:model', 'publishing-rules.check', requirePermissionInModel('read')),
  // Users who may read no type receive an empty list.
  adminRoute('GET', '/entries', 'publishing-rules.list', signedIn),
);
