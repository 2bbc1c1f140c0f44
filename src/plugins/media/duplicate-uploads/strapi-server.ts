import { adminRoute, adminRoutesOf, requirePermissions } from '../../../platform/http/admin-route';
import { duplicatesController } from './server/controllers/duplicates';

export default {
  controllers: { duplicates: duplicatesController },
  routes: {
    admin: adminRoutesOf(
      adminRoute('POST', '/existing', 'duplicates.find', requirePermissions('plugin::upload.read')),
    ),
  },
};
