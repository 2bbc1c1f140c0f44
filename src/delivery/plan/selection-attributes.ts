import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { ContractRead } from '#platform/http/endpoint';
import { compilePlan } from './compile-plan';
import {
  ContractMismatch,
  getAttribute,
  identityAttributes,
  createModelLookup,
  type ModelLookup,
} from './model';
import type { Includable } from './field-source';
import { listInverseFields, listPlans, type ReadPlan } from './read-plan';

/** Attributes that determine which documents of a type a response shows, and their order. */
export type SelectionAttributes = {
  scalars: ReadonlySet<string>;
  /** Relations that the type owns. The inverse side counts for the owner. */
  relations: ReadonlySet<string>;
  /** Relations whose inverse side is shown in link order. */
  orderedAtTarget: ReadonlySet<string>;
};

/**
 * Attributes by type. A type that is shown only where another document references it is missing.
 */
export type SelectionAttributesByType = ReadonlyMap<string, SelectionAttributes>;

type IncludingRead = ContractRead & { includes?: readonly Includable[] };

type SelectedAttribute = {
  uid: string;
  attribute: string;
  isRelation: boolean;
  isOrderedAtTarget?: boolean;
};

const byPath = (
  models: ModelLookup,
  uid: string,
  [name = '', ...rest]: string[],
): SelectedAttribute[] => {
  const { kind, target, mappedBy } = getAttribute(models(uid), name);
  if (kind === 'value') {
    if (rest.length > 0) throw new ContractMismatch(`nothing is behind "${name}"`);
    return [{ uid, attribute: name, isRelation: false }];
  }
  if (kind !== 'relation' || target === undefined) {
    throw new ContractMismatch(`nothing can be selected by "${name}"`);
  }
  const relation: SelectedAttribute =
    mappedBy === undefined
      ? { uid, attribute: name, isRelation: true }
      : { uid: target, attribute: mappedBy, isRelation: true };
  return [relation, ...(rest.length === 0 ? [] : byPath(models, target, rest))];
};

/** Returns the attributes that determine the documents of inverse fields; their owners have them. */
const byInverseFields = (models: ModelLookup, plan: ReadPlan): SelectedAttribute[] =>
  listInverseFields(models, plan).flatMap(({ uid, via, compared, sort, isMapped }) => [
    { uid, attribute: via, isRelation: true, isOrderedAtTarget: isMapped && sort.length === 0 },
    ...[...sort, ...(compared === null ? [] : [compared])].map((key) => ({
      uid,
      attribute: key.replace(/^-/, ''),
      isRelation: false,
    })),
  ]);

/** Returns the attributes that one contract and its fields select by. */
const listSelectedAttributes = (
  models: ModelLookup,
  { uid, form, selects = [], includes = [] }: IncludingRead,
): SelectedAttribute[] => [
  ...selects.flatMap((path) => byPath(models, uid, path.split('.'))),
  ...listPlans(compilePlan(models, uid, form, { includes })).flatMap((plan) =>
    byInverseFields(models, plan),
  ),
];

/**
 * Returns the attributes that the contracts select documents by. The database stores their values
 * for each published document and announces changes (`invalidation/on-commit.ts`).
 *
 * @throws ContractMismatch if a contract selects by an attribute that the models lack
 */
export const collectSelectionAttributes = (
  models: ModelLookup,
  reads: readonly IncludingRead[],
): SelectionAttributesByType => {
  const types = new Map<string, Record<keyof SelectionAttributes, Set<string>>>();
  for (const selected of reads.flatMap((read) => listSelectedAttributes(models, read))) {
    const { uid, attribute, isRelation, isOrderedAtTarget = false } = selected;
    if (attribute === 'id' || identityAttributes.has(attribute)) continue;
    const attributes = types.get(uid) ?? {
      scalars: new Set(),
      relations: new Set(),
      orderedAtTarget: new Set(),
    };
    types.set(uid, attributes);
    (isRelation ? attributes.relations : attributes.scalars).add(attribute);
    if (isOrderedAtTarget) attributes.orderedAtTarget.add(attribute);
  }
  return types;
};

const attributesByApplication = new WeakMap<WithStrapi['strapi'], SelectionAttributesByType>();

/** Returns the attributes of all contracts, computed once, because every contract is compiled. */
export const getSelectionAttributes = (
  { strapi }: WithStrapi,
  reads: readonly IncludingRead[],
): SelectionAttributesByType => {
  const selected =
    attributesByApplication.get(strapi) ??
    collectSelectionAttributes(createModelLookup({ strapi }), reads);
  attributesByApplication.set(strapi, selected);
  return selected;
};
