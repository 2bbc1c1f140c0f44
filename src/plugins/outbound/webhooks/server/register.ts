import type { WithStrapi } from '../../../../platform/with-strapi';
import { jobsOf } from '../../../../platform/jobs';
import { webhookSettings } from '../settings';
import { registerContentEvents } from './content-events';
import { defineDeliverJob } from './deliver';
import { deliveriesOf } from './deliveries';
import { secretsOf } from './secrets';

const CLEAN_UP = 'webhooks.clean-up';

export const register = ({ strapi }: WithStrapi): void => {
  strapi.customFields.register({ name: 'choices', plugin: 'webhooks', type: 'json' });
  registerContentEvents({ strapi });
  defineDeliverJob({ strapi });
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
