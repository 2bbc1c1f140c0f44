import type { WithStrapi } from './with-strapi';
import { requireFunctions } from './require-functions';

/** A permission of an ability, with the conditions of the user's roles as a query. */
export type PermissionRule = {
  conditions?: unknown;
  /**
   * The permitted fields, those of components by their path (`seo.title`); undefined for all
   * fields.
   */
  fields?: readonly string[];
  inverted?: boolean;
};

/** The part of an ability (`@casl/ability`) that lists its rules. */
export type WithRules = {
  rulesFor: (action: string, subject: string) => readonly PermissionRule[];
};

/**
 * Returns the permissions that allow an action on a content type.
 *
 * @param ability as Strapi stores it in the request's state (`@casl/ability`)
 */
export const getPermissionRules = (
  ability: unknown,
  action: string,
  subject: string,
): readonly PermissionRule[] =>
  requireFunctions<WithRules>('current-ability.ts', ability, ['rulesFor']).rulesFor(
    action,
    subject,
  );

export const USER = 'admin::user';

/** Returns whether a user may see the panel's users, whose e-mail addresses are their logins. */
export const mayReadUsers = (ability: unknown): boolean =>
  getPermissionRules(ability, 'admin::users.read', USER).length > 0;

/**
 * Returns the ability of the current request's user; undefined for students, API tokens and the
 * service itself.
 */
export const getCurrentAbility = ({ strapi }: WithStrapi): unknown => {
  const ctx = strapi.requestContext.get();
  const { userAbility } = (ctx?.state ?? {}) as { userAbility?: unknown };
  return userAbility ?? undefined;
};

/**
 * Returns the permissions of the current request's user or admin token for an action. Strapi stores
 * the ability in the request's state (`@casl/ability`).
 *
 * @returns null for all others: students, API tokens, the service itself
 */
export const getCurrentPermissions = (
  { strapi }: WithStrapi,
  action: string,
  subject: string,
): readonly PermissionRule[] | null => {
  const ability = getCurrentAbility({ strapi });
  return ability === undefined ? null : getPermissionRules(ability, action, subject);
};

type Query = Readonly<Record<string, unknown>>;

const isQuery = (value: unknown): value is Query => typeof value === 'object' && value !== null;

/**
 * Returns the locales to which a permission's conditions narrow it. Strapi's i18n plugin combines
 * that condition with all others by `$and`.
 *
 * @returns null where it covers all locales
 */
export const getConditionLocales = (conditions: unknown): readonly string[] | null => {
  if (!isQuery(conditions)) return null;
  const siblingConditions = Array.isArray(conditions.$and) ? conditions.$and.filter(isQuery) : [];
  const languageSets = [conditions, ...siblingConditions].flatMap(({ locale }) =>
    isQuery(locale) && Array.isArray(locale.$in) ? [locale.$in.map(String)] : [],
  );
  const [first, ...others] = languageSets;
  if (first === undefined) return null;
  return first.filter((code) => others.every((codes) => codes.includes(code)));
};

/** A set of locales, all locales, or null where other conditions also narrow the rows. */
type LanguageSet = ReadonlySet<string> | 'all' | null;

const inBoth = (first: LanguageSet, other: LanguageSet): LanguageSet => {
  if (first === null || other === null) return null;
  if (first === 'all') return other;
  if (other === 'all') return first;
  return new Set([...first].filter((code) => other.has(code)));
};

const inEither = (first: LanguageSet, other: LanguageSet): LanguageSet => {
  if (first === null || other === null) return null;
  return first === 'all' || other === 'all' ? 'all' : new Set([...first, ...other]);
};

const narrowLocales = (key: string, value: unknown): LanguageSet => {
  if (Array.isArray(value)) {
    if (key === '$and') return value.map(computeQueryLocales).reduce(inBoth, 'all');
    if (key === '$or' && value.length > 0) return value.map(computeQueryLocales).reduce(inEither);
  }
  if (key !== 'locale' || !isQuery(value) || Object.keys(value).length !== 1) return null;
  return Array.isArray(value.$in) ? new Set(value.$in.map(String)) : null;
};

/**
 * Returns the locales to which a query condition narrows rows, if nothing else narrows them. This
 * is the case for users whose role has no conditions of its own.
 */
export const computeQueryLocales = (where: unknown): LanguageSet =>
  isQuery(where)
    ? Object.entries(where)
        .map(([key, value]) => narrowLocales(key, value))
        .reduce(inBoth, 'all')
    : null;

/** Returns whether a locale is permitted, regardless of other conditions on its entries. */
export const isLocalePermitted = (
  ability: WithRules,
  action: string,
  type: string,
  language: string,
): boolean =>
  ability
    .rulesFor(action, type)
    .some(
      ({ inverted, conditions }) =>
        inverted !== true && (getConditionLocales(conditions)?.includes(language) ?? true),
    );
