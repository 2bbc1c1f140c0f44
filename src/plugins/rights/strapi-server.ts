import { entriesController } from './server/controllers/entries';
import { rightsController } from './server/controllers/rights';
import { administratorsMiddleware } from './server/guard-administrators';
import { relationsMiddleware } from './server/guard-relations';
import { translationsMiddleware } from './server/guard-translations';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { entries: entriesController, rights: rightsController },
  middlewares: {
    administrators: administratorsMiddleware,
    relations: relationsMiddleware,
    translations: translationsMiddleware,
  },
  routes: { admin: adminRoutes },
};
