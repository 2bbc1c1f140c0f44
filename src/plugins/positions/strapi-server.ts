import { positionsController } from './server/controllers/positions';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { positions: positionsController },
  routes: { admin: adminRoutes },
};
