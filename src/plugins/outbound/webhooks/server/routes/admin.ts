import {
  adminRoute,
  adminRoutesOf,
  requirePermissions,
} from '../../../../../platform/http/admin-route';
import { READ_SECRETS, SEND_AGAIN } from '../permissions';
import { uids } from '../uids';

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
