import { healthController } from './server/controllers/health';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { health: healthController },
  routes: { admin: adminRoutes },
};
