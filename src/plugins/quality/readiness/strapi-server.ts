import { askAheadOfRoute } from './server/ask-ahead';
import { readinessController } from './server/controllers/readiness';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { readiness: readinessController },
  middlewares: { 'ask-ahead': askAheadOfRoute },
  routes: { admin: adminRoutes },
};
