import {
  adminRoute,
  adminRoutesOf,
  requirePermissionInModel,
} from '../../../platform/http/admin-route';
import { listsController, viewsController } from './server/controllers/lists';

const mayRead = requirePermissionInModel('read');

const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/:model/rows', 'lists.rows', mayRead),
  adminRoute('GET', '/:model/questions', 'lists.questions', mayRead),
  adminRoute('GET', '/:model/views', 'views.find', mayRead),
  adminRoute('POST', '/:model/views', 'views.keep', mayRead),
  adminRoute('PUT', '/:model/views/:id', 'views.rename', mayRead),
  adminRoute('DELETE', '/:model/views/:id', 'views.remove', mayRead),
);

export default {
  controllers: { lists: listsController, views: viewsController },
  routes: { admin: adminRoutes },
};
