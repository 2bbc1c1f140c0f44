/**
 * A filter on documents by attribute: one value, a list of accepted values, or a filter for a
 * related row. It supports only what the endpoints need.
 */
export type DocumentFilter = {
  readonly [attribute: string]: string | readonly string[] | DocumentFilter;
};

/** Returns the same filter in the syntax of Strapi's Document Service. */
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
