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

type Rule = { inverted?: boolean; conditions?: unknown };

/** The part of an ability (`@casl/ability`) that tells which rules it has. */
export type WithRules = { rulesFor: (action: string, type: string) => readonly Rule[] };

/** Whether a language is permitted to somebody, whatever else an entry in it has to be. */
export const permitsLanguage = (
  ability: WithRules,
  action: string,
  type: string,
  language: string,
): boolean =>
  ability
    .rulesFor(action, type)
    .some(
      ({ inverted, conditions }) =>
        inverted !== true && (languagesIn(conditions)?.includes(language) ?? true),
    );
