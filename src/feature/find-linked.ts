import type { WithStrapi } from '../platform/with-strapi';
import { featuresOf } from './application';
import type { LinkContext, LinkedEntry, Reference } from './link-reference';

/**
 * Returns the entries of links by link; missing entries are left out. Without a feature for links,
 * it finds none.
 */
export const findLinked = async (
  context: WithStrapi,
  references: readonly Reference[],
  place: LinkContext,
): Promise<ReadonlyMap<string, LinkedEntry>> => {
  const finders = featuresOf(context).flatMap((feature) => feature.findLinked ?? []);
  const found = await Promise.all(finders.map((find) => find(context, references, place)));
  return new Map(found.flatMap((entries) => [...entries]));
};
