import { adminRoute, adminRoutesOf, signedIn } from '../../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  // Users see only entries that they may read.
  adminRoute('GET', '/overview', 'overview.find', signedIn),
);
