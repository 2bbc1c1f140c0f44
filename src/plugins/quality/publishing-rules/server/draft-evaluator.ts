import type { Connection } from '#platform/strapi/queries';
import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createFieldCheck } from '#platform/strapi/entry-access';
import {
  filterErrors,
  evaluate,
  type EvaluatedEntry,
  type Finding,
  type RuleSet,
} from '../evaluate';
import { readDrafts, type Selection } from './entries';
import { readFacts, type Before } from './read-facts';
import { getFeatures } from '#feature/application';
import { listContentTypes, findModel, hasDrafts } from '#platform/strapi/models';
import { type Shapes, createFieldLookup, createLabelLookup } from '../models';

export type TypeRuleSet = RuleSet & { uid: UID.ContentType };

const NAME = 'publishing-rule-sets';

const createRuleSets = ({ strapi }: WithStrapi): ReadonlyMap<string, TypeRuleSet> => {
  const features = getFeatures({ strapi });
  const layouts = features.flatMap(({ layouts: ofFeature }) => [
    ...(ofFeature?.types ?? []),
    ...(ofFeature?.components ?? []),
  ]);
  const [labelOf, fieldOf] = [createLabelLookup(layouts), createFieldLookup(layouts)];
  const titles = new Map(layouts.map(({ uid, title }) => [uid, title]));
  const findAttributes: Shapes = (uid) => findModel({ strapi }, uid)?.attributes;
  const rules = new Map(
    features
      .flatMap(({ publishingRules = [] }) => publishingRules)
      .map((ruleGroup) => [ruleGroup.uid, ruleGroup]),
  );
  return new Map(
    listContentTypes({ strapi })
      .filter(hasDrafts)
      .flatMap(({ uid }) => {
        const publishingRules = rules.get(uid);
        if (publishingRules === undefined) return [];
        const title = titles.get(uid) ?? 'title';
        return [
          [uid, { uid, publishingRules, shapes: findAttributes, labelOf, fieldOf, title }] as const,
        ];
      }),
  );
};

/**
 * Returns the fields of a component in which a rule's errors are fixed in bulk; undefined if the
 * rule names none.
 */
export const findRuleCells = (
  context: WithStrapi,
  { uid, code }: { uid: string; code: string },
): readonly string[] | undefined =>
  getRuleSets(context)
    .get(uid)
    ?.publishingRules.rules.find((rule) => rule.code === code)?.cells;

/** Returns the rule sets of all types that have publishing rules. */
export const getRuleSets = ({ strapi }: WithStrapi): ReadonlyMap<string, TypeRuleSet> => {
  if (!strapi.has(NAME)) strapi.add(NAME, () => createRuleSets({ strapi }));
  return strapi.get(NAME);
};

export type EvaluatedDraft = EvaluatedEntry & { id: number };

/**
 * Evaluates stored drafts. The number of queries is independent of the number of drafts.
 *
 * @param before published versions before this request, if it has written the entries
 */
export const evaluateDrafts = async (
  connection: Connection,
  ruleSet: TypeRuleSet,
  selected: Selection,
  before?: Before,
): Promise<EvaluatedDraft[]> => {
  const drafts = await readDrafts(connection, ruleSet.uid, selected);
  const facts = await readFacts(connection, ruleSet.uid, drafts, before);
  return drafts.map(({ id, documentId, locale, title, content }, index) => {
    const ownFacts = facts[index];
    const findings = ownFacts === undefined ? [] : evaluate(ruleSet, content, ownFacts);
    return { id, documentId, locale, title, findings };
  });
};

/** Returns the types that have publishing rules. */
export const listValidatedTypes = ({ strapi }: WithStrapi): UID.ContentType[] =>
  [...getRuleSets({ strapi }).values()].map(({ uid }) => uid);

/** Evaluates stored drafts of a type. Returns none if the type has no publishing rules. */
export const evaluateStored = async (
  { strapi }: WithStrapi,
  uid: string,
  selected: Selection,
): Promise<EvaluatedDraft[]> => {
  const ruleSet = getRuleSets({ strapi }).get(uid);
  return ruleSet === undefined ? [] : evaluateDrafts({ strapi }, ruleSet, selected);
};

/** Returns a filter that keeps the findings of fields that the user may read. */
export const createFindingFilter = (
  { strapi }: WithStrapi,
  ability: unknown,
  uid: string,
): ((findings: readonly Finding[]) => Finding[]) => {
  const mayRead = createFieldCheck({ strapi }, ability, uid);
  return (findings) =>
    findings.filter(({ path: [field] }) => field === undefined || mayRead(String(field)));
};

/**
 * Counts the errors of drafts in fields that the user may read. Drafts without errors are left out.
 *
 * @param ids row ids of the type
 */
export const countErrors = async (
  { strapi }: WithStrapi,
  { ability, uid, ids }: { ability: unknown; uid: string; ids: readonly number[] },
): Promise<ReadonlyMap<number, number>> => {
  const seen = createFindingFilter({ strapi }, ability, uid);
  const evaluated = ids.length === 0 ? [] : await evaluateStored({ strapi }, uid, { ids });
  const counts = evaluated.map(
    ({ id, findings }) => [id, filterErrors(seen(findings)).length] as const,
  );
  return new Map(counts.filter(([, count]) => count > 0));
};
