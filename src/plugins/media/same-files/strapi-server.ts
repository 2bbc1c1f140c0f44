import { adminRoute, adminRoutesOf, whoMay } from '../../../platform/http/admin-route';
import { knownController } from './server/controllers/known';

export default {
  controllers: { known: knownController },
  routes: {
    admin: adminRoutesOf(adminRoute('POST', '/known', 'known.find', whoMay('plugin::upload.read'))),
  },
};
