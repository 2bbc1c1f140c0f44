import type { WithStrapi } from '../../../../platform/with-strapi';
import { draftEvaluatorOf } from './draft-evaluator';
import { seenBy } from './list-findings';
import { ruleSetsOf } from './rule-sets';

/**
 * Counts the errors of drafts in fields that the user may read. Drafts without errors are left out.
 *
 * @param ids row ids of the type
 */
export const countErrors = async (
  { strapi }: WithStrapi,
  { ability, uid, ids }: { ability: unknown; uid: string; ids: readonly number[] },
): Promise<ReadonlyMap<number, number>> => {
  const ruleSet = ruleSetsOf({ strapi }).get(uid);
  if (ruleSet === undefined || ids.length === 0) return new Map();
  const seen = seenBy({ strapi }, ability, uid);
  const evaluated = await draftEvaluatorOf({ strapi }).evaluateDrafts({ strapi }, ruleSet, { ids });
  const counts = evaluated.map(
    ({ id, findings }) =>
      [id, seen(findings).filter(({ severity }) => severity === 'error').length] as const,
  );
  return new Map(counts.filter(([, count]) => count > 0));
};
