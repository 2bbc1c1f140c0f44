import { mailsController } from './server/controllers/mails';
import { emailMiddlewares, guardEmailRoutes } from './server/guard-email-route';
import type { WithStrapi } from '../../platform/with-strapi';
import { registerAdminActions } from '../../platform/strapi/admin-roles';
import { manageMailsAction } from './manage-mails';
import { adminRoutes } from './server/routes/admin';
import { defineMailJob } from './server/jobs/send-mails';

const register = ({ strapi }: WithStrapi): void => {
  defineMailJob({ strapi });
  guardEmailRoutes({ strapi });
};

export default {
  register,
  bootstrap: ({ strapi }: WithStrapi) => registerAdminActions({ strapi }, [manageMailsAction]),
  controllers: { mails: mailsController },
  middlewares: emailMiddlewares,
  routes: { admin: adminRoutes },
};
