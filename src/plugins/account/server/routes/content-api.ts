import {
  confirmEmail,
  emailExists,
  forgotPassword,
  getVisitorAddress,
  listUsers,
  login,
  logout,
  me,
  refresh,
  migrate,
  register,
  resetPassword,
  sendConfirmation,
  updateProfile,
} from '../../contract';
import { contentApiRoutes, route } from '../../../../platform/http/route';

export const accountRoutes = contentApiRoutes(
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
