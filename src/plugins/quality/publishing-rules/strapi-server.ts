import { prefetchPricesOnRoute } from './server/prefetch-prices';
import { readinessController } from './server/controllers/readiness';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { readiness: readinessController },
  middlewares: { 'prefetch-prices': prefetchPricesOnRoute },
  routes: { admin: adminRoutes },
};
