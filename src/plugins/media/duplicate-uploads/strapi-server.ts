import { adminRoute, adminRoutesOf, whoMay } from '../../../platform/http/admin-route';
import { duplicatesController } from './server/controllers/duplicates';

export default {
  controllers: { duplicates: duplicatesController },
  routes: {
    admin: adminRoutesOf(
      adminRoute('POST', '/existing', 'duplicates.find', whoMay('plugin::upload.read')),
    ),
  },
};
