import type { WithStrapi } from '../../../platform/with-strapi';
import { registerAdminActions } from '../../../platform/strapi/admin-roles';

/**
 * Permission to see unsent e-mails and to send them again. Roles store it under `account`, because
 * e-mails were once part of accounts.
 */
// eslint-disable-next-line no-restricted-syntax -- the stored name of this plugin's own permission
export const MANAGE_MAILS = 'plugin::account.mails.manage';

/** Registers the permissions that admin roles can have. */
export const registerPermissions = ({ strapi }: WithStrapi): Promise<void> =>
  registerAdminActions({ strapi }, [
    {
      displayName: 'See e-mails that were not sent, and send them again',
      pluginName: 'account',
      uid: 'mails.manage',
    },
  ]);
