import {
  confirmEmail,
  emailExists,
  forgotPassword,
  listUsers,
  login,
  logout,
  migrate,
  register,
  resetPassword,
  sendConfirmation,
  updateProfile,
} from '../../contract';
import type { Endpoint } from '../../../../http/endpoint';
import { route } from '../../../../http/route';

/** At the very path that is promised, without the plugin's name before it. */
const at = (endpoint: Endpoint, handler: string) => {
  const { config, ...rest } = route(endpoint, handler);
  return { ...rest, config: { ...config, prefix: '' } };
};

export const contentApiRoutes = {
  type: 'content-api' as const,
  routes: [
    at(register, 'account.register'),
    at(login, 'account.login'),
    at(logout, 'account.logout'),
    at(emailExists, 'account.emailExists'),
    at(migrate, 'users.migrate'),
    at(forgotPassword, 'account.forgotPassword'),
    at(resetPassword, 'account.resetPassword'),
    at(confirmEmail, 'account.confirmEmail'),
    at(sendConfirmation, 'account.sendConfirmation'),
    at(updateProfile, 'account.updateProfile'),
    at(listUsers, 'users.find'),
  ],
};
