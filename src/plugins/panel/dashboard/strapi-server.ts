import { workController } from './server/controllers/work';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { work: workController },
  routes: { admin: adminRoutes },
};
