import type { WithStrapi } from '../../../../platform/with-strapi';
import { judgeOf } from './judge';
import { seenBy } from './list';
import { measuresOf } from './measures';

/**
 * How much hinders drafts from being published, as far as somebody may see it; those that nothing hinders are left out.
 *
 * @param ids of rows of the type
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
