import { createHash } from 'node:crypto';
import type { SortKey } from '../plan/field-source';
import type { DocumentFilter } from '../plan/filter';
import type { InverseField } from '../plan/inverse-fields';
import { attributeOf, type ModelLookup } from '../plan/model';
import type { SelectionAttributesByType } from '../plan/selection-attributes';

/**
 * What an answer can depend on, as text. The database makes the same keys when something changes
 * (`functions.ts`), so their form must not differ between nodes of different releases.
 */
export type DependencyKey = string;

/** What something was made from. */
export type Dependencies = {
  readonly keys: Iterable<DependencyKey>;
  /** Every type that one of the keys is about, for changes that name no document. */
  readonly types: Iterable<string>;
};

/** Anything at all. */
export const EVERYTHING: DependencyKey = '*';

/** The content of a document, in whichever language. Document ids are unique over all types. */
export const documentKey = (documentId: string): DependencyKey => documentId;

/** Any change of any document of a type. */
export const typeKey = (uid: string): DependencyKey => uid;

/** Which published documents a type has, and in which order. */
export const membershipKey = (uid: string): DependencyKey => `${uid}?`;

/** A value as keys hold it: short, and without characters that a message could stumble over. */
export const valueDigest = (value: string): string =>
  createHash('md5').update(value).digest('hex').slice(0, 12);

/**
 * Which published documents of a type have a value in an attribute.
 *
 * @param value a plain value such as a slug; for a relation the id of the related document
 */
export const valueKey = (uid: string, attribute: string, value: string): DependencyKey =>
  `${uid}?${attribute}=${valueDigest(value)}`;

/** The part of a query that decides which documents it finds, and in which order, beside their language. */
type Selecting = { where?: DocumentFilter; sort?: readonly SortKey[] };

/** Finds the keys of a query among its values, for all queries that differ in nothing else. */
type Compiled = {
  keysOf: (where: DocumentFilter) => readonly DependencyKey[];
  types: ReadonlySet<string>;
};

/** What stays the same for as long as there is the document. */
const identity = new Set(['documentId', 'locale']);

const isFilter = (wanted: DocumentFilter[string] | undefined): wanted is DocumentFilter =>
  typeof wanted === 'object' && !Array.isArray(wanted);

/** The values of which an attribute must hold one. */
const valuesOf = (wanted: DocumentFilter[string] | undefined): readonly string[] =>
  wanted === undefined || isFilter(wanted) ? [] : [wanted].flat();

/** The same for queries that differ in their values alone. */
const shapeOf = (uid: string, { where, sort }: Selecting): string =>
  JSON.stringify([
    uid,
    sort,
    JSON.stringify(where, (_, inner: unknown) =>
      typeof inner === 'string' || Array.isArray(inner) ? '' : inner,
    ),
  ]);

/**
 * The keys that tell when a selection of documents may have become another one. By values as far as the
 * database tells of those; by the whole type where something else decides.
 *
 * @param attributes those whose changes the database tells of
 */
export const createSelectionKeys = (models: ModelLookup, attributes: SelectionAttributesByType) => {
  const compiled = new Map<string, Compiled>();

  const isTold = (uid: string, name: string): boolean =>
    identity.has(name) || attributes.get(uid)?.scalars.has(name) === true;

  const hasRelation = (uid: string, name: string): boolean =>
    attributes.get(uid)?.relations.has(name) === true;

  /** Which documents point at others through a relation, from whichever side it is named. */
  const ofRelation = (uid: string, name: string): readonly DependencyKey[] => {
    const { target = '', mappedBy } = attributeOf(models(uid), name);
    // One's own relation is part of what decides which documents of one's type there are.
    if (mappedBy === undefined) return hasRelation(uid, name) ? [] : [typeKey(uid)];
    return [hasRelation(target, mappedBy) ? membershipKey(target) : typeKey(target)];
  };

  const ofOwn = (uid: string, { where = {}, sort = [] }: Selecting): Compiled['keysOf'] => {
    const plain = Object.keys(where).filter((name) => !isFilter(where[name]));
    if (plain.includes('documentId')) return (one) => valuesOf(one.documentId).map(documentKey);
    const deciding = [...plain, ...sort.map((key) => key.replace(/^-/, ''))];
    if (!attributes.has(uid) || !deciding.every((name) => isTold(uid, name))) {
      return () => [typeKey(uid)];
    }
    // Of several, one is enough: whatever comes or goes holds a wanted value of it.
    const name = plain.find((each) => !identity.has(each));
    if (name === undefined) return () => [membershipKey(uid)];
    return (one) => valuesOf(one[name]).map((value) => valueKey(uid, name, value));
  };

  const compile = (uid: string, selecting: Selecting): Compiled => {
    const own = ofOwn(uid, selecting);
    // What decides besides is which documents relations lead to, and whether those pass the filter.
    const behind = Object.entries(selecting.where ?? {}).flatMap(([name, where]) => {
      const { target } = attributeOf(models(uid), name);
      if (!isFilter(where) || target === undefined) return [];
      const relation = ofRelation(uid, name);
      const { keysOf, types } = compile(target, { where });
      const keysBehind: Compiled['keysOf'] = ({ [name]: inner }) => [
        ...relation,
        ...(isFilter(inner) ? keysOf(inner) : []),
      ];
      return [{ keysOf: keysBehind, types }];
    });
    return {
      keysOf: (where) => [...own(where), ...behind.flatMap(({ keysOf }) => keysOf(where))],
      types: new Set([uid, ...behind.flatMap(({ types }) => [...types])]),
    };
  };

  return {
    /** Which documents point at one, and which of those are shown. */
    ofInverse: ({ uid, via, compared }: InverseField, documentId: string): DependencyKey =>
      hasRelation(uid, via) && (compared === null || isTold(uid, compared))
        ? valueKey(uid, via, documentId)
        : typeKey(uid),

    /** Which documents a query finds, and in which order. */
    ofQuery(uid: string, query: Selecting): Dependencies {
      const shape = shapeOf(uid, query);
      const found = compiled.get(shape) ?? compile(uid, query);
      compiled.set(shape, found);
      return { keys: new Set(found.keysOf(query.where ?? {})), types: found.types };
    },
  };
};

export type SelectionKeys = ReturnType<typeof createSelectionKeys>;
