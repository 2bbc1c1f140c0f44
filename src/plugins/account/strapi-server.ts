import knownNetwork from './server/content-types/known-network/schema.json';
import resetCode from './server/content-types/reset-code/schema.json';
import revokedLogin from './server/content-types/revoked-login/schema.json';
import { accountController } from './server/controllers/account';
import { mailsController } from '../mail/server/controllers/mails';
import { usersController } from './server/controllers/users';
import { register } from './server/register';
import { registerRights } from '../mail/server/permissions';
import { adminRoutes } from './server/routes/admin';
import { contentApiRoutes } from './server/routes/content-api';

export default {
  register,
  bootstrap: registerRights,
  contentTypes: {
    'known-network': { schema: knownNetwork },
    'reset-code': { schema: resetCode },
    'revoked-login': { schema: revokedLogin },
  },
  controllers: { account: accountController, mails: mailsController, users: usersController },
  routes: { 'content-api': contentApiRoutes, admin: adminRoutes },
};
