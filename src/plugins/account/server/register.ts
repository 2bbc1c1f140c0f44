import type { WithStrapi } from '../../../platform/with-strapi';
import { registerAuthenticator } from '../../../platform/http/authentication';
import { jobsOf } from '../../../platform/jobs';
import { closeUsersAndPermissionsRoutes } from '../../../platform/strapi/users-permissions';
import { createAuthenticator } from './authenticator';
import { forgetExpiredCodes } from './codes';
import { registerConfirmPage } from './confirm-page';
import { forgetExpiredNetworks } from './login-attempts';
import { defineAccountMails } from './mails/kinds';
import { hashWholePasswords } from './passwords';
import { forgetExpiredRenewableLogins } from './renewable-logins';
import { checkRoles } from './roles';
import { forgetExpiredLogins, makeLoginsRevocable } from './sessions';

const CLEAN_UP = 'account.clean-up';

export const register = ({ strapi }: WithStrapi): void => {
  // These routes have other rules: no rate limits, no revocable tokens and no codes that expire.
  closeUsersAndPermissionsRoutes({ strapi }, ['/auth/', '/connect/']);
  makeLoginsRevocable({ strapi });
  hashWholePasswords({ strapi });
  checkRoles({ strapi });
  registerAuthenticator({ strapi }, createAuthenticator({ strapi }));
  defineAccountMails({ strapi });
  registerConfirmPage({ strapi });
  const jobs = jobsOf({ strapi });
  jobs.define(CLEAN_UP, async () => {
    await forgetExpiredLogins({ strapi });
    await forgetExpiredRenewableLogins({ strapi });
    await forgetExpiredCodes({ strapi });
    await forgetExpiredNetworks({ strapi });
  });
  jobs.schedule(CLEAN_UP, '37 3 * * *');
};
