type Query = Readonly<Record<string, unknown>>;

const isQuery = (value: unknown): value is Query => typeof value === 'object' && value !== null;

/**
 * The languages to which a permission's conditions narrow it, as Strapi's plugin for languages does: beside everything
 * else that narrows it.
 *
 * @returns null where it is for all languages
 */
export const languagesIn = (conditions: unknown): readonly string[] | null => {
  if (!isQuery(conditions)) return null;
  const beside = Array.isArray(conditions.$and) ? conditions.$and.filter(isQuery) : [];
  const found = [conditions, ...beside].flatMap(({ locale }) =>
    isQuery(locale) && Array.isArray(locale.$in) ? [locale.$in.map(String)] : [],
  );
  const [first, ...others] = found;
  if (first === undefined) return null;
  return first.filter((code) => others.every((codes) => codes.includes(code)));
};
