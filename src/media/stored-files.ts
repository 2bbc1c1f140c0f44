import { createWriteStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Core } from '@strapi/types';
import { bucketClient, readObject } from './bucket';
import { uploadSettings } from './settings';

/** A file as the media library stores it: its provider, and its name there. */
export type StoredName = { hash: string; ext: string | null; provider: string };

/** The storage did not answer, or not in time; the file may be there. */
export class StorageAway extends Error {
  override name = 'StorageAway';
}

type Storage = {
  /** What the media library calls it. */
  provider: string;
  /**
   * The path of a copy that can be read, the file itself where it lies on this machine; null where there is none.
   *
   * @param target where a copy may be put
   * @throws StorageAway
   */
  copyOf: (name: string, target: string) => Promise<string | null>;
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
      if (!isMissing(error)) throw new StorageAway(`${file} cannot be read`, { cause: error });
    }
    // A volume that is not mounted has no files either, and they are not gone.
    await access(uploads).catch((cause: unknown) => {
      throw new StorageAway(`${uploads} is not there`, { cause });
    });
    return null;
  },
});

const storageOf = ({ strapi }: { strapi: Core.Strapi }): Storage => {
  const upload = uploadSettings.of({ strapi });
  if (upload.provider === 'local') return folder(path.join(strapi.dirs.static.public, 'uploads'));
  const { s3 } = upload;
  const client = bucketClient(s3);
  return {
    provider: 'aws-s3',
    async copyOf(name, target) {
      try {
        const body = await readObject(client, s3, name);
        if (body === null) return null;
        await pipeline(body, createWriteStream(target));
        return target;
      } catch (error) {
        throw new StorageAway(`${name} cannot be read from the bucket`, { cause: error });
      }
    },
  };
};

/** Reads files from the storage that uploads go to, private or not; from nowhere else. */
export const openStoredFiles = ({ strapi }: { strapi: Core.Strapi }) => {
  const storage = storageOf({ strapi });
  return {
    /** Whether a file lies there: the setting may have been another one when it was uploaded. */
    has: ({ provider }: StoredName): boolean => provider === storage.provider,
    copyOf: ({ hash, ext }: StoredName, target: string): Promise<string | null> =>
      storage.copyOf(`${hash}${ext ?? ''}`, target),
  };
};

export type StoredFiles = ReturnType<typeof openStoredFiles>;
