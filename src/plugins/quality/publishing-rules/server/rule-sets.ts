import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { featuresOf } from '../../../../feature/application';
import { contentTypesOf, findModel, hasDrafts } from '../../../../platform/strapi/models';
import type { RuleSet } from '../evaluate';
import type { Shapes } from '../models';
import { fieldsOf, labelsOf } from '../names';

/** Rule set of a content type. */
export type TypeRuleSet = RuleSet & { uid: UID.ContentType };

const NAME = 'publishing-rule-sets';

const createRuleSets = ({ strapi }: WithStrapi): ReadonlyMap<string, TypeRuleSet> => {
  const features = featuresOf({ strapi });
  const layouts = features.flatMap(({ layouts: own }) => [
    ...(own?.types ?? []),
    ...(own?.components ?? []),
  ]);
  const [labelOf, fieldOf] = [labelsOf(layouts), fieldsOf(layouts)];
  const titles = new Map(layouts.map(({ uid, title }) => [uid, title]));
  const shapes: Shapes = (uid) => findModel({ strapi }, uid)?.attributes;
  const rules = new Map(
    features.flatMap(({ publishingRules = [] }) => publishingRules).map((one) => [one.uid, one]),
  );
  return new Map(
    contentTypesOf({ strapi })
      .filter(hasDrafts)
      .flatMap(({ uid }) => {
        const publishingRules = rules.get(uid);
        if (publishingRules === undefined) return [];
        const title = titles.get(uid) ?? 'title';
        return [[uid, { uid, publishingRules, shapes, labelOf, fieldOf, title }] as const];
      }),
  );
};

/**
 * Returns the fields of a component in which a rule's errors are fixed in bulk; undefined if the
 * rule names none.
 */
export const cellsOf = (
  context: WithStrapi,
  { uid, code }: { uid: string; code: string },
): readonly string[] | undefined =>
  ruleSetsOf(context)
    .get(uid)
    ?.publishingRules.rules.find((rule) => rule.code === code)?.cells;

/** Returns the rule sets of all types that have publishing rules. */
export const ruleSetsOf = ({ strapi }: WithStrapi): ReadonlyMap<string, TypeRuleSet> => {
  if (!strapi.has(NAME)) strapi.add(NAME, () => createRuleSets({ strapi }));
  return strapi.get(NAME);
};
