import { brokenLinksController } from './server/controllers/broken-links';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { 'broken-links': brokenLinksController },
  routes: { admin: adminRoutes },
};
