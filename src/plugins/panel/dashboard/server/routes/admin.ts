import { adminRoute, adminRoutesOf, signedIn } from '../../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  // Users see only entries that they may read or publish.
  adminRoute('GET', '/work', 'work.find', signedIn),
);
