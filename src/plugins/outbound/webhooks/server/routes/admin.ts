import { adminRoute, adminRoutesOf, whoMay } from '../../../../../platform/http/admin-route';
import { READ_SECRETS, SEND_AGAIN } from '../permissions';
import { uids } from '../uids';

const READ = 'plugin::content-manager.explorer.read';

export const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/choices', 'webhooks.choices', whoMay([READ, uids.endpoint])),
  adminRoute(
    'GET',
    '/endpoints/:id/deliveries',
    'webhooks.deliveries',
    whoMay([READ, uids.delivery]),
  ),
  adminRoute('GET', '/endpoints/:id/secret', 'webhooks.secret', whoMay(READ_SECRETS)),
  adminRoute('POST', '/endpoints/:id/secret', 'webhooks.renewSecret', whoMay(READ_SECRETS)),
  adminRoute('POST', '/endpoints/:id/test', 'webhooks.test', whoMay(SEND_AGAIN)),
  adminRoute('POST', '/deliveries/:id/send', 'webhooks.sendAgain', whoMay(SEND_AGAIN)),
);
