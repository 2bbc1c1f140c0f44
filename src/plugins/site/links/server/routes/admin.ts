import { adminRoute, adminRoutesOf, signedIn } from '../../../../../platform/http/admin-route';

/** Users see only entries that they may read. */
export const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/entries', 'links.search', signedIn),
  adminRoute('GET', '/entry', 'links.describe', signedIn),
);
