import type { Core } from '@strapi/types';
import { integrityErrors } from './errors';
import { extendUploadService } from '../../../strapi/upload-services';
import { createMediaUsers } from './media-users';
import { localizedError } from '../../../http/localized-error';
import { isComparable } from '../../../http/queries/column-values';

const MEDIA = 'plugin::upload.file';

type File = { id: number };

const NAMED_AT_MOST = 5;

/**
 * Keeps files that published entries require from being deleted, one by one, in a selection or with their
 * folder. A selection with one such file is refused as a whole.
 */
export const guardMedia = ({ strapi }: { strapi: Core.Strapi }): void => {
  const usersOf = createMediaUsers({ strapi });

  const requireUnused = async (fileIds: readonly number[]): Promise<void> => {
    // Whatever else a request names is no file's number; Strapi refuses it.
    const entries = await usersOf(fileIds.filter((id) => isComparable('increments', id)));
    if (entries.length === 0) return;
    const names = [...new Set(entries.map(({ title }) => `“${title}”`))];
    const more = names.length > NAMED_AT_MOST ? ', …' : '';
    throw localizedError({ strapi }, integrityErrors.MEDIA_IN_USE, {
      subject: names.slice(0, NAMED_AT_MOST).join(', ') + more,
      details: { entries },
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

  // The upload plugin deletes the stored file before its row, so the row's lifecycle would speak too late.
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

  // Whatever deletes rows without those services.
  strapi.db.lifecycles.subscribe({
    models: [MEDIA],
    beforeDelete: async ({ params }) => requireUnused(await idsWhere(params.where)),
    beforeDeleteMany: async ({ params }) => requireUnused(await idsWhere(params.where)),
  });
};
