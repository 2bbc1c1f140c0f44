import { createWriteStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import type { WithStrapi } from '../with-strapi';
import { loadBucket } from './load-bucket';
import { bucketName } from './provider';
import { uploadSettings } from './settings';
import { storageBreakersOf } from './storage-breakers';
import { storageErrorName, StorageUnavailable } from './storage-errors';

/** Milliseconds for a whole object, from the request to its last byte. */
const READ_MS = 30_000;

/** A file as the media library stores it: its provider, and its name there. */
export type StoredName = { hash: string; ext: string | null; provider: string };

type Storage = {
  /** What the media library calls it. */
  provider: string;
  /**
   * The path of a copy that can be read, the file itself where it lies on this machine; null where there is none.
   *
   * @param target where a copy may be put
   * @param signal ends the copying; after half a minute unless told
   * @throws StorageUnavailable
   */
  copyOf: (name: string, target: string, signal?: AbortSignal) => Promise<string | null>;
};

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const folder = (uploads: string): Storage => ({
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
    // A volume that is not mounted has no files either, and they are not gone.
    await access(uploads).catch((cause: unknown) => {
      throw new StorageUnavailable(`${uploads} is not there`, { cause });
    });
    return null;
  },
});

const storageOf = ({ strapi }: WithStrapi): Storage => {
  const upload = uploadSettings.of({ strapi });
  if (upload.provider === 'local') return folder(path.join(strapi.dirs.static.public, 'uploads'));
  const { s3 } = upload;
  let client: S3Client | null = null;
  const breaker = storageBreakersOf({ strapi }, s3).read;
  return {
    provider: 'aws-s3',
    async copyOf(name, target, signal = AbortSignal.timeout(READ_MS)) {
      try {
        return await breaker.run(async () => {
          const { bucketClient, IMPATIENT, readObject } = loadBucket();
          client ??= bucketClient(s3, IMPATIENT);
          const body = await readObject(client, s3, name, signal);
          if (body === null) return null;
          await pipeline(body, createWriteStream(target), { signal });
          return target;
        });
      } catch (error) {
        const reason = storageErrorName(error);
        throw new StorageUnavailable(`${name} cannot be read from ${bucketName(s3)}: ${reason}`, {
          cause: error,
        });
      }
    },
  };
};

/** Reads files from the storage that uploads go to, private or not; from nowhere else. */
export const openStoredFiles = ({ strapi }: WithStrapi) => {
  const storage = storageOf({ strapi });
  return {
    /** Whether a file lies there: the setting may have been another one when it was uploaded. */
    has: ({ provider }: StoredName): boolean => provider === storage.provider,
    copyOf: (
      { hash, ext }: StoredName,
      target: string,
      signal?: AbortSignal,
    ): Promise<string | null> => storage.copyOf(`${hash}${ext ?? ''}`, target, signal),
  };
};

export type StoredFiles = ReturnType<typeof openStoredFiles>;
