import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MediaStorage } from './media-storage';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** @param uploads the folder that is served as `/uploads` */
export const folderStorage = (uploads: string): MediaStorage => ({
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
