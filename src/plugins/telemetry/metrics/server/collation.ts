import type { WithStrapi } from '../../../../platform/with-strapi';
import { isCollationOutdated } from '../../../../platform/database/collation';
import type { Metric } from '../../../../feature/metric';

/**
 * Returns the metric for indexes on text that were built with an earlier version of the collation.
 */
export const collationMetrics = ({ strapi }: WithStrapi): readonly Metric[] => [
  {
    name: 'cms_database_collation_outdated',
    help: 'Whether the collation version has changed since the indexes were built (1)',
    kind: 'gauge',
    asksDatabase: true,
    read: async () => [{ value: Number(await isCollationOutdated({ strapi })) }],
  },
];
