import type { UID } from '@strapi/types';
import type { WithStrapi } from '../with-strapi';
import { findModel, hasDrafts, isLocalized } from './models';
import { permittedWhere } from './permitted-query';
import { tableOf } from './queries';
import { requireFunctions } from './require-functions';

type Can = { can: (action: string, subject: unknown, field?: string) => boolean };

type Permissions = {
  createPermissionsManager: (of: { ability: unknown; action: string; model: string }) => unknown;
};

type Manager = { toSubject: (entity: object, model: string) => unknown };

export type EntryAction = 'read' | 'create' | 'update' | 'publish' | 'delete';

const idOf = (action: EntryAction): string => `plugin::content-manager.explorer.${action}`;

/**
 * Returns the content manager's permissions of an administrator for entries of a type: by type,
 * locale, field and the conditions of their roles.
 *
 * @param ability the administrator's, from the request's state (`@casl/ability`)
 */
export const entryAccess = (
  { strapi }: WithStrapi,
  { ability, uid }: { ability: unknown; uid: UID.ContentType },
) => {
  const { can } = ability as Can;

  return {
    /**
     * Returns whether an action is permitted for the type in general, and for a field if one is
     * given.
     */
    may: (action: EntryAction, field?: string): boolean =>
      can.call(ability, idOf(action), uid, field),

    /**
     * Returns whether an action is permitted for a deleted entry. The conditions are applied to its
     * stored content.
     */
    mayWithDeleted: (action: EntryAction, entry: Readonly<Record<string, unknown>>): boolean => {
      const { createPermissionsManager } = requireFunctions<Permissions>(
        'entry-access.ts',
        strapi.service('admin::permission'),
        ['createPermissionsManager'],
      );
      const manager = createPermissionsManager({ ability, action: idOf(action), model: uid });
      const { toSubject } = requireFunctions<Manager>('entry-access.ts', manager, ['toSubject']);
      return can.call(ability, idOf(action), toSubject(entry, uid));
    },

    /**
     * Returns the locales in which an action is permitted for an entry's draft; an empty code for a
     * type without locales.
     */
    draftLocales: async (action: EntryAction, documentId: string): Promise<readonly string[]> => {
      if (!can.call(ability, idOf(action), uid)) return [];
      const permitted = await permittedWhere({ strapi }, { ability, uid, action, query: {} });
      const model = findModel({ strapi }, uid);
      const isDraft = model !== undefined && hasDrafts(model) && { publishedAt: { $null: true } };
      const rows = await tableOf<{ locale: string | null }>({ strapi }, uid).findMany({
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
      if (!can.call(ability, idOf(action), uid)) return false;
      const permitted = await permittedWhere({ strapi }, { ability, uid, action, query: {} });
      const version = { documentId, ...(locale !== '' && { locale }) };
      return (await tableOf({ strapi }, uid).count({ where: { $and: [permitted, version] } })) > 0;
    },
  };
};

export type EntryAccess = ReturnType<typeof entryAccess>;
