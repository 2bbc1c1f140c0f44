import type { Core } from '@strapi/types';
import type { ContractRead } from '../../platform/http/endpoint';
import { compilePlan } from './compile-plan';
import { ContractMismatch } from './contract-mismatch';
import { contractReadsOf } from './contract-reads';
import type { SortKey } from './field-source';
import { attributeOf, modelsOf, type ModelLookup } from './model';
import { plansIn, type ReadPlan } from './read-plan';

/** The attributes of a type on which it depends which of its documents are shown somewhere, and in which order. */
export type SelectionAttributes = {
  scalars: ReadonlySet<string>;
  /** Those of the type itself; the other end of a relation is the owner's. */
  relations: ReadonlySet<string>;
  /** Those whose order at the other end is shown: the documents that name one document, as they are linked to it. */
  orderedAtTarget: ReadonlySet<string>;
};

/** By type. A type that is only shown where another document names it has none and is missing. */
export type SelectionAttributesByType = ReadonlyMap<string, SelectionAttributes>;

type Found = { uid: string; attribute: string; isRelation: boolean; isOrderedAtTarget?: boolean };

/** What tells documents and languages apart is the same for as long as there is the document. */
const identity = new Set(['id', 'documentId', 'locale']);

const bySort = (uid: string, sort: readonly SortKey[]): Found[] =>
  sort.map((key) => ({ uid, attribute: key.replace(/^-/, ''), isRelation: false }));

const byPath = (models: ModelLookup, uid: string, [name = '', ...rest]: string[]): Found[] => {
  const { kind, target, mappedBy } = attributeOf(models(uid), name);
  if (kind === 'value') {
    if (rest.length > 0) throw new ContractMismatch(`nothing is behind "${name}"`);
    return [{ uid, attribute: name, isRelation: false }];
  }
  if (kind !== 'relation' || target === undefined) {
    throw new ContractMismatch(`nothing can be selected by "${name}"`);
  }
  const own: Found =
    mappedBy === undefined
      ? { uid, attribute: name, isRelation: true }
      : { uid: target, attribute: mappedBy, isRelation: true };
  return [own, ...(rest.length === 0 ? [] : byPath(models, target, rest))];
};

/** Fields that show whatever names this document: which that are depends on the owners of the relation. */
const byInverseFields = (models: ModelLookup, { uid, fields }: ReadPlan): Found[] =>
  fields.flatMap((field) => {
    if (field.kind === 'referencedBy') {
      return [
        { uid: field.uid, attribute: field.via, isRelation: true },
        ...bySort(field.uid, field.sort),
      ];
    }
    if (field.kind !== 'one' && field.kind !== 'many' && field.kind !== 'pluck') return [];
    const { target, mappedBy } = attributeOf(models(uid), field.attribute);
    if (target === undefined || mappedBy === undefined) return [];
    const compared = field.kind === 'many' && field.where ? [field.where.attribute] : [];
    const isOrderedAtTarget = field.sort.length === 0;
    return [
      { uid: target, attribute: mappedBy, isRelation: true, isOrderedAtTarget },
      ...bySort(target, [...field.sort, ...compared]),
    ];
  });

/**
 * What one contract selects by, and what its fields select by.
 *
 * @throws ContractMismatch where the models have no such attribute
 */
const foundIn = (models: ModelLookup, { uid, form, selects = [] }: ContractRead): Found[] => [
  ...selects.flatMap((path) => byPath(models, uid, path.split('.'))),
  ...plansIn(compilePlan(models, uid, form)).flatMap((plan) => byInverseFields(models, plan)),
];

/**
 * The attributes by which all of these contracts select.
 *
 * @throws ContractMismatch where a contract selects by what the models do not have
 */
export const selectionAttributesIn = (
  models: ModelLookup,
  reads: readonly ContractRead[],
): SelectionAttributesByType => {
  const types = new Map<string, Record<keyof SelectionAttributes, Set<string>>>();
  for (const found of reads.flatMap((read) => foundIn(models, read))) {
    const { uid, attribute, isRelation, isOrderedAtTarget = false } = found;
    if (identity.has(attribute)) continue;
    const known = types.get(uid) ?? {
      scalars: new Set(),
      relations: new Set(),
      orderedAtTarget: new Set(),
    };
    types.set(uid, known);
    (isRelation ? known.relations : known.scalars).add(attribute);
    if (isOrderedAtTarget) known.orderedAtTarget.add(attribute);
  }
  return types;
};

/**
 * The attributes by which anything selects documents. The database remembers their values for each
 * published document and says when one of them changes (`invalidation/functions.ts`).
 */
export const selectionAttributesOf = ({
  strapi,
}: {
  strapi: Core.Strapi;
}): SelectionAttributesByType =>
  selectionAttributesIn(modelsOf({ strapi }), contractReadsOf({ strapi }));
