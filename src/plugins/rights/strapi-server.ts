import {
  adminRoute,
  adminRoutesOf,
  requirePermissions,
  requirePermissionInModel,
} from '../../platform/http/admin-route';
import { entriesController, rightsController } from './server/controllers/rights';
import { administratorsMiddleware } from './server/guard-administrators';
import { relationsMiddleware } from './server/guard-relations';
import { selectionsMiddleware } from './server/guard-selections';
import { translationsMiddleware } from './server/guard-translations';

const adminRoutes = adminRoutesOf(
  adminRoute(
    'GET',
    '/entries/:model/:documentId',
    'entries.find',
    requirePermissionInModel('read'),
  ),
  adminRoute(
    'GET',
    '/lines/:documentId/roles',
    'rights.find',
    requirePermissions('admin::roles.read'),
  ),
  adminRoute(
    'POST',
    '/lines/:documentId/roles',
    'rights.create',
    requirePermissions('admin::roles.create', 'admin::roles.update'),
  ),
);

export default {
  controllers: { entries: entriesController, rights: rightsController },
  middlewares: {
    administrators: administratorsMiddleware,
    relations: relationsMiddleware,
    selections: selectionsMiddleware,
    translations: translationsMiddleware,
  },
  routes: { admin: adminRoutes },
};
