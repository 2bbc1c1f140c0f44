import { orderController } from './server/controllers/order';
import { positionsController } from './server/controllers/positions';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { positions: positionsController, order: orderController },
  routes: { admin: adminRoutes },
};
