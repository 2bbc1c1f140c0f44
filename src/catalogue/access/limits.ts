import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getCurrentPermissions, type PermissionRule } from '#platform/strapi/current-ability';
import { isUnrestricted, limitIn, isLimitedToLines, type Limit } from './line-conditions';
import { getOwnership } from './ownership';

const isLimited = ({ lines, locales }: Limit): boolean => lines !== null || locales !== null;

/**
 * Returns the limits of the current user for an action on entries of a type.
 *
 * @param action name of a permission, such as `plugin::upload.assets.update`
 * @returns null if nothing limits them: for the service itself, and for users who may act on all
 * entries
 */
export const getCurrentLimits = (
  { strapi }: WithStrapi,
  action: string,
  subject: string,
): readonly Limit[] | null => {
  const rules = getCurrentPermissions({ strapi }, action, subject);
  // A user without the permission is rejected earlier, by the permission check itself.
  if (rules === null || rules.length === 0) return null;
  const limits = rules.map(({ conditions }) => limitIn(conditions));
  return limits.every(isLimited) ? limits : null;
};

const UPDATE = 'plugin::content-manager.explorer.update';

/**
 * Returns the document IDs of the business lines for which the current user may write entries of a
 * type; null means all lines.
 */
export const findWritableLines = (
  { strapi }: WithStrapi,
  uid: string,
): readonly string[] | null => {
  const lines = (getCurrentLimits({ strapi }, UPDATE, uid) ?? [{ lines: null }]).map(
    (limit) => limit.lines,
  );
  return lines.includes(null) ? null : [...new Set(lines.flatMap((some) => some ?? []))];
};

/**
 * Returns true if the current user's permission covers every entry of a type in a locale, whatever
 * its business line and creator. Writes that concern all entries require it.
 *
 * @param locale null for types that are not localised
 */
export const canActOnAllEntries = (
  { strapi }: WithStrapi,
  { action, uid, locale }: { action: string; uid: string; locale: string | null },
): boolean =>
  getCurrentPermissions({ strapi }, action, uid)?.some(
    ({ conditions }) =>
      limitIn(conditions).lines === null &&
      isUnrestricted(conditions, locale === null ? [] : [locale]),
  ) ?? true;

const READ = 'plugin::content-manager.explorer.read';

/**
 * Returns true if the current user may read entries of a type, but only of certain business lines.
 *
 * @param rules the user's permissions to read the type, where no request names the user
 */
export const isReaderLimitedToLines = (
  { strapi }: WithStrapi,
  uid: string,
  rules: readonly PermissionRule[] = getCurrentPermissions({ strapi }, READ, uid) ?? [],
): boolean => {
  const ownership = getOwnership({ strapi }, uid);
  return (
    rules.length > 0 && rules.every(({ conditions }) => isLimitedToLines(conditions, ownership))
  );
};
