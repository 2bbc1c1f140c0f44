import type { Core } from '@strapi/types';
import { requireFunctions } from './require-functions';

/** Of what somebody may do: one of the permissions, with the conditions of their roles as a query. */
export type PermissionRule = { conditions?: unknown };

type Ability = { rulesFor: (action: string, subject: string) => readonly PermissionRule[] };

/**
 * What permits whoever makes the current request to do something: a person in the admin panel or an admin
 * token, whose ability Strapi leaves in the request's state (`@casl/ability`).
 *
 * @returns null for everybody else: students, API tokens, the service itself
 */
export const rulesNow = (
  { strapi }: { strapi: Core.Strapi },
  action: string,
  subject: string,
): readonly PermissionRule[] | null => {
  const ctx = strapi.requestContext.get();
  const { userAbility } = (ctx?.state ?? {}) as { userAbility?: unknown };
  if (userAbility === undefined || userAbility === null) return null;
  return requireFunctions<Ability>('ability-now.ts', userAbility, ['rulesFor']).rulesFor(
    action,
    subject,
  );
};
