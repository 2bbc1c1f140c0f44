import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Core } from '@strapi/types';
import { localizedError } from '../../../http/localized-error';
import { uploadErrors } from './errors';
import { uploadSettings } from '../../../media/settings';

type StoredFile = { hash: string; ext?: string | null; url?: string };

type Store = (file: StoredFile) => Promise<unknown>;

type Replace = (file: StoredFile, before: StoredFile) => Promise<unknown>;

type Provider = {
  upload: Store;
  uploadStream: Store;
  extend(functions: Record<'upload' | 'uploadStream', Store> & Record<string, Replace>): void;
};

const FOLDER = 'uploads';

const nameOf = ({ hash, ext }: StoredFile): string => `${hash}${ext ?? ''}`;

/**
 * Lets a file appear in the folder of uploads only when all of it is there. Strapi's local provider writes to
 * the final name: on a full disk, or killed in the midst of it, that leaves half a picture, and when a file
 * is replaced the one before is gone as well (`@strapi/provider-upload-local` 5.54). To be called once the
 * upload plugin has made its provider.
 */
export const storeWholeFiles = ({ strapi }: { strapi: Core.Strapi }): void => {
  const settings = uploadSettings.of({ strapi });
  if (settings.provider !== 'local') return;
  const provider = strapi.plugin('upload').provider as unknown as Provider;
  const pathOf = (file: StoredFile): string =>
    path.join(strapi.dirs.static.public, FOLDER, nameOf(file));

  const explained = (error: unknown, file: StoredFile): unknown => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') return error;
    strapi.log.error(`uploads: no room left for ${pathOf(file)}`);
    return localizedError({ strapi }, uploadErrors.STORAGE_FULL, { cause: error });
  };

  const whole =
    (store: Store): Store =>
    async (file) => {
      const part = { ...file, hash: `${file.hash}.${randomUUID()}`, ext: '.part' };
      try {
        await store(part);
        await rename(pathOf(part), pathOf(file));
      } catch (error) {
        await rm(pathOf(part), { force: true });
        throw explained(error, file);
      }
      file.url = `/${FOLDER}/${nameOf(file)}`;
    };

  const replacing =
    (store: Store): Replace =>
    async (file, before) => {
      await store(file);
      if (nameOf(before) !== nameOf(file)) await rm(pathOf(before), { force: true });
    };

  const upload = whole(provider.upload.bind(provider));
  const uploadStream = whole(provider.uploadStream.bind(provider));
  provider.extend({
    upload,
    uploadStream,
    replace: replacing(upload),
    replaceStream: replacing(uploadStream),
  });
};
