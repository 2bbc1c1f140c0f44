import { createHash } from 'node:crypto';
import type { SortKey } from '../plan/field-source';
import type { DocumentFilter } from '../plan/filter';
import type { InverseField } from '../plan/inverse-fields';
import { attributeOf, type ModelLookup } from '../plan/model';
import type { SelectionAttributesByType } from '../plan/selection-attributes';

/**
 * Dependency of a response, as text. The database computes the same keys (`functions.ts`), so their
 * form must not differ between nodes of different releases.
 */
export type DependencyKey = string;

/** Dependencies of a cache entry. */
export type Dependencies = {
  readonly keys: Iterable<DependencyKey>;
  /** Every content type that one of the keys belongs to, for changes that name no document. */
  readonly types: Iterable<string>;
};

/** Key that stands for anything. */
export const EVERYTHING: DependencyKey = '*';

/** Key of a document's content in all locales. Document IDs are unique over all types. */
export const documentKey = (documentId: string): DependencyKey => documentId;

/** Key of any change to any document of a type. */
export const typeKey = (uid: string): DependencyKey => uid;

/** Key of the set and order of a type's published documents. */
export const membershipKey = (uid: string): DependencyKey => `${uid}?`;

/**
 * Returns the digest of a value for use in keys. It is short and contains no character with a
 * meaning in messages.
 */
export const valueDigest = (value: string): string =>
  createHash('md5').update(value).digest('hex').slice(0, 12);

/**
 * Key of the set of published documents of a type with a certain value in an attribute.
 *
 * @param value a scalar value such as a slug; for a relation, the ID of the related document
 */
export const valueKey = (uid: string, attribute: string, value: string): DependencyKey =>
  `${uid}?${attribute}=${valueDigest(value)}`;

/** The parts of a query that determine the found documents and their order, besides the locale. */
type Selecting = { where?: DocumentFilter; sort?: readonly SortKey[] };

/**
 * Compiled form of all queries that differ only in their values. It derives the keys of one query.
 */
type Compiled = {
  keysOf: (where: DocumentFilter) => readonly DependencyKey[];
  types: ReadonlySet<string>;
};

/** Attributes that never change during a document's life. */
const identity = new Set(['documentId', 'locale']);

const isFilter = (condition: DocumentFilter[string] | undefined): condition is DocumentFilter =>
  typeof condition === 'object' && !Array.isArray(condition);

/** Returns the values of which an attribute must hold one. */
const valuesOf = (condition: DocumentFilter[string] | undefined): readonly string[] =>
  condition === undefined || isFilter(condition) ? [] : [condition].flat();

/** Returns a key that is equal for queries that differ only in their values. */
const shapeOf = (uid: string, { where, sort }: Selecting): string =>
  JSON.stringify([
    uid,
    sort,
    JSON.stringify(where, (_, inner: unknown) =>
      typeof inner === 'string' || Array.isArray(inner) ? '' : inner,
    ),
  ]);

/**
 * Creates the functions that derive the dependency keys of queries. A key names a value if the
 * database announces changes by value, otherwise the whole type.
 *
 * @param attributes attributes whose changes the database announces by value
 */
export const createSelectionKeys = (models: ModelLookup, attributes: SelectionAttributesByType) => {
  const compiled = new Map<string, Compiled>();

  const isAnnounced = (uid: string, name: string): boolean =>
    identity.has(name) || attributes.get(uid)?.scalars.has(name) === true;

  const hasRelation = (uid: string, name: string): boolean =>
    attributes.get(uid)?.relations.has(name) === true;

  /** Returns the keys of a relation, named from either side. */
  const ofRelation = (uid: string, name: string): readonly DependencyKey[] => {
    const { target = '', mappedBy } = attributeOf(models(uid), name);
    // A relation of the type itself is already part of the type's membership key.
    if (mappedBy === undefined) return hasRelation(uid, name) ? [] : [typeKey(uid)];
    return [hasRelation(target, mappedBy) ? membershipKey(target) : typeKey(target)];
  };

  const ownKeysOf = (uid: string, { where = {}, sort = [] }: Selecting): Compiled['keysOf'] => {
    const plain = Object.keys(where).filter((name) => !isFilter(where[name]));
    if (plain.includes('documentId'))
      return (filter) => valuesOf(filter.documentId).map(documentKey);
    const deciding = [...plain, ...sort.map((key) => key.replace(/^-/, ''))];
    if (!attributes.has(uid) || !deciding.every((name) => isAnnounced(uid, name))) {
      return () => [typeKey(uid)];
    }
    // One attribute is enough: any document that enters or leaves the result holds one of its
    // wanted values.
    const name = plain.find((each) => !identity.has(each));
    if (name === undefined) return () => [membershipKey(uid)];
    return (filter) => valuesOf(filter[name]).map((value) => valueKey(uid, name, value));
  };

  const compile = (uid: string, selecting: Selecting): Compiled => {
    const ownKeys = ownKeysOf(uid, selecting);
    // The result also depends on which documents the relations lead to, and on whether those pass
    // the filter.
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
      keysOf: (where) => [...ownKeys(where), ...behind.flatMap(({ keysOf }) => keysOf(where))],
      types: new Set([uid, ...behind.flatMap(({ types }) => [...types])]),
    };
  };

  return {
    /**
     * Returns the key of the documents that reference a document through a field, and of their
     * visibility.
     */
    ofInverse: ({ uid, via, compared }: InverseField, documentId: string): DependencyKey =>
      hasRelation(uid, via) && (compared === null || isAnnounced(uid, compared))
        ? valueKey(uid, via, documentId)
        : typeKey(uid),

    /** Returns the dependencies of the set and order of documents that a query finds. */
    ofQuery(uid: string, query: Selecting): Dependencies {
      const shape = shapeOf(uid, query);
      const compiledQuery = compiled.get(shape) ?? compile(uid, query);
      compiled.set(shape, compiledQuery);
      return { keys: new Set(compiledQuery.keysOf(query.where ?? {})), types: compiledQuery.types };
    },
  };
};

export type SelectionKeys = ReturnType<typeof createSelectionKeys>;
