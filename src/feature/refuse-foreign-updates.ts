import type { WithStrapi } from '../platform/with-strapi';
import type { Transaction } from '../platform/strapi/queries';
import { featuresOf } from './application';
import type { WrittenVersions } from './feature';

/**
 * Rejects updates that the current user may not make, for writes that bypass the Document Service
 * and its pipeline.
 */
export const refuseForeignUpdates = async (
  context: WithStrapi,
  written: WrittenVersions,
  trx: Transaction,
): Promise<void> => {
  for (const feature of featuresOf(context)) {
    await feature.refuseForeignUpdates?.(context, written, trx);
  }
};
