/** A permission of a role or an admin token, as Strapi stores it. */
export type GrantedPermission = {
  action: string;
  subject?: string | null;
  properties?: { fields?: readonly string[] | null; locales?: readonly string[] | null } | null;
  conditions?: readonly string[] | null;
};

/** Null stands for all fields, all locales or no condition, an empty text for an empty list. */
type Values = readonly (string | null)[];

const listOf = (values: unknown): Values => {
  if (!Array.isArray(values)) return [null];
  return values.length === 0 ? [''] : [...new Set(values as string[])];
};

/** Strapi takes an empty list for all fields in some places, and for none in others. */
const getFields = ({ properties }: GrantedPermission): Values => listOf(properties?.fields);

/** Strapi's i18n plugin takes null for all locales, and a missing list for none. */
const getLocales = ({ properties }: GrantedPermission): Values =>
  listOf(properties?.locales === undefined ? [] : properties.locales);

/** An entry must meet one of the conditions. */
const getConditions = ({ conditions }: GrantedPermission): Values =>
  listOf(conditions?.length === 0 ? null : conditions);

const isIn = (value: string | null, limit: Values): boolean =>
  limit.includes(null) || limit.includes(value);

const areForSameAction = (first: GrantedPermission, other: GrantedPermission): boolean =>
  first.action === other.action && (first.subject ?? null) === (other.subject ?? null);

/** Returns whether permissions, together, allow everything that another one allows. */
const isGranted = (
  permission: GrantedPermission,
  granted: readonly GrantedPermission[],
): boolean => {
  const among = granted.filter((item) => areForSameAction(item, permission));
  return getLocales(permission).every((locale) =>
    getConditions(permission).every((condition) => {
      const matching = among.filter(
        (item) =>
          isIn(condition, getConditions(item)) && (locale === '' || isIn(locale, getLocales(item))),
      );
      return getFields(permission).every((field) =>
        matching.some((item) => isIn(field, getFields(item))),
      );
    }),
  );
};

/** Returns the requested permissions that allow more than the granted ones. */
export const findExceedingPermissions = (
  permissions: readonly GrantedPermission[],
  granted: readonly GrantedPermission[],
): GrantedPermission[] => permissions.filter((permission) => !isGranted(permission, granted));

/**
 * Returns a requested permission of a token with the conditions that Strapi gives it: those of all
 * its owner's permissions for the action, or none if one of these has none (`@strapi/admin`,
 * server/services/api-token).
 */
export const inheritConditions = (
  permission: GrantedPermission,
  granted: readonly GrantedPermission[],
): GrantedPermission => {
  const lists = granted.filter((item) => areForSameAction(item, permission)).map(getConditions);
  const conditions = lists.some((list) => list.includes(null)) ? [] : lists.flat();
  return { ...permission, conditions: conditions as string[] };
};

/**
 * Returns the permissions of a token as far as its owner still has them: without locales that the
 * owner has lost, and without those that exceed the owner's in every locale.
 */
export const narrowToGranted = <Permission extends GrantedPermission>(
  permissions: readonly Permission[],
  granted: readonly GrantedPermission[],
): Permission[] =>
  permissions.flatMap((permission) => {
    if (isGranted(permission, granted)) return [permission];
    const inLocales = (locales: readonly string[]): Permission => ({
      ...permission,
      properties: { ...permission.properties, locales },
    });
    const grantedLocales = getLocales(permission).includes(null)
      ? granted.filter((other) => areForSameAction(other, permission)).flatMap(getLocales)
      : getLocales(permission);
    const locales = [...new Set(grantedLocales)].filter(
      (locale): locale is string =>
        locale !== null && locale !== '' && isGranted(inLocales([locale]), granted),
    );
    return locales.length === 0 ? [] : [inLocales(locales)];
  });
