import type { WithStrapi } from '#platform/strapi/with-strapi';
import {
  confirmEmail,
  emailExists,
  forgotPassword,
  getVisitorAddress,
  listUsers,
  login,
  logout,
  me,
  migrate,
  refresh,
  register,
  resetPassword,
  sendConfirmation,
  updateProfile,
} from '../contract';
import { createHandler } from '#platform/http/handler';
import { defineContentApiRoutes, route } from '#platform/http/route';
import { confirmUserEmail, sendConfirmationAgain } from './services/confirm-email';
import { findWhetherEmailExists, registerUser } from './services/register';
import { askForResetCode, resetUserPassword } from './services/reset-password';
import { logIn, logOut, refreshLogin } from './services/login';
import { readOwnAccount, updateOwnProfile } from './services/update-profile';
import { streamUsers } from './services/list-users';
import { migrateUser } from './services/migrate';
import { isVouched } from './visitors';

export const createAccountController = ({ strapi }: WithStrapi) => {
  const handle = createHandler({ strapi });

  return {
    register: handle(register, (request) => registerUser({ strapi }, request)),
    login: handle(login, (request) => logIn({ strapi }, request)),
    logout: handle(logout, (request) => logOut({ strapi }, request)),
    refresh: handle(refresh, (request) => refreshLogin({ strapi }, request)),
    me: handle(me, (request) => readOwnAccount({ strapi }, request)),
    emailExists: handle(emailExists, (request) => findWhetherEmailExists({ strapi }, request)),
    forgotPassword: handle(forgotPassword, (request) => askForResetCode({ strapi }, request)),
    resetPassword: handle(resetPassword, (request) => resetUserPassword({ strapi }, request)),
    confirmEmail: handle(confirmEmail, (request) => confirmUserEmail({ strapi }, request)),
    sendConfirmation: handle(sendConfirmation, (request) =>
      sendConfirmationAgain({ strapi }, request),
    ),
    updateProfile: handle(updateProfile, (request) => updateOwnProfile({ strapi }, request)),
  };
};

/**
 * Returns the controller of users. Names of its actions are part of the permissions of roles and
 * API tokens.
 */
export const createUsersController = ({ strapi }: WithStrapi) => {
  const handle = createHandler({ strapi });

  return {
    find: handle(listUsers, ({ query }) => streamUsers({ strapi }, query)),
    migrate: handle(migrate, (request) => migrateUser({ strapi }, request)),
  };
};

/** Returns the controller of visitors. Names of its actions are part of permissions of API tokens. */
export const createVisitorsController = ({ strapi }: WithStrapi) => ({
  vouch: createHandler({ strapi })(getVisitorAddress, ({ ctx }) => {
    ctx.set('Cache-Control', 'private, no-store');
    return { data: { address: ctx.request.ip, isVouched: isVouched(ctx) } };
  }),
});

/** Routes of the endpoints, each with its controller and action. */
export const accountRoutes = defineContentApiRoutes(
  route(register, 'account.register'),
  route(login, 'account.login'),
  route(logout, 'account.logout'),
  route(refresh, 'account.refresh'),
  route(me, 'account.me'),
  route(emailExists, 'account.emailExists'),
  route(migrate, 'users.migrate'),
  route(forgotPassword, 'account.forgotPassword'),
  route(resetPassword, 'account.resetPassword'),
  route(confirmEmail, 'account.confirmEmail'),
  route(sendConfirmation, 'account.sendConfirmation'),
  route(updateProfile, 'account.updateProfile'),
  route(listUsers, 'users.find'),
  route(getVisitorAddress, 'visitors.vouch'),
);
