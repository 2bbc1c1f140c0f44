import { copyController } from './server/controllers/copy';
import { shownOnController } from './server/controllers/shown-on';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { copy: copyController, 'shown-on': shownOnController },
  routes: { admin: adminRoutes },
};
