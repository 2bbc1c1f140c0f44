import { orderController } from './server/controllers/order';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { order: orderController },
  routes: { admin: adminRoutes },
};
