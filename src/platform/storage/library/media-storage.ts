import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** File to be stored under its hash and extension. */
export type Content = {
  hash: string;
  ext: string;
  mime: string;
  stream: Readable;
  /** Aborts the write; the earlier content stays. */
  signal?: AbortSignal;
};

/** Storage of files for commands that run without the service. */
export type MediaStorage = {
  /** Name of the provider in the media library. */
  provider: 'local' | 'aws-s3';
  /** Returns the names of all stored files with their sizes in bytes. */
  sizes: () => Promise<ReadonlyMap<string, number>>;
  /** Returns the content of a file; null if there is none. */
  read: (name: string) => Promise<Readable | null>;
  /** Stores a file and replaces one with the same name. @returns its URL */
  write: (content: Content) => Promise<string>;
};

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** @param uploads the folder that is served as `/uploads` */
export const createFolderStorage = (uploads: string): MediaStorage => ({
  provider: 'local',
  async sizes() {
    const entries = await readdir(uploads, { withFileTypes: true });
    // Names that start with a dot belong to the repository or to running uploads.
    const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
    return new Map(
      await Promise.all(
        files.map(async ({ name }) => [name, (await stat(path.join(uploads, name))).size] as const),
      ),
    );
  },
  async read(name) {
    const file = path.join(uploads, name);
    try {
      await stat(file);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
    return createReadStream(file);
  },
  async write({ hash, ext, stream, signal }) {
    const part = path.join(uploads, `.${hash}${ext}.part`);
    try {
      await pipeline(stream, createWriteStream(part), { signal });
      signal?.throwIfAborted();
      await rename(part, path.join(uploads, hash + ext));
    } finally {
      await rm(part, { force: true });
    }
    return `/uploads/${hash}${ext}`;
  },
});
