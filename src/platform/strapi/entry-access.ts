import type { UID } from '@strapi/types';
import type { WithStrapi } from './with-strapi';
import { getConditionLocales, getPermissionRules } from './current-ability';
import { findModel, hasDrafts, isLocalized } from './models';
import { buildPermittedWhere } from './permitted-query';
import { getTable } from './queries';
import { requireFunctions } from './require-functions';

const ADAPTER = 'entry-access.ts';

type Can = { can: (action: string, subject: unknown, field?: string) => boolean };

type Permissions = {
  createPermissionsManager: (of: { ability: unknown; action: string; model: string }) => unknown;
};

type Manager = { toSubject: (entity: object, model: string) => unknown };

/** Stored content of an entry, with its `documentId` and `locale`. */
type StoredEntry = Readonly<Record<string, unknown>>;

export type EntryAction = 'read' | 'create' | 'update' | 'publish' | 'delete';

const buildActionId = (action: EntryAction): string => `plugin::content-manager.explorer.${action}`;

/**
 * Returns the content manager's permissions of an administrator for entries of a type: by type,
 * locale, field and the conditions of their roles.
 *
 * @param ability the administrator's, from the request's state (`@casl/ability`)
 */
export const createEntryAccess = (
  { strapi }: WithStrapi,
  { ability, uid }: { ability: unknown; uid: UID.ContentType },
) => {
  const { can } = ability as Can;

  /**
   * Returns whether an action is permitted for a deleted entry, and for a field if one is given. The
   * conditions are applied to its stored content.
   */
  const mayWithDeleted = (action: EntryAction, entry: StoredEntry, field?: string): boolean => {
    const { createPermissionsManager } = requireFunctions<Permissions>(
      ADAPTER,
      strapi.service('admin::permission'),
      ['createPermissionsManager'],
    );
    const manager = createPermissionsManager({
      ability,
      action: buildActionId(action),
      model: uid,
    });
    const { toSubject } = requireFunctions<Manager>(ADAPTER, manager, ['toSubject']);
    return can.call(ability, buildActionId(action), toSubject(entry, uid), field);
  };

  const createStoredFieldCheck = (
    action: EntryAction,
    entry: StoredEntry,
  ): ((field: string) => boolean) => {
    const rules = getPermissionRules(ability, buildActionId(action), uid);
    const fields = new Set(rules.map((rule) => JSON.stringify(rule.fields?.toSorted() ?? null)));
    return fields.size > 1
      ? (field) => mayWithDeleted(action, entry, field)
      : (field) => can.call(ability, buildActionId(action), uid, field);
  };

  return {
    /**
     * Returns whether an action is permitted for the type in general, and for a field if one is
     * given.
     */
    may: (action: EntryAction, field?: string): boolean =>
      can.call(ability, buildActionId(action), uid, field),

    /**
     * Returns whether an action is permitted for a field of some entries in a locale. Roles of one
     * user may permit different fields in different locales.
     */
    mayInLocale: (action: EntryAction, locale: string, field: string): boolean =>
      getPermissionRules(ability, buildActionId(action), uid).some(
        ({ conditions, fields }) =>
          (getConditionLocales(conditions)?.includes(locale) ?? true) &&
          (fields?.includes(field) ?? true),
      ),

    mayWithDeleted,

    /**
     * Returns which fields of an entry's stored content may be read, or updated. The content counts
     * only for users whose roles permit different fields in different locales or business lines.
     */
    readableFields: (entry: StoredEntry) => createStoredFieldCheck('read', entry),
    updatableFields: (entry: StoredEntry) => createStoredFieldCheck('update', entry),

    /**
     * Returns the locales in which an action is permitted for an entry's draft; an empty code for a
     * type without locales.
     */
    draftLocales: async (action: EntryAction, documentId: string): Promise<readonly string[]> => {
      if (!can.call(ability, buildActionId(action), uid)) return [];
      const permitted = await buildPermittedWhere({ strapi }, { ability, uid, action, query: {} });
      const model = findModel({ strapi }, uid);
      const isDraft = model !== undefined && hasDrafts(model) && { publishedAt: { $null: true } };
      const rows = await getTable<{ locale: string | null }>({ strapi }, uid).findMany({
        where: { $and: [permitted, { documentId, ...isDraft }] },
        select: ['locale'],
      });
      const hasLanguages = model !== undefined && isLocalized(model);
      return [...new Set(rows.map(({ locale }) => (hasLanguages ? (locale ?? '') : '')))];
    },

    /** Returns whether an action is permitted for an existing entry. */
    mayWith: async (
      action: EntryAction,
      { documentId, locale }: { documentId: string; locale: string },
    ): Promise<boolean> => {
      if (!can.call(ability, buildActionId(action), uid)) return false;
      const permitted = await buildPermittedWhere({ strapi }, { ability, uid, action, query: {} });
      const version = { documentId, ...(locale !== '' && { locale }) };
      return (await getTable({ strapi }, uid).count({ where: { $and: [permitted, version] } })) > 0;
    },
  };
};

export type EntryAccess = ReturnType<typeof createEntryAccess>;

/**
 * Returns a function that returns whether an administrator may read a field in the content manager.
 * Permissions name the fields within components individually (`seo.author`). A component is
 * readable if all of its fields are.
 *
 * @param ability the administrator's, from the request's state (`@casl/ability`)
 */
export const createFieldCheck = (
  { strapi }: WithStrapi,
  ability: unknown,
  uid: string,
): ((field: string) => boolean) => {
  const { can } = requireFunctions<Can>(ADAPTER, ability, ['can']);
  const mayReadPath = (path: string): boolean =>
    can.call(ability, buildActionId('read'), uid, path);
  const mayAll = (model: string, name: string, path: string): boolean => {
    const attribute = findModel({ strapi }, model)?.attributes[name];
    if (attribute?.type !== 'component' || attribute.component === undefined)
      return mayReadPath(path);
    const { component } = attribute;
    const inner = Object.keys(findModel({ strapi }, component)?.attributes ?? {});
    return (
      mayReadPath(path) || inner.every((field) => mayAll(component, field, `${path}.${field}`))
    );
  };
  return (field) => mayAll(uid, field, field);
};
