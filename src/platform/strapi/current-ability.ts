import type { WithStrapi } from '../with-strapi';
import { requireFunctions } from './require-functions';

/** A permission of an ability, with the conditions of the user's roles as a query. */
export type PermissionRule = {
  conditions?: unknown;
  /**
   * The permitted fields, those of components by their path (`seo.title`); undefined for all
   * fields.
   */
  fields?: readonly string[];
};

type Ability = { rulesFor: (action: string, subject: string) => readonly PermissionRule[] };

/**
 * Returns the permissions that allow an action on a content type.
 *
 * @param ability as Strapi stores it in the request's state (`@casl/ability`)
 */
export const rulesOf = (
  ability: unknown,
  action: string,
  subject: string,
): readonly PermissionRule[] =>
  requireFunctions<Ability>('ability-now.ts', ability, ['rulesFor']).rulesFor(action, subject);

export const USER = 'admin::user';

/** Returns whether a user may see the panel's users, whose e-mail addresses are their logins. */
export const mayReadUsers = (ability: unknown): boolean =>
  rulesOf(ability, 'admin::users.read', USER).length > 0;

/**
 * Returns the ability of the current request's user; undefined for students, API tokens and the
 * service itself.
 */
export const currentAbility = ({ strapi }: WithStrapi): unknown => {
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
export const currentPermissions = (
  { strapi }: WithStrapi,
  action: string,
  subject: string,
): readonly PermissionRule[] | null => {
  const ability = currentAbility({ strapi });
  return ability === undefined ? null : rulesOf(ability, action, subject);
};
