import type { WithStrapi } from '../../../../platform/with-strapi';
import type { Metric } from '../../../../feature/metric';
import { tableOf } from '../../../../platform/strapi/queries';
import { uids } from './uids';

/** Returns the metric of messages that receivers have not accepted. */
export const webhookMetrics = ({ strapi }: WithStrapi): readonly Metric[] => [
  {
    name: 'cms_webhook_messages',
    help: 'Webhook messages by state: waiting or failed (given up)',
    kind: 'gauge',
    labels: ['state'],
    asksDatabase: true,
    read: () =>
      Promise.all(
        ['waiting', 'failed'].map(async (state) => ({
          value: await tableOf({ strapi }, uids.delivery).count({ where: { state } }),
          labels: { state },
        })),
      ),
  },
];
