import { listsController } from './server/controllers/lists';
import { viewsController } from './server/controllers/views';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { lists: listsController, views: viewsController },
  routes: { admin: adminRoutes },
};
