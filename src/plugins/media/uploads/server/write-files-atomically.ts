import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import {
  extendUploadProvider,
  type ProviderFile,
  type ProviderFunctions,
} from '#platform/strapi/upload-services';
import { localizedError } from '#platform/http/localized-error';
import { isDiskFull, multipartErrors } from '#platform/http/multipart/errors';
import { uploadSettings } from '#platform/storage/settings';

const FOLDER = 'uploads';

const nameOf = ({ hash, ext }: ProviderFile): string => `${hash}${ext ?? ''}`;

/**
 * Stores files in the uploads folder under their final name only when they are complete. Strapi's
 * local provider writes to the final name. A full disk or an interrupted process leaves half a
 * picture there, and a replacement destroys the earlier file (`@strapi/provider-upload-local`
 * 5.54). Call it after the upload plugin has created its provider.
 */
export const writeFilesAtomically = ({ strapi }: WithStrapi): void => {
  const settings = uploadSettings.of({ strapi });
  if (settings.provider !== 'local') return;
  const pathOf = (file: ProviderFile): string =>
    path.join(strapi.dirs.static.public, FOLDER, nameOf(file));

  const mapDiskFull = (error: unknown, file: ProviderFile): unknown => {
    if (!isDiskFull(error)) return error;
    strapi.log.error(`uploads: the disk is full; cannot store ${pathOf(file)}`);
    return localizedError({ strapi }, multipartErrors.STORAGE_FULL, { cause: error });
  };

  const atomicStore =
    (store: ProviderFunctions['upload']): ProviderFunctions['upload'] =>
    async (file) => {
      const part = { ...file, hash: `${file.hash}.${randomUUID()}`, ext: '.part' };
      try {
        await store(part);
        await rename(pathOf(part), pathOf(file));
      } catch (error) {
        await rm(pathOf(part), { force: true });
        throw mapDiskFull(error, file);
      }
      file.url = `/${FOLDER}/${nameOf(file)}`;
    };

  const replacing =
    (store: ProviderFunctions['upload']): ProviderFunctions['replace'] =>
    async (file, before) => {
      await store(file);
      if (nameOf(before) !== nameOf(file)) await rm(pathOf(before), { force: true });
    };

  extendUploadProvider({ strapi }, (stock) => {
    const upload = atomicStore(stock.upload);
    const uploadStream = atomicStore(stock.uploadStream);
    return {
      upload,
      uploadStream,
      replace: replacing(upload),
      replaceStream: replacing(uploadStream),
    };
  });
};
