import type { UID } from '@strapi/types';
import type { WithStrapi } from '../platform/with-strapi';
import { featuresOf } from './application';
import type { ListFilter, StaleTranslation } from './list-filter';

/** Returns the list filters of all features. */
export const listFiltersOf = (context: WithStrapi): readonly ListFilter[] =>
  featuresOf(context).flatMap(({ listFilters = [] }) => listFilters);

/**
 * Returns the stale translations of documents that any feature finds.
 *
 * @param documents document ids of the type
 */
export const findStaleTranslations = async (
  context: WithStrapi,
  uid: UID.ContentType,
  documents: readonly string[],
): Promise<readonly StaleTranslation[]> => {
  const finders = featuresOf(context).flatMap((feature) => feature.findStaleTranslations ?? []);
  const found = await Promise.all(finders.map((find) => find(context, uid, documents)));
  return found.flat();
};
