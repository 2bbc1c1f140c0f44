import { adminRoute, adminRoutesOf, signedIn } from '../../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  // Users see and change only entries that they may change.
  adminRoute('GET', '/addresses', 'broken-links.find', signedIn),
  adminRoute('POST', '/replace', 'broken-links.replace', signedIn),
);
