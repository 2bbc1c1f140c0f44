import { entriesController } from './server/controllers/entries';
import { registerPermissions } from './server/permissions';
import { adminRoutes } from './server/routes/admin';

export default {
  bootstrap: registerPermissions,
  controllers: { entries: entriesController },
  routes: { admin: adminRoutes },
};
