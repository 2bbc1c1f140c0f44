import { randomUUID } from 'node:crypto';
import {
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import type { Core } from '@strapi/types';
import { LRUCache } from 'lru-cache';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Names of the cache's own files; other files in the folder are neither counted nor removed. */
const RESULT = /^[0-9a-f]{64}$/;
const PART = /^[0-9a-f]{64}\.[0-9a-f-]{36}\.part$/;

type Options = {
  folder: string;
  maxBytes: number;
  log: Pick<Core.Strapi['log'], 'warn'>;
};

/**
 * Returns a disk cache for results, whose keys are digests of their sources. The least recently
 * used results are evicted when it exceeds its maximum size. Several processes can share the
 * folder; a result that one of them evicts is created again.
 */
export const createDiskCache = ({ folder, maxBytes, log }: Options) => {
  const buildPath = (key: string): string => path.join(folder, key);

  /** Whether a warning about the disk was logged; it is not repeated for every picture. */
  let hasWarned = false;

  const warnOnce = (problem: string, error: unknown): void => {
    if (!hasWarned)
      log.warn(`pictures: ${problem}, and every request resizes its picture: ${String(error)}`);
    hasWarned = true;
  };

  const remove = async (key: string): Promise<void> => {
    await unlink(buildPath(key)).catch((error: unknown) => {
      if (!isMissing(error)) warnOnce(`${buildPath(key)} cannot be removed`, error);
    });
  };

  /** Size of each result in bytes. */
  const sizes = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => Math.max(1, bytes),
    dispose: (_bytes, key, reason) => {
      if (reason !== 'set') void remove(key);
    },
  });

  const open = async (): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const cachedFiles: { name: string; size: number; usedAt: number }[] = [];
    for (const name of await readdir(folder)) {
      if (PART.test(name)) await rm(buildPath(name), { force: true });
      if (!RESULT.test(name)) continue;
      const { size, mtimeMs } = await stat(buildPath(name));
      cachedFiles.push({ name, size, usedAt: mtimeMs });
    }
    for (const { name, size } of cachedFiles.sort((left, right) => left.usedAt - right.usedAt)) {
      sizes.set(name, size);
    }
  };

  let opened: Promise<void> | undefined;

  const openOnce = (): Promise<void> =>
    (opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));

  return {
    /** Returns a cached result; null if there is none. */
    async get(key: string): Promise<Buffer | null> {
      try {
        await openOnce();
        const bytes = await readFile(buildPath(key));
        if (sizes.get(key) === undefined) sizes.set(key, bytes.length);
        // The next start orders the results by this time.
        const now = new Date();
        await utimes(buildPath(key), now, now);
        return bytes;
      } catch (error) {
        if (!isMissing(error)) warnOnce(`${folder} cannot be read`, error);
        return null;
      }
    },

    /** Caches a result. Failures are only logged, because the caller gets the result either way. */
    async set(key: string, bytes: Buffer): Promise<void> {
      const part = buildPath(`${key}.${randomUUID()}.part`);
      try {
        await openOnce();
        await writeFile(part, bytes, { mode: 0o600 });
        await rename(part, buildPath(key));
        hasWarned = false;
        sizes.set(key, bytes.length);
      } catch (error) {
        await rm(part, { force: true });
        warnOnce(`${folder} cannot be written`, error);
      }
    },

    /** Returns the total size of the results in bytes. */
    size: (): number => sizes.calculatedSize,
  };
};

export type DiskCache = ReturnType<typeof createDiskCache>;
