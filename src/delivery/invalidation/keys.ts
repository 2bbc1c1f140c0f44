import { createHash } from 'node:crypto';
import type { SortKey, DocumentFilter } from '../plan/field-source';
import type { InverseField } from '../plan/read-plan';
import { getAttribute, identityAttributes, type ModelLookup } from '../plan/model';
import type { SelectionAttributesByType } from '../plan/selection-attributes';

/**
 * Dependency of a response, as text. The database computes the same keys (`triggers.ts`), so their
 * form must not differ between nodes of different releases.
 */
export type DependencyKey = string;

export type Dependencies = {
  readonly keys: Iterable<DependencyKey>;
  /** Every content type that one of the keys belongs to, for changes that name no document. */
  readonly types: Iterable<string>;
};

/** Key that stands for anything. */
export const EVERYTHING: DependencyKey = '*';

/** Key of a document's content in all locales. Document IDs are unique over all types. */
export const buildDocumentKey = (documentId: string): DependencyKey => documentId;

/** Key of any change to any document of a type. */
export const typeKey = (uid: string): DependencyKey => uid;

/** Key of the set and order of a type's published documents. */
export const buildMembershipKey = (uid: string): DependencyKey => `${uid}?`;

/** Returns a short digest without characters that have a meaning in messages. */
export const computeValueDigest = (value: string): string =>
  createHash('md5').update(value).digest('hex').slice(0, 12);

/**
 * Key of the set of published documents of a type with a certain value in an attribute.
 *
 * @param value a scalar value such as a slug; for a relation, the ID of the related document
 */
export const buildValueKey = (uid: string, attribute: string, value: string): DependencyKey =>
  `${uid}?${attribute}=${computeValueDigest(value)}`;

/** The parts of a query that determine the found documents and their order, besides the locale. */
type SelectionQuery = { where?: DocumentFilter; sort?: readonly SortKey[] };

const isFilter = (condition: DocumentFilter[string]): condition is DocumentFilter =>
  typeof condition === 'object' && !Array.isArray(condition);

/**
 * Creates the functions that derive the dependency keys of queries. A key names a value if the
 * database announces changes by value, otherwise the whole type.
 *
 * @param attributes attributes whose changes the database announces by value
 */
export const createSelectionKeys = (models: ModelLookup, attributes: SelectionAttributesByType) => {
  const isAnnounced = (uid: string, name: string): boolean =>
    identityAttributes.has(name) || attributes.get(uid)?.scalars.has(name) === true;

  const hasRelation = (uid: string, name: string): boolean =>
    attributes.get(uid)?.relations.has(name) === true;

  /** Returns the keys of a relation, named from either side. */
  const ofRelation = (uid: string, name: string): readonly DependencyKey[] => {
    const { target = '', mappedBy } = getAttribute(models(uid), name);
    // A relation of the type itself is already part of the type's membership key.
    if (mappedBy === undefined) return hasRelation(uid, name) ? [] : [typeKey(uid)];
    return [hasRelation(target, mappedBy) ? buildMembershipKey(target) : typeKey(target)];
  };

  const buildQueryKeys = (
    uid: string,
    { where = {}, sort = [] }: SelectionQuery,
  ): readonly DependencyKey[] => {
    const plain = Object.entries(where).flatMap(([name, condition]) =>
      isFilter(condition) ? [] : [{ name, values: [condition].flat() }],
    );
    const identity = plain.find(({ name }) => name === 'documentId');
    if (identity !== undefined) return identity.values.map(buildDocumentKey);
    const deciding = [
      ...plain.map(({ name }) => name),
      ...sort.map((key) => key.replace(/^-/, '')),
    ];
    if (!attributes.has(uid) || !deciding.every((name) => isAnnounced(uid, name))) {
      return [typeKey(uid)];
    }
    // One attribute is enough: any document that enters or leaves the result holds one of its
    // wanted values.
    const only = plain.find(({ name }) => !identityAttributes.has(name));
    if (only === undefined) return [buildMembershipKey(uid)];
    return only.values.map((value) => buildValueKey(uid, only.name, value));
  };

  /** Returns the dependencies of the set and order of documents that a query finds. */
  const ofQuery = (
    uid: string,
    query: SelectionQuery,
  ): { keys: Set<DependencyKey>; types: Set<string> } => {
    const keys = new Set(buildQueryKeys(uid, query));
    const types = new Set([uid]);
    // The result also depends on which documents the relations lead to, and on whether those pass
    // the filter.
    for (const [name, where] of Object.entries(query.where ?? {})) {
      const { target } = getAttribute(models(uid), name);
      if (!isFilter(where) || target === undefined) continue;
      const behind = ofQuery(target, { where });
      for (const key of [...ofRelation(uid, name), ...behind.keys]) keys.add(key);
      for (const type of behind.types) types.add(type);
    }
    return { keys, types };
  };

  return {
    ofQuery,

    /** Returns the key of the visible documents that reference a document through a field. */
    ofInverse: (
      { uid, via, compared }: Pick<InverseField, 'uid' | 'via' | 'compared'>,
      documentId: string,
    ): DependencyKey =>
      hasRelation(uid, via) && (compared === null || isAnnounced(uid, compared))
        ? buildValueKey(uid, via, documentId)
        : typeKey(uid),
  };
};

export type SelectionKeys = ReturnType<typeof createSelectionKeys>;
