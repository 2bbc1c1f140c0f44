import { copyController } from './server/controllers/copy';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { copy: copyController },
  routes: { admin: adminRoutes },
};
