import { translationsController } from './server/controllers/translations';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { translations: translationsController },
  routes: { admin: adminRoutes },
};
