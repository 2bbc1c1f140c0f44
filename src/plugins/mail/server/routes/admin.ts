import { MANAGE_MAILS } from '../permissions';
import { EMAIL_TEMPLATE } from '../templates/select-template';

const signedIn = 'admin::isAuthenticatedAdmin';

const mayEditTemplates = {
  name: 'admin::hasPermissions',
  config: { actions: [['plugin::content-manager.explorer.update', EMAIL_TEMPLATE]] },
};

const mayManageMails = {
  name: 'admin::hasPermissions',
  config: { actions: [MANAGE_MAILS] },
};

export const adminRoutes = {
  type: 'admin' as const,
  // Where panels call that were opened while an earlier release ran.
  prefix: '/account',
  routes: [
    {
      method: 'GET' as const,
      path: '/mails/start',
      handler: 'mails.start',
      config: { policies: [signedIn, mayEditTemplates] },
    },
    {
      method: 'POST' as const,
      path: '/mails/preview',
      handler: 'mails.preview',
      config: { policies: [signedIn, mayEditTemplates] },
    },
    {
      method: 'POST' as const,
      path: '/mails/test',
      handler: 'mails.test',
      config: { policies: [signedIn, mayEditTemplates] },
    },
    {
      method: 'GET' as const,
      path: '/mails',
      handler: 'mails.find',
      config: { policies: [signedIn, mayManageMails] },
    },
    {
      method: 'POST' as const,
      path: '/mails/:id/resend',
      handler: 'mails.resend',
      config: { policies: [signedIn, mayManageMails] },
    },
  ],
};
