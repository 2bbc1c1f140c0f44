import { usesController } from './server/controllers/uses';
import { guardFiles } from './server/guard-files';
import { adminRoutes } from './server/routes/admin';

export default {
  // Plugins register before the application, so the checks of other features run first for files.
  register: guardFiles,
  controllers: { uses: usesController },
  routes: { admin: adminRoutes },
};
