import { mailsController } from './server/controllers/mails';
import { emailMiddlewares } from './server/guard-email-route';
import { registerPermissions } from './server/permissions';
import { register } from './server/register';
import { adminRoutes } from './server/routes/admin';

export default {
  register,
  bootstrap: registerPermissions,
  controllers: { mails: mailsController },
  middlewares: emailMiddlewares,
  routes: { admin: adminRoutes },
};
