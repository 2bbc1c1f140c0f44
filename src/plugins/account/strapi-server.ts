import { registerAuthenticator } from '#platform/http/authentication';
import { getJobs } from '#platform/jobs';
import { closeUsersAndPermissionsRoutes } from '#platform/strapi/users-permissions';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createAuthenticator } from './server/authenticator';
import { forgetExpiredCodes } from './server/codes';
import { registerConfirmPage } from './server/confirm-page';
import knownNetwork from './server/content-types/known-network/schema.json';
import renewableLogin from './server/content-types/renewable-login/schema.json';
import resetCode from './server/content-types/reset-code/schema.json';
import revokedLogin from './server/content-types/revoked-login/schema.json';
import {
  createAccountController,
  accountRoutes,
  createUsersController,
  createVisitorsController,
} from './server/controllers';
import { forgetExpiredNetworks } from './server/login-attempts';
import { defineAccountMails } from './server/mails/kinds';
import { hashWholePasswords } from './server/passwords';
import { forgetExpiredRenewableLogins } from './server/renewable-logins';
import { createDefaultRoleMiddleware, guardRoles } from './server/roles';
import { forgetExpiredLogins, makeLoginsRevocable } from './server/sessions';

const CLEAN_UP = 'account.clean-up';

const register = ({ strapi }: WithStrapi): void => {
  // These routes have other rules: no rate limits, no revocable tokens and no codes that expire.
  closeUsersAndPermissionsRoutes({ strapi }, ['/auth/', '/connect/']);
  makeLoginsRevocable({ strapi });
  hashWholePasswords({ strapi });
  guardRoles({ strapi });
  registerAuthenticator({ strapi }, createAuthenticator({ strapi }));
  defineAccountMails({ strapi });
  registerConfirmPage({ strapi });
  const jobs = getJobs({ strapi });
  jobs.define(CLEAN_UP, async () => {
    await forgetExpiredLogins({ strapi });
    await forgetExpiredRenewableLogins({ strapi });
    await forgetExpiredCodes({ strapi });
    await forgetExpiredNetworks({ strapi });
  });
  jobs.schedule(CLEAN_UP, '37 3 * * *');
};

export default {
  register,
  contentTypes: {
    'known-network': { schema: knownNetwork },
    'renewable-login': { schema: renewableLogin },
    'reset-code': { schema: resetCode },
    'revoked-login': { schema: revokedLogin },
  },
  controllers: {
    account: createAccountController,
    users: createUsersController,
    visitors: createVisitorsController,
  },
  middlewares: { 'default-role': createDefaultRoleMiddleware },
  routes: { 'content-api': accountRoutes },
};
