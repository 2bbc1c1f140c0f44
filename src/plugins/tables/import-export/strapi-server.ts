import { runsController } from './server/controllers/runs';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { runs: runsController },
  routes: { admin: adminRoutes },
};
