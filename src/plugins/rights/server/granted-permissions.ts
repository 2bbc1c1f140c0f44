/** A permission of a role, as Strapi stores it. */
export type GrantedPermission = {
  action: string;
  subject?: string | null;
  properties?: { fields?: readonly string[]; locales?: readonly string[] } | null;
  conditions?: readonly string[] | null;
};

type Values = readonly string[];

/** Returns whether a limit contains all wanted values. Without a limit, all values are allowed. */
const contains = (limit: Values | undefined, wanted: Values | undefined): boolean => {
  if (limit === undefined) return true;
  // Strapi takes an empty list for all values in some places, and for none in others.
  if (limit.length === 0 || wanted === undefined || wanted.length === 0) {
    return limit.length === wanted?.length;
  }
  return wanted.every((value) => limit.includes(value));
};

/** Returns the conditions, of which an entry must meet one; undefined without conditions. */
const conditionsOf = ({ conditions }: GrantedPermission): Values | undefined =>
  conditions === null || conditions?.length === 0 ? undefined : conditions;

/** Returns whether one permission allows everything that another one allows. */
const covers = (granted: GrantedPermission, wanted: GrantedPermission): boolean =>
  granted.action === wanted.action &&
  (granted.subject ?? null) === (wanted.subject ?? null) &&
  contains(granted.properties?.fields, wanted.properties?.fields) &&
  contains(granted.properties?.locales, wanted.properties?.locales) &&
  contains(conditionsOf(granted), conditionsOf(wanted));

/** Returns the wanted permissions that none of the granted ones allows. */
export const exceedingPermissions = (
  wanted: readonly GrantedPermission[],
  granted: readonly GrantedPermission[],
): GrantedPermission[] =>
  wanted.filter((permission) => !granted.some((one) => covers(one, permission)));
