import knownNetwork from './server/content-types/known-network/schema.json';
import renewableLogin from './server/content-types/renewable-login/schema.json';
import resetCode from './server/content-types/reset-code/schema.json';
import revokedLogin from './server/content-types/revoked-login/schema.json';
import {
  accountController,
  accountRoutes,
  usersController,
  visitorsController,
} from './server/controllers';
import { register } from './server/register';

export default {
  register,
  contentTypes: {
    'known-network': { schema: knownNetwork },
    'renewable-login': { schema: renewableLogin },
    'reset-code': { schema: resetCode },
    'revoked-login': { schema: revokedLogin },
  },
  controllers: { account: accountController, users: usersController, visitors: visitorsController },
  routes: { 'content-api': accountRoutes },
};
