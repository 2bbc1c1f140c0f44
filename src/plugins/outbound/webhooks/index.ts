import type { Feature } from '../../../feature/feature';
import { contentMessages } from './contract';
import { webhookDelivery, webhookEndpoint } from './layout';
import { webhookDefinitions } from './server/definitions';
import { webhookMetrics } from './server/metrics';
import { webhookSettings } from './settings';
import type { AuditedActions } from '../../../feature/audited-actions';

const ENDPOINT = 'plugin::webhooks.endpoint';

/** Audit log rules of webhooks. */
const webhookActions: AuditedActions = {
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

export { messageOf } from './contract';
export { validateWebhookEndpoints } from './server/guard-endpoints';
export { defineWebhookKind, type WebhookKind } from './server/kinds';
export { sendGivenUpAgain, sendWebhooks, acceptanceOf, type WebhookEvent } from './server/send';

/** Sends signed webhooks about content and orders, and retries them until they are accepted. */
export const webhooks: Feature = {
  name: 'webhooks',
  folder: __dirname,
  settings: [webhookSettings],
  messages: contentMessages,
  auditedActions: webhookActions,
  layouts: { types: [webhookEndpoint, webhookDelivery] },
  sortedTexts: { 'plugin::webhooks.endpoint': ['name'] },
  metrics: webhookMetrics,
  definitions: webhookDefinitions,
};
