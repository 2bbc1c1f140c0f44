import { READ_SECRETS, SEND_AGAIN } from '../permissions';
import { uids } from '../uids';

const permitted = (action: string, subject?: string) => [
  'admin::isAuthenticatedAdmin',
  {
    name: 'admin::hasPermissions',
    config: { actions: [subject === undefined ? action : [action, subject]] },
  },
];

const READ = 'plugin::content-manager.explorer.read';

export const adminRoutes = {
  type: 'admin' as const,
  routes: [
    {
      method: 'GET' as const,
      path: '/choices',
      handler: 'webhooks.choices',
      config: { policies: permitted(READ, uids.endpoint) },
    },
    {
      method: 'GET' as const,
      path: '/endpoints/:id/deliveries',
      handler: 'webhooks.deliveries',
      config: { policies: permitted(READ, uids.delivery) },
    },
    {
      method: 'GET' as const,
      path: '/endpoints/:id/secret',
      handler: 'webhooks.secret',
      config: { policies: permitted(READ_SECRETS) },
    },
    {
      method: 'POST' as const,
      path: '/endpoints/:id/secret',
      handler: 'webhooks.renewSecret',
      config: { policies: permitted(READ_SECRETS) },
    },
    {
      method: 'POST' as const,
      path: '/endpoints/:id/test',
      handler: 'webhooks.test',
      config: { policies: permitted(SEND_AGAIN) },
    },
    {
      method: 'POST' as const,
      path: '/deliveries/:id/send',
      handler: 'webhooks.sendAgain',
      config: { policies: permitted(SEND_AGAIN) },
    },
  ],
};
