import type { WithStrapi } from '../with-strapi';
import { requireFunctions } from './require-functions';

/** Of what somebody may do: one of the permissions, with the conditions of their roles as a query. */
export type PermissionRule = {
  conditions?: unknown;
  /** The fields that it permits, those of components by their path (`seo.title`); undefined for all of them. */
  fields?: readonly string[];
};

type Ability = { rulesFor: (action: string, subject: string) => readonly PermissionRule[] };

/**
 * The permissions that let somebody do something.
 *
 * @param ability as Strapi leaves it in the request's state (`@casl/ability`)
 */
export const rulesOf = (
  ability: unknown,
  action: string,
  subject: string,
): readonly PermissionRule[] =>
  requireFunctions<Ability>('ability-now.ts', ability, ['rulesFor']).rulesFor(action, subject);

export const USER = 'admin::user';

/** Whether somebody may see the users of the panel, whose addresses are what they sign in with. */
export const mayReadUsers = (ability: unknown): boolean =>
  rulesOf(ability, 'admin::users.read', USER).length > 0;

/** What whoever makes the current request may do; undefined for students, API tokens and the service itself. */
export const abilityNow = ({ strapi }: WithStrapi): unknown => {
  const ctx = strapi.requestContext.get();
  const { userAbility } = (ctx?.state ?? {}) as { userAbility?: unknown };
  return userAbility ?? undefined;
};

/**
 * What permits whoever makes the current request to do something: a person in the admin panel or an admin
 * token, whose ability Strapi leaves in the request's state (`@casl/ability`).
 *
 * @returns null for everybody else: students, API tokens, the service itself
 */
export const rulesNow = (
  { strapi }: WithStrapi,
  action: string,
  subject: string,
): readonly PermissionRule[] | null => {
  const ability = abilityNow({ strapi });
  return ability === undefined ? null : rulesOf(ability, action, subject);
};
