import { prefetchPricesOnRoute } from './server/prefetch-prices';
import { publishingRulesController } from './server/controllers/publishing-rules';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { 'publishing-rules': publishingRulesController },
  middlewares: { 'prefetch-prices': prefetchPricesOnRoute },
  routes: { admin: adminRoutes },
};
