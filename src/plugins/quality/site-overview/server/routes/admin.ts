import { adminRoute, adminRoutesOf, signedIn } from '../../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  // Everybody sees what they may read; whoever may read nothing sees nothing.
  adminRoute('GET', '/overview', 'overview.find', signedIn),
);
