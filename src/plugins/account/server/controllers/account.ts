import type { WithStrapi } from '../../../../platform/with-strapi';
import {
  confirmEmail,
  emailExists,
  forgotPassword,
  login,
  logout,
  me,
  refresh,
  register,
  resetPassword,
  sendConfirmation,
  updateProfile,
} from '../../contract';
import { createHandler } from '../../../../platform/http/handler';
import { confirmUserEmail } from '../services/confirm-email';
import { findWhetherEmailExists } from '../services/email-exists';
import { askForResetCode } from '../services/forgot-password';
import { logIn } from '../services/login';
import { logOut } from '../services/logout';
import { readOwnAccount } from '../services/me';
import { refreshLogin } from '../services/refresh';
import { registerUser } from '../services/register';
import { resetUserPassword } from '../services/reset-password';
import { sendConfirmationAgain } from '../services/send-confirmation';
import { updateOwnProfile } from '../services/update-profile';

export const accountController = ({ strapi }: WithStrapi) => {
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
