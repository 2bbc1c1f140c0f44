import { adminRoute, adminRoutesOf, requirePermissions } from '../../platform/http/admin-route';
import { registerAdminActions } from '../../platform/strapi/admin-roles';
import type { WithStrapi } from '../../platform/strapi/with-strapi';
import { MANAGE_MAILS, manageMailsAction } from './manage-mails';
import { mailsController } from './server/controllers/mails';
import { emailMiddlewares, guardEmailRoutes } from './server/guard-email-route';
import { defineMailJob } from './server/send-mails';
import { EMAIL_TEMPLATE } from './server/templates/select-template';

const mayEditTemplates = requirePermissions([
  'plugin::content-manager.explorer.update',
  EMAIL_TEMPLATE,
]);
const maySeeTemplates = requirePermissions([
  'plugin::content-manager.explorer.read',
  EMAIL_TEMPLATE,
]);
const mayManageMails = requirePermissions(MANAGE_MAILS);

const adminRoutes = {
  ...adminRoutesOf(
    adminRoute('GET', '/mails/start', 'mails.start', mayEditTemplates),
    adminRoute('GET', '/mails/overview', 'mails.overview', maySeeTemplates),
    adminRoute('POST', '/mails/preview', 'mails.preview', mayEditTemplates),
    adminRoute('POST', '/mails/test', 'mails.test', mayEditTemplates),
    adminRoute('GET', '/mails', 'mails.find', mayManageMails),
    adminRoute('POST', '/mails/:id/resend', 'mails.resend', mayManageMails),
  ),
  // Panels that were opened under an earlier release still call this path.
  prefix: '/account',
};

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
