import { bulkEditController } from './server/controllers/bulk-edit';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { 'bulk-edit': bulkEditController },
  routes: { admin: adminRoutes },
};
