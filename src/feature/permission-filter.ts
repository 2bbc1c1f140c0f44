import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getCurrentAbility } from '#platform/strapi/current-ability';
import { createEntryAccess, createFieldCheck } from '#platform/strapi/entry-access';
import { buildPermittedWhere } from '#platform/strapi/permitted-query';
import { getTable } from '#platform/strapi/queries';

type Version = { uid: string; documentId: string; isPublished: boolean };

const buildDocumentKey = ({ uid, documentId }: Pick<Version, 'uid' | 'documentId'>): string =>
  `${uid} ${documentId}`;

/**
 * Creates a filter for the entries that the current caller may read. Panel users and their tokens
 * see what their roles permit, by type and condition; all others see the published catalogue. It
 * makes one query a type.
 */
export const createPermissionFilter =
  ({ strapi }: WithStrapi) =>
  async (versions: readonly Version[]): Promise<(version: Version) => boolean> => {
    const ability = getCurrentAbility({ strapi });
    if (ability === undefined) {
      return ({ uid, isPublished }) => uid.startsWith('api::') && isPublished;
    }
    const readable = new Set<string>();
    for (const uid of new Set(versions.map((version) => version.uid))) {
      const type = strapi.contentTypes[uid as UID.ContentType].uid;
      if (!createEntryAccess({ strapi }, { ability, uid: type }).may('read')) continue;
      const ids = versions
        .filter((version) => version.uid === uid)
        .map(({ documentId }) => documentId);
      const permitted = await buildPermittedWhere({ strapi }, { ability, uid, query: {} });
      const rows = await getTable<{ documentId: string }>({ strapi }, type).findMany({
        where: { $and: [permitted, { documentId: { $in: [...new Set(ids)] } }] },
        select: ['documentId'],
      });
      for (const { documentId } of rows) readable.add(buildDocumentKey({ uid, documentId }));
    }
    return (version) => readable.has(buildDocumentKey(version));
  };

/**
 * Returns whether the current user may read a field. A filter on an unreadable field would reveal
 * its values.
 */
export const mayReadField = ({ strapi }: WithStrapi, uid: string, field: string): boolean => {
  const ability = getCurrentAbility({ strapi });
  return ability === undefined || createFieldCheck({ strapi }, ability, uid)(field);
};
