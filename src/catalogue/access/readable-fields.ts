import type { WithStrapi } from '#platform/strapi/with-strapi';
import {
  mayReadUsers,
  type PermissionRule,
  getPermissionRules,
  USER,
} from '#platform/strapi/current-ability';
import { findModel, isLocalized } from '#platform/strapi/models';
import { listSiteLocales } from '#platform/strapi/site-locales';
import { isUnrestricted } from './line-conditions';
import { MEDIA_UID } from '#delivery/plan/model';

/**
 * Returns true if a field may be read in every entry of a type; fields of components are named by
 * their path.
 */
export type MayRead = (path: string) => boolean;

const ROLE = 'plugin::users-permissions.role';
const FOLDER = 'plugin::upload.folder';

export const READ = 'plugin::content-manager.explorer.read';
const READ_FILES = 'plugin::upload.read';

/** Fields that relations show of every entry, even of unreadable ones. */
export const identifyingFields: ReadonlySet<string> = new Set(['id', 'documentId']);

/** Fields that Strapi shows of every readable entry. */
export const alwaysReadableFields: ReadonlySet<string> = new Set([
  ...['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'locale'],
  ...['createdBy', 'updatedBy', 'localizations'],
]);

/** Names of administrators and of student roles, which everybody may see. */
const names: Readonly<Record<string, readonly string[]>> = {
  [USER]: ['firstname', 'lastname'],
  [ROLE]: ['name'],
};

const listPathPrefixes = (path: string): readonly string[] =>
  path.split('.').map((_part, index, parts) => parts.slice(0, index + 1).join('.'));

/**
 * Returns the permissions that allow reading every entry of a type; null if reading needs no
 * permission.
 */
const openRules = async (
  { strapi }: WithStrapi,
  ability: unknown,
  uid: string,
): Promise<readonly PermissionRule[] | null> => {
  if (uid === FOLDER || (uid === USER && mayReadUsers(ability))) return null;
  const model = findModel({ strapi }, uid);
  const rules = getPermissionRules(ability, uid === MEDIA_UID ? READ_FILES : READ, uid);
  // A user who reads an entry also sees its files.
  if (uid === MEDIA_UID && rules.length === 0) return null;
  const languages =
    model !== undefined && isLocalized(model) && rules.some(({ conditions }) => conditions)
      ? await listSiteLocales({ strapi })
      : [];
  return rules.filter(({ conditions }) => isUnrestricted(conditions, languages));
};

/** Returns true if the user may read every entry of a type. */
export const canReadAllEntries = async (
  context: WithStrapi,
  ability: unknown,
  uid: string,
): Promise<boolean> => (await openRules(context, ability, uid))?.length !== 0;

/**
 * Returns which fields of a type the user may read in all entries. Only IDs remain for roles that
 * are limited to business lines, locales or own entries.
 */
export const resolveReadableFields = async (
  context: WithStrapi,
  ability: unknown,
  uid: string,
): Promise<MayRead> => {
  const open = await openRules(context, ability, uid);
  if (open === null || open.some(({ fields }) => fields === undefined)) return () => true;
  const fields = new Set([...open.flatMap((rule) => rule.fields ?? []), ...(names[uid] ?? [])]);
  return (path) =>
    identifyingFields.has(path) ||
    (open.length > 0 && alwaysReadableFields.has(path)) ||
    listPathPrefixes(path).some((field) => fields.has(field));
};
