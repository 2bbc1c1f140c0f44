import { binController } from './server/controllers/bin';
import { changesController } from './server/controllers/changes';
import { historyController } from './server/controllers/history';
import { registerPermissions } from './server/permissions';
import { adminRoutes } from './server/routes/admin';

export default {
  bootstrap: registerPermissions,
  controllers: { history: historyController, bin: binController, changes: changesController },
  routes: { admin: adminRoutes },
};
