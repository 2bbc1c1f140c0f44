import type { WithStrapi } from '../with-strapi';
import { requireFunctions } from './require-functions';

/** What a condition is asked about: the permission that it narrows. */
export type NarrowedPermission = { action: string; subject?: string | null };

/** A condition that admin roles put on a permission, under Settings > Roles. */
export type AdminCondition = {
  id: string;
  displayName: string;
  category: string;
  /** @returns a query that the permitted entries meet, in the operators of `@casl/ability` */
  handler: (asked: { permission: NarrowedPermission }) => object;
};

/** Conditions that come and go while the service runs. */
export type ConditionFamily = {
  /** Whether an id is one of the family's, whether or not such a condition is offered at the moment. */
  includes: (id: string) => boolean;
  find: (id: string) => AdminCondition;
  /** Those that are offered at the moment. */
  offered: () => readonly AdminCondition[];
};

type Provider = {
  get: (id: string) => unknown;
  has: (id: string) => boolean;
  keys: () => string[];
  values: () => unknown[];
  registerMany: (conditions: readonly object[]) => Promise<unknown>;
};

/**
 * Offers a family of conditions to admin roles. Strapi takes conditions only while it starts
 * (`conditionProvider.registerMany`), and grants a permission without condition whose only condition it does
 * not know: so the provider's own look-ups are extended, and an id of the family is known for good
 * (`@strapi/admin`, server/domain/condition/provider; `@strapi/permissions`, engine).
 */
export const addConditionFamily = ({ strapi }: WithStrapi, family: ConditionFamily): void => {
  const { conditionProvider } = strapi.service('admin::permission') as {
    conditionProvider?: unknown;
  };
  const provider = requireFunctions<Provider>('admin-conditions.ts', conditionProvider, [
    'get',
    'has',
    'keys',
    'values',
    'registerMany',
  ]);
  const own = { ...provider };
  Object.assign(provider, {
    get: (id: string) => (family.includes(id) ? family.find(id) : own.get(id)),
    has: (id: string) => family.includes(id) || own.has(id),
    keys: () => [...own.keys(), ...family.offered().map(({ id }) => id)],
    values: () => [...own.values(), ...family.offered()],
  });
};
