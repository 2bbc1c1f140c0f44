import { createWriteStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import type { WithStrapi } from '../strapi/with-strapi';
import type * as bucket from './bucket';
import { formatBucketName } from './provider';
import { uploadSettings } from './settings';
import { getStorageBreakers } from './storage-breakers';
import { getStorageErrorName, StorageUnavailable } from './storage-errors';

/**
 * Returns the functions for buckets. The first call loads the AWS SDK, which a service without a
 * bucket does not need.
 */
export const loadBucket = (): typeof bucket => {
  const require = createRequire(__filename);
  return require('./bucket') as typeof bucket;
};

/** Maximum milliseconds to read a whole object. */
const READ_MS = 30_000;

/** Provider and name of a file in its storage. */
export type StoredName = { hash: string; ext: string | null; provider: string };

type Storage = {
  /** Name of the provider in the media library. */
  provider: string;
  /**
   * Returns the path of a readable copy, or of the file itself if it is local; null if it does not
   * exist.
   *
   * @param target path for the copy
   * @param signal aborts the copying; by default after half a minute
   * @throws StorageUnavailable
   */
  copyOf: (name: string, target: string, signal?: AbortSignal) => Promise<string | null>;
};

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const createLocalStorage = (uploads: string): Storage => ({
  provider: 'local',
  async copyOf(name) {
    const file = path.join(uploads, name);
    try {
      await access(file, constants.R_OK);
      return file;
    } catch (error) {
      if (!isMissing(error))
        throw new StorageUnavailable(`${file} cannot be read`, { cause: error });
    }
    // If a volume is not mounted, its files are missing but not deleted.
    await access(uploads).catch((cause: unknown) => {
      throw new StorageUnavailable(`${uploads} is not there`, { cause });
    });
    return null;
  },
});

const createStorage = ({ strapi }: WithStrapi): Storage => {
  const upload = uploadSettings.of({ strapi });
  if (upload.provider === 'local')
    return createLocalStorage(path.join(strapi.dirs.static.public, 'uploads'));
  const { s3 } = upload;
  let client: S3Client | null = null;
  const breaker = getStorageBreakers({ strapi }, s3).read;
  return {
    provider: 'aws-s3',
    async copyOf(name, target, signal = AbortSignal.timeout(READ_MS)) {
      try {
        return await breaker.run(async () => {
          const { createBucketClient, REQUEST_OPTIONS, readObject } = loadBucket();
          client ??= createBucketClient(s3, REQUEST_OPTIONS);
          const body = await readObject(client, s3, name, signal);
          if (body === null) return null;
          await pipeline(body, createWriteStream(target), { signal });
          return target;
        });
      } catch (error) {
        const reason = getStorageErrorName(error);
        throw new StorageUnavailable(
          `${name} cannot be read from ${formatBucketName(s3)}: ${reason}`,
          {
            cause: error,
          },
        );
      }
    },
  };
};

/** Returns the reader of files in the configured storage, private or not. */
export const openStoredFiles = ({ strapi }: WithStrapi) => {
  const storage = createStorage({ strapi });
  return {
    /**
     * Tells whether a file is in the configured storage; another one may have been configured when
     * it was uploaded.
     */
    has: ({ provider }: StoredName): boolean => provider === storage.provider,
    copyOf: (
      { hash, ext }: StoredName,
      target: string,
      signal?: AbortSignal,
    ): Promise<string | null> => storage.copyOf(`${hash}${ext ?? ''}`, target, signal),
  };
};

export type StoredFiles = ReturnType<typeof openStoredFiles>;
