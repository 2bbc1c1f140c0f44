import { mailsController } from './server/controllers/mails';
import { registerPermissions } from './server/permissions';
import { register } from './server/register';
import { adminRoutes } from './server/routes/admin';

export default {
  register,
  bootstrap: registerPermissions,
  controllers: { mails: mailsController },
  routes: { admin: adminRoutes },
};
