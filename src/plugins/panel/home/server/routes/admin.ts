import { adminRoute, adminRoutesOf, signedIn } from '../../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  // Everybody sees what they may read or publish; whoever may do neither sees nothing.
  adminRoute('GET', '/work', 'work.find', signedIn),
);
