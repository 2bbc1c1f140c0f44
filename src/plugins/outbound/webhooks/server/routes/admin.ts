import {
  adminRoute,
  adminRoutesOf,
  requirePermissions,
} from '../../../../../platform/http/admin-route';
import { uids } from '../uids';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { registerAdminActions } from '../../../../../platform/strapi/admin-roles';

const READ_SECRETS = 'plugin::webhooks.secrets.read';
const SEND_AGAIN = 'plugin::webhooks.deliveries.send';

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

const READ = 'plugin::content-manager.explorer.read';

export const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/choices', 'webhooks.choices', requirePermissions([READ, uids.endpoint])),
  adminRoute(
    'GET',
    '/endpoints/:id/deliveries',
    'webhooks.deliveries',
    requirePermissions([READ, uids.delivery]),
  ),
  adminRoute('GET', '/endpoints/:id/secret', 'webhooks.secret', requirePermissions(READ_SECRETS)),
  adminRoute(
    'POST',
    '/endpoints/:id/secret',
    'webhooks.renewSecret',
    requirePermissions(READ_SECRETS),
  ),
  adminRoute('POST', '/endpoints/:id/test', 'webhooks.test', requirePermissions(SEND_AGAIN)),
  adminRoute('POST', '/deliveries/:id/send', 'webhooks.sendAgain', requirePermissions(SEND_AGAIN)),
);
