import { brokenLinksController } from './server/broken-addresses';
import { adminRoute, adminRoutesOf, signedIn } from '../../../platform/http/admin-route';

const adminRoutes = adminRoutesOf(
  // Users see and change only entries that they may change.
  adminRoute('GET', '/addresses', 'broken-links.find', signedIn),
  adminRoute('POST', '/replace', 'broken-links.replace', signedIn),
);

export default {
  controllers: { 'broken-links': brokenLinksController },
  routes: { admin: adminRoutes },
};
