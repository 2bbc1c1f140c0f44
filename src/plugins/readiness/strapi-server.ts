import { readinessController } from './server/controllers/readiness';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { readiness: readinessController },
  routes: { admin: adminRoutes },
};
