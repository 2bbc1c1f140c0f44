import type { WithStrapi } from '../../../platform/with-strapi';
import { registerAdminActions } from '../../../platform/strapi/admin-actions';

/**
 * To see mails that were not sent and to send them again. Stored with the roles that have it, hence under
 * the plugin that mails were part of when roles were first given it.
 */
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
