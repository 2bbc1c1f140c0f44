import type { WithStrapi } from '../../../../platform/with-strapi';
import { judgeOf } from './judge';
import { seenBy } from './list';
import { measuresOf } from './measures';

/**
 * Counts the errors of drafts in fields that the user may read. Drafts without errors are left out.
 *
 * @param ids row ids of the type
 */
export const countHindrances = async (
  { strapi }: WithStrapi,
  { ability, uid, ids }: { ability: unknown; uid: string; ids: readonly number[] },
): Promise<ReadonlyMap<number, number>> => {
  const measure = measuresOf({ strapi }).get(uid);
  if (measure === undefined || ids.length === 0) return new Map();
  const seen = seenBy({ strapi }, ability, uid);
  const judged = await judgeOf({ strapi }).judge({ strapi }, measure, { ids });
  const counts = judged.map(
    ({ id, findings }) =>
      [id, seen(findings).filter(({ severity }) => severity === 'hindrance').length] as const,
  );
  return new Map(counts.filter(([, count]) => count > 0));
};
