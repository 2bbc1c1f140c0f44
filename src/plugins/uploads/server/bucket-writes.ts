import type { WithStrapi } from '../../../platform/with-strapi';
import { localizedError } from '../../../http/localized-error';
import { bucketName } from '../../../media/provider';
import { uploadSettings } from '../../../media/settings';
import { storageBreakersOf } from '../../../media/storage-breakers';
import { storageErrorName, storageErrors, StorageUnavailable } from '../../../media/storage-errors';
import { sql } from '../../../strapi/queries';
import { tablesOf } from '../../../strapi/tables';
import { extendUploadProvider, type ProviderFile } from '../../../strapi/upload-provider';

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

/** Whether the media library has a file under a name, as itself or as a size of a picture. */
const isKept = async ({ strapi }: WithStrapi, { hash }: ProviderFile): Promise<boolean> => {
  const { name } = tablesOf({ strapi })('plugin::upload.file');
  const { rows } = await sql(
    { strapi },
    `SELECT FROM ${name} WHERE hash = :hash OR position(to_json(:hash::text)::text IN formats::text) > 0 LIMIT 1`,
    { hash },
  );
  return rows.length > 0;
};

/**
 * Bounds how long a request waits until the bucket has stored or deleted a file, and answers 503
 * `STORAGE_UNAVAILABLE` when it has not. Call it once the upload plugin has made its provider.
 */
export const boundBucketWrites = ({ strapi }: WithStrapi): void => {
  const settings = uploadSettings.of({ strapi });
  if (settings.provider !== 's3') return;
  const { s3 } = settings;
  const breakers = storageBreakersOf({ strapi }, s3);

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
        return await breakers.write.run(() =>
          withinSeconds(s3.writeSeconds, write(...files), () => undo(...files)),
        );
      } catch (error) {
        throw failed(error, files[0]);
      }
    };

  extendUploadProvider({ strapi }, (own) => {
    /** Deletes a file that arrived after its request had failed, unless a later request has stored it again. */
    const deleteUnlessKept = async (file: ProviderFile): Promise<void> => {
      if (!(await isKept({ strapi }, file))) await own.delete(file);
    };
    return {
      upload: bounded(own.upload, deleteUnlessKept),
      uploadStream: bounded(own.uploadStream, deleteUnlessKept),
      ...(own.replace && { replace: bounded(own.replace) }),
      ...(own.replaceStream && { replaceStream: bounded(own.replaceStream) }),
      // The SDK bounds its time: a deletion that goes on in the background would belie the answer.
      delete: (file) =>
        breakers.delete
          .run(() => own.delete(file))
          .catch((error: unknown) => {
            throw failed(error, file);
          }),
    };
  });
};
