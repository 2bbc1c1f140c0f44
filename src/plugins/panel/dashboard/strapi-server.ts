import { adminRoute, adminRoutesOf, signedIn } from '../../../platform/http/admin-route';
import { workController } from './server/controllers/work';

const adminRoutes = adminRoutesOf(
  // Users see only entries that they may read or publish.
  adminRoute('GET', '/work', 'work.find', signedIn),
);

export default {
  controllers: { work: workController },
  routes: { admin: adminRoutes },
};
