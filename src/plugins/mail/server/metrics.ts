import type { WithStrapi } from '../../../platform/with-strapi';
import type { Metric } from '../../../feature/metric';
import { jobsOf } from '../../../platform/jobs';
import { MAIL_JOB } from './kinds';

/** Returns the metrics of unsent mails. */
export const mailMetrics = ({ strapi }: WithStrapi): readonly Metric[] => [
  {
    name: 'cms_mails_unsent',
    help: 'Unsent e-mails by state: waiting, active, retry or failed (given up)',
    kind: 'gauge',
    labels: ['state'],
    asksDatabase: true,
    read: async () => {
      const counts = await jobsOf({ strapi }).counts();
      const of = new Map(
        counts.filter(({ name }) => name === MAIL_JOB).map(({ state, count }) => [state, count]),
      );
      // Zero values are reported too: alerts cannot watch a series that disappears.
      return (['waiting', 'active', 'retry', 'failed'] as const).map((state) => ({
        value: of.get(state) ?? 0,
        labels: { state },
      }));
    },
  },
];
