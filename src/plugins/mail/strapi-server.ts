import { mailsController } from './server/controllers/mails';
import { emailMiddlewares } from './server/guard-email-route';
import type { WithStrapi } from '../../platform/with-strapi';
import { registerAdminActions } from '../../platform/strapi/admin-roles';
import { manageMailsAction } from './manage-mails';
import { register } from './server/register';
import { adminRoutes } from './server/routes/admin';

export default {
  register,
  bootstrap: ({ strapi }: WithStrapi) => registerAdminActions({ strapi }, [manageMailsAction]),
  controllers: { mails: mailsController },
  middlewares: emailMiddlewares,
  routes: { admin: adminRoutes },
};
