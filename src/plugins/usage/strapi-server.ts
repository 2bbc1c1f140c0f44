import { usesController } from './server/controllers/uses';
import { guardFiles } from './server/guard-files';
import { adminRoutes } from './server/routes/admin';

export default {
  // Plugins come before the application: what the other features refuse for files, they refuse first.
  register: guardFiles,
  controllers: { uses: usesController },
  routes: { admin: adminRoutes },
};
