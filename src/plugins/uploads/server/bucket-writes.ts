import type { Core } from '@strapi/types';
import { localizedError } from '../../../http/localized-error';
import { bucketName } from '../../../media/provider';
import { uploadSettings } from '../../../media/settings';
import { storageBreakersOf } from '../../../media/storage-breakers';
import { storageErrorName, storageErrors, StorageUnavailable } from '../../../media/storage-errors';
import { extendUploadProvider, type ProviderFile } from '../../../strapi/upload-provider';

type WithStrapi = { strapi: Core.Strapi };

/**
 * Rejects when something is not done after a time; it goes on in the background.
 *
 * @param undo called when it is done all the same, later
 */
const withinSeconds = async <T>(
  seconds: number,
  begun: Promise<T>,
  undo: () => Promise<unknown>,
): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new StorageUnavailable(`no result within ${seconds} seconds`));
      void begun.then(undo).catch(() => undefined);
    }, seconds * 1000);
  });
  try {
    return await Promise.race([begun, timeout]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Bounds how long a request waits until the bucket has stored or deleted a file, and answers 503
 * `STORAGE_UNAVAILABLE` when it has not. Call it once the upload plugin has made its provider.
 */
export const boundBucketWrites = ({ strapi }: WithStrapi): void => {
  const settings = uploadSettings.of({ strapi });
  if (settings.provider !== 's3') return;
  const { s3 } = settings;
  const breaker = storageBreakersOf({ strapi }, s3).write;

  const failed = (error: unknown, { hash, ext }: ProviderFile): Error => {
    const reason = error instanceof StorageUnavailable ? error.message : storageErrorName(error);
    strapi.log.error(`storage: ${hash}${ext ?? ''} in ${bucketName(s3)}: ${reason}`);
    return localizedError({ strapi }, storageErrors.STORAGE_UNAVAILABLE, { cause: error });
  };

  const bounded =
    <T extends readonly [ProviderFile, ...ProviderFile[]]>(
      write: (...files: T) => Promise<unknown>,
      undo: (...files: T) => Promise<unknown> = () => Promise.resolve(),
    ) =>
    async (...files: T): Promise<unknown> => {
      try {
        return await breaker.run(() =>
          withinSeconds(s3.writeSeconds, write(...files), () => undo(...files)),
        );
      } catch (error) {
        throw failed(error, files[0]);
      }
    };

  extendUploadProvider({ strapi }, (own) => ({
    // A file that arrives after its request has failed belongs to nobody.
    upload: bounded(own.upload, own.delete),
    uploadStream: bounded(own.uploadStream, own.delete),
    ...(own.replace && { replace: bounded(own.replace) }),
    ...(own.replaceStream && { replaceStream: bounded(own.replaceStream) }),
    delete: bounded(own.delete),
  }));
};
