import { prefetchPricesOnRoute } from './server/prefetch-prices';
import { publishingRulesController } from './server/controllers/publishing-rules';
import {
  adminRoute,
  adminRoutesOf,
  signedIn,
  requirePermissionInModel,
} from '../../../platform/http/admin-route';

const adminRoutes = adminRoutesOf(
  adminRoute('POST', '/facts/:model', 'publishing-rules.facts', requirePermissionInModel('read')),
  adminRoute('POST', '/check/:model', 'publishing-rules.check', requirePermissionInModel('read')),
  // Users who may read no type receive an empty list.
  adminRoute('GET', '/entries', 'publishing-rules.list', signedIn),
);

export default {
  controllers: { 'publishing-rules': publishingRulesController },
  middlewares: { 'prefetch-prices': prefetchPricesOnRoute },
  routes: { admin: adminRoutes },
};
