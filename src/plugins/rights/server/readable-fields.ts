import type { WithStrapi } from '../../../platform/with-strapi';
import {
  mayReadUsers,
  type PermissionRule,
  rulesOf,
  USER,
} from '../../../platform/strapi/ability-now';
import { findModel, isLocalized } from '../../../platform/strapi/models';
import { siteLocales } from '../../../platform/strapi/site-locales';
import { readsEverything } from './conditions';
import { FILE } from './uids';

/** Says of a field whether it may be read in every entry of a type; fields of components are named by their path. */
export type MayRead = (path: string) => boolean;

const ROLE = 'plugin::users-permissions.role';
const FOLDER = 'plugin::upload.folder';

export const READ = 'plugin::content-manager.explorer.read';
const READ_FILES = 'plugin::upload.read';

/** Relations show these of every entry, also of those that somebody may not read. */
export const identifying: ReadonlySet<string> = new Set(['id', 'documentId']);

/** Strapi shows these of every entry that somebody may read. */
export const alwaysShown: ReadonlySet<string> = new Set([
  ...['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'locale'],
  ...['createdBy', 'updatedBy', 'localizations'],
]);

/** The names of administrators and of student roles are shown to everybody. */
const names: Readonly<Record<string, readonly string[]>> = {
  [USER]: ['firstname', 'lastname'],
  [ROLE]: ['name'],
};

const pathAndParents = (path: string): readonly string[] =>
  path.split('.').map((_part, at, parts) => parts.slice(0, at + 1).join('.'));

/** The permissions of somebody that let them read every entry of a type; null where reading needs none. */
const openRules = async (
  { strapi }: WithStrapi,
  ability: unknown,
  uid: string,
): Promise<readonly PermissionRule[] | null> => {
  if (uid === FOLDER || (uid === USER && mayReadUsers(ability))) return null;
  const model = findModel({ strapi }, uid);
  const rules = rulesOf(ability, uid === FILE ? READ_FILES : READ, uid);
  // Whoever reads an entry is shown its files.
  if (uid === FILE && rules.length === 0) return null;
  const languages =
    model !== undefined && isLocalized(model) && rules.some(({ conditions }) => conditions)
      ? await siteLocales({ strapi })
      : [];
  return rules.filter(({ conditions }) => readsEverything(conditions, languages));
};

/** Whether somebody may read every entry of a type. */
export const readsAllEntries = async (
  context: WithStrapi,
  ability: unknown,
  uid: string,
): Promise<boolean> => (await openRules(context, ability, uid))?.length !== 0;

/**
 * Tells which fields of a type somebody may read whatever the entry. Where the entry matters, because their roles are
 * limited to business lines, languages or own entries, only ids are left.
 */
export const readableFields = async (
  context: WithStrapi,
  ability: unknown,
  uid: string,
): Promise<MayRead> => {
  const open = await openRules(context, ability, uid);
  if (open === null || open.some(({ fields }) => fields === undefined)) return () => true;
  const fields = new Set([...open.flatMap((rule) => rule.fields ?? []), ...(names[uid] ?? [])]);
  return (path) =>
    identifying.has(path) ||
    (open.length > 0 && alwaysShown.has(path)) ||
    pathAndParents(path).some((one) => fields.has(one));
};
