import type { Feature } from '#feature/feature';
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
} from './contract';
import { user } from './layout';
import { createAccountDefinitions, prepareAccounts } from './server/bootstrap';
import { accountSettings } from './settings';

/** Registers students, logs them in, and manages their addresses and passwords. */
export const account: Feature = {
  name: 'account',
  folder: __dirname,
  settings: [accountSettings],
  auditedActions: {
    personalReads: {
      'GET /api/user-endpoints/users': { of: 'type', type: 'plugin::users-permissions.user' },
    },
  },
  endpoints: [
    register,
    login,
    logout,
    refresh,
    me,
    emailExists,
    migrate,
    forgotPassword,
    resetPassword,
    confirmEmail,
    sendConfirmation,
    updateProfile,
    listUsers,
    getVisitorAddress,
  ],
  layouts: { types: [user] },
  definitions: createAccountDefinitions,
  bootstrap: prepareAccounts,
};

export { acceptVisitors } from './server/visitors';
