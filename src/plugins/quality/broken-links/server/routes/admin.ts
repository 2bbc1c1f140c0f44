import { adminRoute, adminRoutesOf, signedIn } from '../../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  // Users see and change only entries that they may change.
  adminRoute('GET', '/addresses', 'dead-links.find', signedIn),
  adminRoute('POST', '/replace', 'dead-links.replace', signedIn),
);
