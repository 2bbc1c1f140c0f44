import type { Readable } from 'node:stream';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { localizedError } from '../../../../platform/http/localized-error';
import { bucketName } from '../../../../platform/storage/provider';
import { uploadSettings } from '../../../../platform/storage/settings';
import { storageBreakersOf } from '../../../../platform/storage/storage-breakers';
import {
  isNotTried,
  storageErrorName,
  storageErrors,
  StorageUnavailable,
} from '../../../../platform/storage/storage-errors';
import {
  extendUploadProvider,
  type ProviderFile,
} from '../../../../platform/strapi/upload-services';
import { noteWrite, writingFor } from './pending-writes';

type Content = ProviderFile & { stream?: Readable };

/**
 * Rejects if a write takes longer than a time. The rest of its content is then not sent; a part in
 * transit may still be stored.
 */
const withinSeconds = async (
  seconds: number,
  { stream }: Content,
  begun: Promise<unknown>,
): Promise<unknown> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => {
        const error = new StorageUnavailable(`no result within ${seconds} seconds`);
        reject(error);
        stream?.on('error', () => undefined).destroy(error);
      },
      Math.max(0, seconds * 1000 - writingFor()),
    );
  });
  try {
    return await Promise.race([begun, timeout]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Limits how long a request waits for the bucket to store or delete its files; then it responds 503
 * `STORAGE_UNAVAILABLE`. Call it after the upload plugin has created its provider.
 */
export const boundBucketWrites = ({ strapi }: WithStrapi): void => {
  const settings = uploadSettings.of({ strapi });
  if (settings.provider !== 's3') return;
  const { s3 } = settings;
  const breakers = storageBreakersOf({ strapi }, s3);

  const failed = (error: unknown, { hash, ext }: ProviderFile): Error => {
    const isAnswered = !(error instanceof StorageUnavailable) && !isNotTried(error);
    const reason = error instanceof StorageUnavailable ? error.message : storageErrorName(error);
    strapi.log.error(`storage: ${hash}${ext ?? ''} in ${bucketName(s3)}: ${reason}`);
    // Users of the panel see the bucket's error, which shows whether waiting helps.
    return localizedError({ strapi }, storageErrors.STORAGE_UNAVAILABLE, {
      ...(isAnswered && { subject: reason }),
      cause: error,
    });
  };

  const bounded =
    <T extends readonly [ProviderFile, ...ProviderFile[]]>(
      write: (...files: T) => Promise<unknown>,
    ) =>
    async (...files: T): Promise<unknown> => {
      try {
        return await breakers.write.run(() =>
          withinSeconds(s3.writeSeconds, files[0], noteWrite(write(...files))),
        );
      } catch (error) {
        throw failed(error, files[0]);
      }
    };

  extendUploadProvider({ strapi }, (own) => ({
    upload: bounded(own.upload),
    uploadStream: bounded(own.uploadStream),
    ...(own.replace && { replace: bounded(own.replace) }),
    ...(own.replaceStream && { replaceStream: bounded(own.replaceStream) }),
    // The SDK limits the time itself. A deletion that continued in the background would contradict
    // the response.
    delete: (file) =>
      breakers.delete
        .run(() => noteWrite(own.delete(file)))
        .catch((error: unknown) => {
          throw failed(error, file);
        }),
  }));
};
