import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import {
  extendUploadProvider,
  type ProviderFile,
  type ProviderFunctions,
} from '#platform/strapi/upload-services';
import { createLocalizedError } from '#platform/http/localized-error';
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
  const buildPath = (file: ProviderFile): string =>
    path.join(strapi.dirs.static.public, FOLDER, nameOf(file));

  const mapDiskFull = (error: unknown, file: ProviderFile): unknown => {
    if (!isDiskFull(error)) return error;
    strapi.log.error(`uploads: the disk is full; cannot store ${buildPath(file)}`);
    return createLocalizedError({ strapi }, multipartErrors.STORAGE_FULL, { cause: error });
  };

  const createAtomicStore =
    (store: ProviderFunctions['upload']): ProviderFunctions['upload'] =>
    async (file) => {
      const part = { ...file, hash: `${file.hash}.${randomUUID()}`, ext: '.part' };
      try {
        await store(part);
        await rename(buildPath(part), buildPath(file));
      } catch (error) {
        await rm(buildPath(part), { force: true });
        throw mapDiskFull(error, file);
      }
      file.url = `/${FOLDER}/${nameOf(file)}`;
    };

  const createReplace =
    (store: ProviderFunctions['upload']): ProviderFunctions['replace'] =>
    async (file, before) => {
      await store(file);
      if (nameOf(before) !== nameOf(file)) await rm(buildPath(before), { force: true });
    };

  extendUploadProvider({ strapi }, (stock) => {
    const upload = createAtomicStore(stock.upload);
    const uploadStream = createAtomicStore(stock.uploadStream);
    return {
      upload,
      uploadStream,
      replace: createReplace(upload),
      replaceStream: createReplace(uploadStream),
    };
  });
};
