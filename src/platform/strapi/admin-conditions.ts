import type { WithStrapi } from './with-strapi';
import { requireFunctions } from './require-functions';

/** The permission that a condition narrows. */
export type NarrowedPermission = { action: string; subject?: string | null };

/** A condition that narrows a permission, under Settings > Roles. */
export type AdminCondition = {
  id: string;
  displayName: string;
  category: string;
  /** @returns a query that matches the permitted entries, in the operators of `@casl/ability` */
  handler: (options: { permission: NarrowedPermission }) => object;
};

/** Conditions that can appear and disappear while the service runs. */
export type ConditionFamily = {
  /** Returns whether an id belongs to the family, whether or not the condition is offered now. */
  includes: (id: string) => boolean;
  find: (id: string) => AdminCondition;
  /** Returns the conditions that are offered now. */
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
 * Adds a family of conditions for roles. Strapi accepts conditions only during its start
 * (`conditionProvider.registerMany`). If a permission's only condition is unknown, Strapi grants
 * the permission without it. Therefore the provider's lookups are extended and always know the
 * family's ids (`@strapi/admin`, server/domain/condition/provider; `@strapi/permissions`, engine).
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
  const stock = { ...provider };
  Object.assign(provider, {
    get: (id: string) => (family.includes(id) ? family.find(id) : stock.get(id)),
    has: (id: string) => family.includes(id) || stock.has(id),
    keys: () => [...stock.keys(), ...family.offered().map(({ id }) => id)],
    values: () => [...stock.values(), ...family.offered()],
  });
};
