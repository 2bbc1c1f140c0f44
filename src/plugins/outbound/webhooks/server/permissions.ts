import type { WithStrapi } from '../../../../platform/with-strapi';
import { registerAdminActions } from '../../../../platform/strapi/admin-roles';

export const READ_SECRETS = 'plugin::webhooks.secrets.read';
export const SEND_AGAIN = 'plugin::webhooks.deliveries.send';

/**
 * Registers the permissions that admin roles can have, besides those for the entries themselves.
 */
export const registerPermissions = ({ strapi }: WithStrapi): Promise<void> =>
  registerAdminActions({ strapi }, [
    {
      displayName: 'See the secrets of webhooks, and make new ones',
      pluginName: 'webhooks',
      uid: 'secrets.read',
    },
    {
      displayName: 'Send deliveries again, and send tests',
      pluginName: 'webhooks',
      uid: 'deliveries.send',
    },
  ]);
