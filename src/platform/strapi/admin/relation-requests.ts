import { adminApi } from '@strapi/strapi/admin';

/**
 * An entry as the panel's relations receive it. The attribute with its name depends on the type.
 */
export type RelationEntry = Readonly<Record<string, unknown>>;

type Answer = { results?: readonly RelationEntry[] };

type Definition = {
  transformResponse?: (answer: Answer, meta: unknown, argument: unknown) => unknown;
};

/** The content manager's endpoint names (`@strapi/content-manager`, admin/services/relations). */
const reads = ['searchRelations', 'getRelations'] as const;

/** Attributes of an entry other than the one with its name. */
const others = new Set([
  'id',
  'documentId',
  'locale',
  'publishedAt',
  'updatedAt',
  'createdAt',
  'status',
]);

/** Returns the attribute with an entry's name in relations; undefined where it has none. */
export const namingAttributeOf = (entry: RelationEntry): string | undefined =>
  Object.keys(entry).find((name) => !others.has(name) && typeof entry[name] === 'string');

/**
 * Changes the entries that the panel's relations show and offer. It uses RTK Query's way to change
 * existing endpoints.
 */
export const changeRelations = (change: (entry: RelationEntry) => RelationEntry): void => {
  const wrap = (definition: Definition | undefined): void => {
    if (definition === undefined) {
      throw new Error(
        'src/platform/strapi/admin/relation-requests.ts: Strapi’s relations have changed',
      );
    }
    const { transformResponse } = definition;
    definition.transformResponse = (answer, meta, argument) => {
      const changed =
        answer.results === undefined ? answer : { ...answer, results: answer.results.map(change) };
      return transformResponse === undefined ? changed : transformResponse(changed, meta, argument);
    };
  };
  adminApi.enhanceEndpoints({ endpoints: Object.fromEntries(reads.map((name) => [name, wrap])) });
};
