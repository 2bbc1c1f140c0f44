import type { WithStrapi } from '../../../platform/with-strapi';
import { extendUploadService } from '../../../platform/strapi/upload-services';
import { useFinderOf } from '../../../catalogue/references/find-uses';
import { filesIn } from '../../../platform/strapi/files-in-folders';
import { needsConfirmation } from './force-parameter';
import { createStillUsedError } from './refuse';
import { MEDIA_UID } from '../../../delivery/plan/media-fields';

/**
 * Refuses to delete files that published entries show, whether singly, in a selection or with their
 * folder, until the request confirms it. Call it before other features extend these services, so
 * that their checks run first.
 */
export const guardFiles = ({ strapi }: WithStrapi): void => {
  const hold = async (ids: readonly number[]): Promise<void> => {
    if (ids.length === 0 || !needsConfirmation({ strapi })) return;
    const finder = useFinderOf({ strapi });
    const subject = {
      uid: MEDIA_UID,
      ids: ids.map(String),
      locales: null,
      removal: 'delete',
    } as const;
    if (!(await finder.hasErrors(subject))) return;
    throw createStillUsedError({ strapi }, 'delete', await finder.find(subject));
  };

  extendUploadService({ strapi }, 'upload', (upload) => ({
    async remove(file) {
      await hold([file.id]);
      return upload.remove(file);
    },
  }));
  extendUploadService({ strapi }, 'file', (files) => ({
    async deleteByIds(ids = []) {
      await hold(ids.map(Number));
      return files.deleteByIds(ids);
    },
  }));
  extendUploadService({ strapi }, 'folder', (folders) => ({
    async deleteByIds(ids = []) {
      await hold(await filesIn({ strapi }, ids));
      return folders.deleteByIds(ids);
    },
  }));
};
