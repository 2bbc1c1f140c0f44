import type { WithStrapi } from '../../../platform/with-strapi';
import { postProtected } from '../../../platform/http/outgoing/protected-post';
import { makeReadOnly } from '../../../platform/strapi/admin-roles';
import { sendWebhookRequestsBy } from '../../../platform/strapi/webhook-requests';
import delivery from './server/content-types/delivery/schema.json';
import endpoint from './server/content-types/endpoint/schema.json';
import secret from './server/content-types/secret/schema.json';
import { webhooksController } from './server/controllers/webhooks';
import { registerPermissions, adminRoutes } from './server/routes/admin';
import { uids } from './server/uids';
import { jobsOf } from '../../../platform/jobs';
import { webhookSettings } from './settings';
import { registerContentEvents } from './server/content-events';
import { defineDeliverJob } from './server/deliver';
import { deliveriesOf } from './server/deliveries';
import { secretsOf } from './server/secrets';

const CLEAN_UP = 'webhooks.clean-up';

const register = ({ strapi }: WithStrapi): void => {
  strapi.customFields.register({ name: 'choices', plugin: 'webhooks', type: 'json' });
  registerContentEvents({ strapi });
  defineDeliverJob({ strapi });
  // Their receivers must be public, too, and the panel would show what internal services answer.
  sendWebhookRequestsBy({ strapi }, ({ url, headers, body }) => {
    const { allowsPrivate, timeoutMs } = webhookSettings.of({ strapi });
    return allowsPrivate
      ? Promise.resolve(null)
      : postProtected({ url, headers, body, timeoutMs, allowsPrivate });
  });
  const jobs = jobsOf({ strapi });
  jobs.define(CLEAN_UP, async () => {
    const { keepDays } = webhookSettings.of({ strapi });
    const count = await deliveriesOf({ strapi }).prune(keepDays);
    if (count > 0) {
      strapi.log.warn(
        `webhooks: ${count} messages were not accepted within ${keepDays} days; given up`,
      );
    }
    await secretsOf({ strapi }).forgetEnded();
  });
  jobs.schedule(CLEAN_UP, '17 3 * * *');
};

export default {
  register,
  async bootstrap({ strapi }: WithStrapi): Promise<void> {
    makeReadOnly({ strapi }, uids.delivery);
    await registerPermissions({ strapi });
  },
  contentTypes: {
    endpoint: { schema: endpoint },
    delivery: { schema: delivery },
    secret: { schema: secret },
  },
  controllers: { webhooks: webhooksController },
  routes: { admin: adminRoutes },
};
