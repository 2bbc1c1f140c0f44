import { overviewController } from './server/controllers/overview';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { overview: overviewController },
  routes: { admin: adminRoutes },
};
