import type { Feature } from '../../../feature/feature';
import { contentMessages } from './contract';
import { webhookDelivery, webhookEndpoint } from './layout';
import { webhookDefinitions } from './server/definitions';
import { webhookMetrics } from './server/metrics';
import { webhookSettings } from './settings';
import { webhookActions } from './audited-actions';

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
