import type { Core } from '@strapi/types';
import { registerAuthenticator } from '../../../http/authentication';
import { jobsOf } from '../../../jobs';
import { createAuthenticator } from './authenticator';
import { forgetExpiredCodes } from './codes';
import { registerConfirmPage } from './confirm-page/register';
import { forgetExpiredNetworks } from './known-networks';
import { defineAccountMails } from './mails/send';
import { forgetExpiredLogins, makeLoginsRevocable } from './sessions';

type Routes = { routes: { path: string }[] };

const CLEAN_UP = 'account.clean-up';

/**
 * Takes away the endpoints of Users & Permissions that log in, register and change passwords by rules of
 * their own: without the limits, the revocable tokens and the codes that expire.
 */
const closeStockEndpoints = ({ strapi }: { strapi: Core.Strapi }): void => {
  const routers = strapi.plugin('users-permissions').routes as unknown as Record<string, Routes>;
  const content = routers['content-api'];
  if (content === undefined) throw new Error('Users & Permissions keeps its routes elsewhere');
  content.routes = content.routes.filter(({ path }) => !/^\/(auth|connect)\//.test(path));
};

export const register = ({ strapi }: { strapi: Core.Strapi }): void => {
  closeStockEndpoints({ strapi });
  makeLoginsRevocable({ strapi });
  registerAuthenticator({ strapi }, createAuthenticator({ strapi }));
  defineAccountMails({ strapi });
  registerConfirmPage({ strapi });
  const jobs = jobsOf({ strapi });
  jobs.define(CLEAN_UP, async () => {
    await forgetExpiredLogins({ strapi });
    await forgetExpiredCodes({ strapi });
    await forgetExpiredNetworks({ strapi });
  });
  jobs.schedule(CLEAN_UP, '37 3 * * *');
};
