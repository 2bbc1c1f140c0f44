import { entriesController } from './server/controllers/entries';
import { rightsController } from './server/controllers/rights';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { entries: entriesController, rights: rightsController },
  routes: { admin: adminRoutes },
};
