import {
  documentKey,
  membershipKey,
  typeKey,
  valueKey,
  type Dependencies,
  type DependencyKey,
} from './keys';
import { typesIn, type DocumentFilter } from '../plan/filter';
import type { InverseField } from '../plan/inverse-fields';
import { attributeOf, type ModelLookup } from '../plan/model';
import type { SelectionAttributesByType } from '../plan/selection-attributes';
import type { SortKey } from '../plan/field-source';

/** The part of a query that decides which documents it finds, and in which order, beside their language. */
type Selecting = { where?: DocumentFilter; sort?: readonly SortKey[] };

/** What stays the same for as long as there is the document. */
const identity = new Set(['documentId', 'locale']);

const nameOf = (sortKey: string): string => sortKey.replace(/^-/, '');

const isFilter = (wanted: DocumentFilter[string]): wanted is DocumentFilter =>
  typeof wanted !== 'string' && !Array.isArray(wanted);

/** The values of which an attribute must hold one. */
const valuesOf = (wanted: DocumentFilter[string]): readonly string[] =>
  typeof wanted === 'string' ? [wanted] : isFilter(wanted) ? [] : wanted;

/**
 * The keys that tell when a selection of documents may have become another one. By values as far as the
 * database tells of those; by the whole type where something else decides.
 *
 * @param attributes those whose changes the database tells of
 */
export const createSelectionKeys = (models: ModelLookup, attributes: SelectionAttributesByType) => {
  const isKnown = (uid: string, name: string): boolean =>
    identity.has(name) || attributes.get(uid)?.scalars.has(name) === true;

  const hasRelation = (uid: string, name: string): boolean =>
    attributes.get(uid)?.relations.has(name) === true;

  /** Which documents point at others through a relation, from whichever side it is named. */
  const ofRelation = (uid: string, name: string): DependencyKey[] => {
    const { target = '', mappedBy } = attributeOf(models(uid), name);
    // One's own relation is part of what decides which documents of one's type there are.
    if (mappedBy === undefined) return hasRelation(uid, name) ? [] : [typeKey(uid)];
    return [hasRelation(target, mappedBy) ? membershipKey(target) : typeKey(target)];
  };

  /** Of the attributes that decide, one is enough: whatever comes or goes holds a wanted value of it. */
  const ofOwnValues = (uid: string, where: DocumentFilter): readonly DependencyKey[] => {
    const [first] = Object.entries(where).filter(([, wanted]) => !isFilter(wanted));
    if (first === undefined) return [membershipKey(uid)];
    const [name, wanted] = first;
    return valuesOf(wanted).map((value) => valueKey(uid, name, value));
  };

  const collect = (uid: string, { where = {}, sort = [] }: Selecting): DependencyKey[] => {
    const wanted = Object.entries(where);
    const { documentId } = where;
    if (typeof documentId === 'string') return [documentKey(documentId), ...behind(uid, wanted)];
    const plain = wanted.filter(([, one]) => !isFilter(one)).map(([name]) => name);
    const isTold =
      attributes.has(uid) && [...plain, ...sort.map(nameOf)].every((name) => isKnown(uid, name));
    return [...(isTold ? ofOwnValues(uid, where) : [typeKey(uid)]), ...behind(uid, wanted)];
  };

  /** What decides besides is which documents relations lead to, and whether those pass the filter. */
  const behind = (uid: string, wanted: [string, DocumentFilter[string]][]): DependencyKey[] =>
    wanted.flatMap(([name, where]) => {
      const { target } = attributeOf(models(uid), name);
      if (!isFilter(where) || target === undefined) return [];
      return [...ofRelation(uid, name), ...collect(target, { where })];
    });

  return {
    /** Which documents point at one, and which of those are shown. */
    ofInverse: ({ uid, via, compared }: InverseField, documentId: string): DependencyKey =>
      hasRelation(uid, via) && (compared === null || isKnown(uid, compared))
        ? valueKey(uid, via, documentId)
        : typeKey(uid),

    /** Which documents a query finds, and in which order. */
    ofQuery: (uid: string, query: Selecting): Dependencies => ({
      keys: new Set(collect(uid, query)),
      types: new Set([uid, ...typesIn(models, uid, query.where ?? {})]),
    }),
  };
};

export type SelectionKeys = ReturnType<typeof createSelectionKeys>;
