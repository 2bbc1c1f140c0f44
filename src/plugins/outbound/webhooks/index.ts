import type { Feature, Metric } from '#feature/feature';
import { contentMessages } from './contract';
import { webhookDelivery, webhookEndpoint } from './layout';
import { createWebhookDefinitions, uids } from './server/definitions';
import { webhookSettings } from './settings';
import type { AuditedActions } from '#feature/audit';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getTable } from '#platform/strapi/queries';

/** Returns the metric of messages that receivers have not accepted. */
const createWebhookMetrics = ({ strapi }: WithStrapi): readonly Metric[] => [
  {
    name: 'cms_webhook_messages',
    help: 'Webhook messages by state: waiting or failed (given up)',
    kind: 'gauge',
    labels: ['state'],
    asksDatabase: true,
    read: () =>
      Promise.all(
        ['waiting', 'failed'].map(async (state) => ({
          value: await getTable({ strapi }, uids.delivery).count({ where: { state } }),
          labels: { state },
        })),
      ),
  },
];

const ENDPOINT = 'plugin::webhooks.endpoint';

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

export { createMessageSchema } from './contract';
export { validateWebhookEndpoints } from './server/guard-endpoints';
export { defineWebhookKind, type WebhookKind } from './server/kinds';
export { sendGivenUpAgain, sendWebhooks, loadAcceptance, type WebhookEvent } from './server/send';

/** Sends signed webhooks about content and orders, and retries them until they are accepted. */
export const webhooks: Feature = {
  name: 'webhooks',
  folder: __dirname,
  settings: [webhookSettings],
  messages: contentMessages,
  auditedActions: webhookActions,
  layouts: { types: [webhookEndpoint, webhookDelivery] },
  sortedTexts: { 'plugin::webhooks.endpoint': ['name'] },
  metrics: createWebhookMetrics,
  definitions: createWebhookDefinitions,
};
