/** A filter by attribute: one value, several accepted values, or a filter for a related row. */
export type DocumentFilter = {
  readonly [attribute: string]: string | readonly string[] | DocumentFilter;
};

/** Returns the same filter in the syntax of Strapi's Document Service. */
export const toStrapiFilters = (where: DocumentFilter): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(where).map(([name, condition]) => {
      if (typeof condition === 'string') return [name, { $eq: condition }];
      if (isList(condition)) return [name, { $in: condition }];
      return [name, toStrapiFilters(condition)];
    }),
  );

// Array.isArray does not narrow readonly arrays.
const isList = (condition: readonly string[] | DocumentFilter): condition is readonly string[] =>
  Array.isArray(condition);
