import type { AuditedActions } from '../../../feature/audited-actions';

const ENDPOINT = 'plugin::webhooks.endpoint';

/** Audit log rules of webhooks. */
export const webhookActions: AuditedActions = {
  routes: {
    'GET /webhooks/endpoints/:id/secret': { action: 'webhook.secret-shown', target: ENDPOINT },
    'POST /webhooks/endpoints/:id/secret': { action: 'webhook.secret-renewed', target: ENDPOINT },
    'POST /webhooks/endpoints/:id/test': {
      action: 'webhook.tested',
      target: ENDPOINT,
      isOutgoing: true,
    },
    'POST /webhooks/deliveries/:id/send': {
      action: 'webhook.sent-again',
      target: 'plugin::webhooks.delivery',
    },
  },
  documents: {
    [ENDPOINT]: {
      name: 'name',
      actions: {
        create: 'webhook.created',
        clone: 'webhook.created',
        update: 'webhook.changed',
        delete: 'webhook.deleted',
      },
    },
  },
};
