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

/** Languages, all of them, or null where something else narrows as well. */
type Narrowed = ReadonlySet<string> | 'all' | null;

const inBoth = (one: Narrowed, other: Narrowed): Narrowed => {
  if (one === null || other === null) return null;
  if (one === 'all') return other;
  if (other === 'all') return one;
  return new Set([...one].filter((code) => other.has(code)));
};

const inEither = (one: Narrowed, other: Narrowed): Narrowed => {
  if (one === null || other === null) return null;
  return one === 'all' || other === 'all' ? 'all' : new Set([...one, ...other]);
};

const partOf = (key: string, value: unknown): Narrowed => {
  if (Array.isArray(value)) {
    if (key === '$and') return value.map(languagesAlone).reduce(inBoth, 'all');
    if (key === '$or' && value.length > 0) return value.map(languagesAlone).reduce(inEither);
  }
  if (key !== 'locale' || !isQuery(value) || Object.keys(value).length !== 1) return null;
  return Array.isArray(value.$in) ? new Set(value.$in.map(String)) : null;
};

/**
 * The languages to which a condition of the query engine narrows rows, where it narrows them by nothing else: as it does
 * for everybody whose role has no conditions of its own.
 */
export const languagesAlone = (where: unknown): Narrowed =>
  isQuery(where)
    ? Object.entries(where)
        .map(([key, value]) => partOf(key, value))
        .reduce(inBoth, 'all')
    : null;

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
