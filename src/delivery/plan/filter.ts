/**
 * A filter on documents, by attribute: the value that it holds, the values of which it holds one, or, for a
 * relation, the filter that a related row must pass. Deliberately no more than the endpoints need.
 */
export type DocumentFilter = {
  readonly [attribute: string]: string | readonly string[] | DocumentFilter;
};

/** The same in the filter language of Strapi's Document Service. */
export const toStrapiFilters = (where: DocumentFilter): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(where).map(([name, wanted]) => {
      if (typeof wanted === 'string') return [name, { $eq: wanted }];
      if (isList(wanted)) return [name, { $in: wanted }];
      return [name, toStrapiFilters(wanted)];
    }),
  );

// Array.isArray does not narrow readonly arrays.
const isList = (wanted: readonly string[] | DocumentFilter): wanted is readonly string[] =>
  Array.isArray(wanted);
