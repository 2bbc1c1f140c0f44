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
} from '../../../../contracts/account';
import { answer } from '../../../../delivery/answer';
import { confirmUserEmail } from '../flows/confirm-email';
import { tellWhetherEmailExists } from '../flows/email-exists';
import { askForResetCode } from '../flows/forgot-password';
import { logIn } from '../flows/login';
import { logOut } from '../flows/logout';
import { registerUser } from '../flows/register';
import { resetUserPassword } from '../flows/reset-password';
import { sendConfirmationAgain } from '../flows/send-confirmation';
import { updateOwnProfile } from '../flows/update-profile';

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
