import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import { createLocalizedError } from '#platform/http/localized-error';
import { formatBucketName } from '#platform/storage/provider';
import { uploadSettings } from '#platform/storage/settings';
import { getStorageBreakers } from '#platform/storage/storage-breakers';
import {
  isNotTried,
  getStorageErrorName,
  StorageUnavailable,
} from '#platform/storage/storage-errors';
import { extendUploadProvider, type ProviderFile } from '#platform/strapi/upload-services';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { storageErrors } from './errors';

/** Writes to the storage that one request has started. */
export type Writes = {
  /** Time of the first write by `performance.now()`; null before it. */
  firstAt: number | null;
  begun: Promise<unknown>[];
};

const current = new AsyncLocalStorage<Writes>();

/** Runs a request and adds its writes to `writes`. */
export const collectWrites = <T>(writes: Writes, request: () => Promise<T>): Promise<T> =>
  current.run(writes, request);

export const createWrites = (): Writes => ({ firstAt: null, begun: [] });

/** Adds a write to those of the current request; it may continue after the response. */
export const noteWrite = <T>(write: Promise<T>): Promise<T> => {
  current.getStore()?.begun.push(write);
  return write;
};

/** Returns the milliseconds since the running request began to write. */
const measureWriteTime = (): number => {
  const writes = current.getStore();
  if (writes === undefined) return 0;
  writes.firstAt ??= performance.now();
  return performance.now() - writes.firstAt;
};

/** Waits until all writes of a request have ended, successfully or not. */
export const waitForWrites = async ({ begun }: Writes): Promise<void> => {
  let settled = 0;
  while (settled < begun.length) {
    settled = begun.length;
    await Promise.allSettled(begun);
  }
};

type Content = ProviderFile & { stream?: Readable };

/**
 * Rejects if a write takes longer than a time. The rest of its content is then not sent; a part in
 * transit may still be stored.
 */
const withWriteTimeout = async (
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
      Math.max(0, seconds * 1000 - measureWriteTime()),
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
export const limitBucketWrites = ({ strapi }: WithStrapi): void => {
  const settings = uploadSettings.of({ strapi });
  if (settings.provider !== 's3') return;
  const { s3 } = settings;
  const breakers = getStorageBreakers({ strapi }, s3);

  const toStorageError = (error: unknown, { hash, ext }: ProviderFile): Error => {
    const isAnswered = !(error instanceof StorageUnavailable) && !isNotTried(error);
    const reason = error instanceof StorageUnavailable ? error.message : getStorageErrorName(error);
    strapi.log.error(`storage: ${hash}${ext ?? ''} in ${formatBucketName(s3)}: ${reason}`);
    // Users of the panel see the bucket's error, which shows whether waiting helps.
    return createLocalizedError({ strapi }, storageErrors.STORAGE_UNAVAILABLE, {
      ...(isAnswered && { subject: reason }),
      cause: error,
    });
  };

  const limitWrites =
    <T extends readonly [ProviderFile, ...ProviderFile[]]>(
      write: (...files: T) => Promise<unknown>,
    ) =>
    async (...files: T): Promise<unknown> => {
      try {
        return await breakers.write.run(() =>
          withWriteTimeout(s3.writeSeconds, files[0], noteWrite(write(...files))),
        );
      } catch (error) {
        throw toStorageError(error, files[0]);
      }
    };

  extendUploadProvider({ strapi }, (stock) => ({
    upload: limitWrites(stock.upload),
    uploadStream: limitWrites(stock.uploadStream),
    ...(stock.replace && { replace: limitWrites(stock.replace) }),
    ...(stock.replaceStream && { replaceStream: limitWrites(stock.replaceStream) }),
    // The SDK limits the time itself.
    delete: (file) =>
      breakers.delete
        .run(() => noteWrite(stock.delete(file)))
        .catch((error: unknown) => {
          throw toStorageError(error, file);
        }),
  }));
};
