import type { WithStrapi } from '../../../../platform/with-strapi';
import { integrityErrors } from './errors';
import { extendUploadService } from '../../../../platform/strapi/upload-services';
import { createMediaUsers, type MediaUser } from './media-users';
import { createPermissionFilter } from '../../../../feature/permission-filter';
import { localizedError } from '../../../../platform/http/localized-error';
import { isComparable } from '../../../../platform/http/queries/column-values';

const MEDIA = 'plugin::upload.file';

type File = { id: number };

const NAMED_AT_MOST = 5;

const published = ({ uid, documentId }: MediaUser) => ({ uid, documentId, isPublished: true });

/**
 * Refuses to delete files that published entries require: single files, selections and folders. A
 * selection with one such file is refused as a whole. Entries that the user may not read are only
 * counted.
 */
export const guardMedia = ({ strapi }: WithStrapi): void => {
  const usersOf = createMediaUsers({ strapi });
  const permissionFilter = createPermissionFilter({ strapi });

  const requireUnused = async (fileIds: readonly number[]): Promise<void> => {
    // Other values are not valid file ids; Strapi refuses them.
    const entries = await usersOf(fileIds.filter((id) => isComparable('increments', id)));
    if (entries.length === 0) return;
    const mayRead = await permissionFilter(entries.map(published));
    const named = entries.filter((entry) => mayRead(published(entry)));
    const names = [...new Set(named.map(({ title }) => `“${title}”`))];
    const isMore = names.length > NAMED_AT_MOST || named.length < entries.length;
    throw localizedError({ strapi }, integrityErrors.MEDIA_IN_USE, {
      subject: [...names.slice(0, NAMED_AT_MOST), ...(isMore ? ['…'] : [])].join(', '),
      details: { entries: named, unnamed: entries.length - named.length },
    });
  };

  const idsWhere = async (where: unknown): Promise<number[]> =>
    ((await strapi.db.query(MEDIA).findMany({ where, select: ['id'] })) as File[]).map(
      ({ id }) => id,
    );

  const idsInFolders = async (folderIds: readonly number[]): Promise<number[]> => {
    const folders = (await strapi.db
      .query('plugin::upload.folder')
      .findMany({ where: { id: { $in: folderIds } }, select: ['path'] })) as { path: string }[];
    if (folders.length === 0) return [];
    return idsWhere({
      $or: folders.flatMap(({ path }) => [
        { folderPath: path },
        { folderPath: { $startsWith: `${path}/` } },
      ]),
    });
  };

  // The upload plugin deletes the stored file before its row, so a lifecycle hook on the row would
  // run too late.
  extendUploadService({ strapi }, 'upload', (upload) => ({
    async remove(file) {
      await requireUnused([file.id]);
      return upload.remove(file);
    },
  }));
  extendUploadService({ strapi }, 'file', (files) => ({
    async deleteByIds(ids = []) {
      await requireUnused(ids);
      return files.deleteByIds(ids);
    },
  }));
  extendUploadService({ strapi }, 'folder', (folders) => ({
    async deleteByIds(ids = []) {
      await requireUnused(await idsInFolders(ids));
      return folders.deleteByIds(ids);
    },
  }));

  // Guards deletions that bypass those services.
  strapi.db.lifecycles.subscribe({
    models: [MEDIA],
    beforeDelete: async ({ params }) => requireUnused(await idsWhere(params.where)),
    beforeDeleteMany: async ({ params }) => requireUnused(await idsWhere(params.where)),
  });
};
