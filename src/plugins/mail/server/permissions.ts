import type { WithStrapi } from '../../../platform/with-strapi';
import { registerAdminActions } from '../../../platform/strapi/admin-actions';

/**
 * The permission to see e-mails that were not sent and to send them again. Roles store it under `account`, which e-mails were
 * part of.
 */
// eslint-disable-next-line no-restricted-syntax -- the stored name of this plugin's own permission
export const MANAGE_MAILS = 'plugin::account.mails.manage';

/** What admin roles can be permitted under Settings. */
export const registerPermissions = ({ strapi }: WithStrapi): Promise<void> =>
  registerAdminActions({ strapi }, [
    {
      displayName: 'See e-mails that were not sent, and send them again',
      pluginName: 'account',
      uid: 'mails.manage',
    },
  ]);
