/**
 * Which documents are meant: the value an attribute holds, the values of which it holds one, or what a
 * row behind a relation must meet. Deliberately no more than the endpoints need.
 */
export type Conditions = { readonly [attribute: string]: string | readonly string[] | Conditions };

/** The same in the filter language of Strapi's Document Service. */
export const toFilters = (where: Conditions): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(where).map(([name, wanted]) => {
      if (typeof wanted === 'string') return [name, { $eq: wanted }];
      if (Array.isArray(wanted)) return [name, { $in: wanted }];
      return [name, toFilters(wanted as Conditions)];
    }),
  );

/** The types that conditions look at besides the one they choose from. */
export type TypesIn = (uid: string, where: Conditions) => readonly string[];
