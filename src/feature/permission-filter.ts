import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { currentAbility } from '#platform/strapi/current-ability';
import { entryAccess, permittedFields } from '#platform/strapi/entry-access';
import { permittedWhere } from '#platform/strapi/permitted-query';
import { tableOf } from '#platform/strapi/queries';

type Version = { uid: string; documentId: string; isPublished: boolean };

const keyOf = ({ uid, documentId }: Pick<Version, 'uid' | 'documentId'>): string =>
  `${uid} ${documentId}`;

/**
 * Creates a filter for the entries that the current caller may read. Panel users and their tokens
 * see what their roles permit, by type and condition; all others see the published catalogue. It
 * makes one query a type.
 */
export const createPermissionFilter =
  ({ strapi }: WithStrapi) =>
  async (versions: readonly Version[]): Promise<(version: Version) => boolean> => {
    const ability = currentAbility({ strapi });
    if (ability === undefined) {
      return ({ uid, isPublished }) => uid.startsWith('api::') && isPublished;
    }
    const readable = new Set<string>();
    for (const uid of new Set(versions.map((version) => version.uid))) {
      const type = strapi.contentTypes[uid as UID.ContentType].uid;
      if (!entryAccess({ strapi }, { ability, uid: type }).may('read')) continue;
      const ids = versions
        .filter((version) => version.uid === uid)
        .map(({ documentId }) => documentId);
      const permitted = await permittedWhere({ strapi }, { ability, uid, query: {} });
      const rows = await tableOf<{ documentId: string }>({ strapi }, type).findMany({
        where: { $and: [permitted, { documentId: { $in: [...new Set(ids)] } }] },
        select: ['documentId'],
      });
      for (const { documentId } of rows) readable.add(keyOf({ uid, documentId }));
    }
    return (version) => readable.has(keyOf(version));
  };

/**
 * Returns whether the current user may read a field. A filter on an unreadable field would reveal
 * its values.
 */
export const mayReadField = ({ strapi }: WithStrapi, uid: string, field: string): boolean => {
  const ability = currentAbility({ strapi });
  return ability === undefined || permittedFields({ strapi }, ability, uid)(field);
};
