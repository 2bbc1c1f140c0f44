import { deadLinksController } from './server/controllers/dead-links';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { 'dead-links': deadLinksController },
  routes: { admin: adminRoutes },
};
