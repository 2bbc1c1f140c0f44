import { adminRoute, adminRoutesOf, signedIn } from '../../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  // Everybody sees, and changes, what they may change.
  adminRoute('GET', '/addresses', 'dead-links.find', signedIn),
  adminRoute('POST', '/replace', 'dead-links.replace', signedIn),
);
