import type { Core } from '@strapi/types';
import {
  confirmEmail,
  emailExists,
  forgotPassword,
  login,
  logout,
  register,
  resetPassword,
  sendConfirmation,
  updateProfile,
} from '../../contract';
import { answer } from '../../../../http/handler';
import { confirmUserEmail } from '../services/confirm-email';
import { tellWhetherEmailExists } from '../services/email-exists';
import { askForResetCode } from '../services/forgot-password';
import { logIn } from '../services/login';
import { logOut } from '../services/logout';
import { registerUser } from '../services/register';
import { resetUserPassword } from '../services/reset-password';
import { sendConfirmationAgain } from '../services/send-confirmation';
import { updateOwnProfile } from '../services/update-profile';

export const accountController = ({ strapi }: { strapi: Core.Strapi }) => ({
  register: answer(register, (input, ctx) => registerUser({ strapi }, input, ctx)),
  login: answer(login, (input, ctx) => logIn({ strapi }, input, ctx)),
  logout: answer(logout, (_input, ctx) => logOut({ strapi }, ctx)),
  emailExists: answer(emailExists, (input, ctx) => tellWhetherEmailExists({ strapi }, input, ctx)),
  forgotPassword: answer(forgotPassword, (input, ctx) => askForResetCode({ strapi }, input, ctx)),
  resetPassword: answer(resetPassword, (input, ctx) => resetUserPassword({ strapi }, input, ctx)),
  confirmEmail: answer(confirmEmail, (input, ctx) => confirmUserEmail({ strapi }, input, ctx)),
  sendConfirmation: answer(sendConfirmation, (_input, ctx) =>
    sendConfirmationAgain({ strapi }, ctx),
  ),
  updateProfile: answer(updateProfile, (input, ctx) => updateOwnProfile({ strapi }, input, ctx)),
});
