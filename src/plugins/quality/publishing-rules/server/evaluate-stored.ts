import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import type { Wanted } from './entries';
import { draftEvaluatorOf, type EvaluatedDraft } from './draft-evaluator';
import { ruleSetsOf } from './rule-sets';

/** Returns the types that have publishing rules. */
export const validatedTypes = ({ strapi }: WithStrapi): UID.ContentType[] =>
  [...ruleSetsOf({ strapi }).values()].map(({ uid }) => uid);

/** Evaluates stored drafts. The number of queries is independent of the number of drafts. */
export const evaluateStored = async (
  { strapi }: WithStrapi,
  uid: string,
  wanted: Wanted,
): Promise<EvaluatedDraft[]> => {
  const ruleSet = ruleSetsOf({ strapi }).get(uid);
  return ruleSet === undefined
    ? []
    : draftEvaluatorOf({ strapi }).evaluateDrafts({ strapi }, ruleSet, wanted);
};
