import { adminRoute, adminRoutesOf, whoMay } from '../../../platform/http/admin-route';
import { duplicatesController } from './server/controllers/known';

export default {
  controllers: { known: duplicatesController },
  routes: {
    admin: adminRoutesOf(adminRoute('POST', '/known', 'known.find', whoMay('plugin::upload.read'))),
  },
};
