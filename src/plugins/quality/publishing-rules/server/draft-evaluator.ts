import type { Connection } from '#platform/strapi/queries';
import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { permittedFields } from '#platform/strapi/entry-access';
import { errorsIn, evaluate, type EvaluatedEntry, type Finding, type RuleSet } from '../evaluate';
import { readDrafts, type Selection } from './entries';
import { factsOf, type Before } from './read-facts';
import { featuresOf } from '#feature/application';
import { contentTypesOf, findModel, hasDrafts } from '#platform/strapi/models';
import { type Shapes, fieldsOf, labelsOf } from '../models';

export type TypeRuleSet = RuleSet & { uid: UID.ContentType };

const NAME = 'publishing-rule-sets';

const createRuleSets = ({ strapi }: WithStrapi): ReadonlyMap<string, TypeRuleSet> => {
  const features = featuresOf({ strapi });
  const layouts = features.flatMap(({ layouts: ofFeature }) => [
    ...(ofFeature?.types ?? []),
    ...(ofFeature?.components ?? []),
  ]);
  const [labelOf, fieldOf] = [labelsOf(layouts), fieldsOf(layouts)];
  const titles = new Map(layouts.map(({ uid, title }) => [uid, title]));
  const shapes: Shapes = (uid) => findModel({ strapi }, uid)?.attributes;
  const rules = new Map(
    features
      .flatMap(({ publishingRules = [] }) => publishingRules)
      .map((ruleGroup) => [ruleGroup.uid, ruleGroup]),
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
  const facts = await factsOf(connection, ruleSet.uid, drafts, before);
  return drafts.map(({ id, documentId, locale, title, content }, index) => {
    const ownFacts = facts[index];
    const findings = ownFacts === undefined ? [] : evaluate(ruleSet, content, ownFacts);
    return { id, documentId, locale, title, findings };
  });
};

/** Returns the types that have publishing rules. */
export const validatedTypes = ({ strapi }: WithStrapi): UID.ContentType[] =>
  [...ruleSetsOf({ strapi }).values()].map(({ uid }) => uid);

/** Evaluates stored drafts of a type. Returns none if the type has no publishing rules. */
export const evaluateStored = async (
  { strapi }: WithStrapi,
  uid: string,
  selected: Selection,
): Promise<EvaluatedDraft[]> => {
  const ruleSet = ruleSetsOf({ strapi }).get(uid);
  return ruleSet === undefined ? [] : evaluateDrafts({ strapi }, ruleSet, selected);
};

/** Returns a filter that keeps the findings of fields that the user may read. */
export const readableFindings = (
  { strapi }: WithStrapi,
  ability: unknown,
  uid: string,
): ((findings: readonly Finding[]) => Finding[]) => {
  const mayRead = permittedFields({ strapi }, ability, uid);
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
  const seen = readableFindings({ strapi }, ability, uid);
  const evaluated = ids.length === 0 ? [] : await evaluateStored({ strapi }, uid, { ids });
  const counts = evaluated.map(
    ({ id, findings }) => [id, errorsIn(seen(findings)).length] as const,
  );
  return new Map(counts.filter(([, count]) => count > 0));
};
