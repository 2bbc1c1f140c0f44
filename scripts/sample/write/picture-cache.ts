import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Core } from '@strapi/types';
import { extendUploadService, type WorkingFile } from '#platform/strapi/upload-services';

/** Cache entry of a file that the upload plugin derived from a picture. */
type CachedFile = {
  /** Properties that do not depend on the upload's name, such as sizes, types and colour. */
  info: Record<string, unknown>;
  /** Prefix of the file's name before the upload's name. */
  prefix: string;
  /** Name of its content in the cache; null if it is the upload itself. */
  content: string | null;
};

type Format = { key: string; file: WorkingFile };
type CachedFormat = { key: string; file: CachedFile };

/** Properties that are not cached, because they depend on the upload's location or name. */
const perishable: ReadonlySet<string> = new Set([
  'name',
  'hash',
  'filepath',
  'tmpWorkingDirectory',
  'getStream',
]);

const computeDigest = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 32);

/** Writes a file atomically, because other processes read the folder. */
const writeAtomically = async (
  target: string,
  write: (file: string) => Promise<void>,
): Promise<void> => {
  const unfinished = `${target}.${randomUUID()}`;
  await write(unfinished);
  await rename(unfinished, target);
};

const createFileCache = (folder: string) => {
  /** @param base properties that the file has in any case */
  const store = async (
    key: string,
    rendition: WorkingFile,
    upload: WorkingFile,
    base: Record<string, unknown>,
  ): Promise<CachedFile> => {
    const isNew = rendition.filepath !== undefined && rendition.filepath !== upload.filepath;
    if (isNew) {
      await writeAtomically(path.join(folder, key), (file) =>
        copyFile(rendition.filepath ?? '', file),
      );
    }
    const info = Object.entries(rendition).filter(
      ([name, value]) => !perishable.has(name) && value !== base[name],
    );
    return {
      info: Object.fromEntries(info),
      prefix: String(rendition.name).slice(0, -String(upload.name).length),
      content: isNew ? key : null,
    };
  };

  const restore = (
    { info, prefix, content }: CachedFile,
    upload: WorkingFile,
    base: Record<string, unknown>,
  ): WorkingFile => {
    const filepath = content === null ? upload.filepath : path.join(folder, content);
    return {
      ...base,
      name: `${prefix}${String(upload.name)}`,
      hash: `${prefix}${String(upload.hash)}`,
      ...info,
      ...(filepath !== undefined && { filepath }),
      getStream:
        content === null ? upload.getStream : () => createReadStream(path.join(folder, content)),
    };
  };

  /** Returns the value stored under a key, and creates and stores it if it is missing. */
  const remember = async <Stored>(key: string, make: () => Promise<Stored>): Promise<Stored> => {
    const entry = path.join(folder, `${key}.json`);
    try {
      return JSON.parse(await readFile(entry, 'utf8')) as Stored;
    } catch {
      await mkdir(folder, { recursive: true });
      const stored = await make();
      await writeAtomically(entry, (file) => writeFile(file, JSON.stringify(stored)));
      return stored;
    }
  };
  return { store, restore, remember };
};

/**
 * Caches the upload plugin's resized pictures in a folder, because resizing takes most of the time
 * of a load. The key consists of the picture's content and the plugin's settings; the caller uses
 * another folder for other code. Returns a function that removes the cache.
 */
export const cachePictures = async ({
  strapi,
  folder,
}: {
  strapi: Core.Strapi;
  folder: string;
}): Promise<() => void> => {
  const uploads: { getSettings(): Promise<unknown> } = strapi.plugin('upload').service('upload');
  const breakpoints: unknown = strapi.config.get('plugin::upload.breakpoints');
  const settings = JSON.stringify([breakpoints ?? null, await uploads.getSettings()]);
  const { store, restore, remember } = createFileCache(folder);

  const buildCacheKey = async (step: string, file: WorkingFile): Promise<string> => {
    const content = computeDigest(await buffer(file.getStream()));
    return computeDigest([step, settings, file.ext, file.mime, content].join('\n'));
  };

  let original: object = {};
  extendUploadService({ strapi }, 'image-manipulation', (service) => {
    original = service;
    return {
      optimize: async (file) => {
        const key = await buildCacheKey('optimize', file);
        const stored = await remember(key, async () =>
          store(key, await service.optimize(file), file, file),
        );
        return restore(stored, file, file);
      },
      generateThumbnail: async (file) => {
        // A copy, because the plugin removes the file's path while this waits.
        const upload = { ...file };
        const key = await buildCacheKey('thumbnail', upload);
        const stored = await remember<CachedFile | null>(key, async () => {
          const thumbnail = (await service.generateThumbnail(upload)) as WorkingFile | null;
          return thumbnail && store(key, thumbnail, upload, {});
        });
        return stored && restore(stored, upload, {});
      },
      generateResponsiveFormats: async (file) => {
        const upload = { ...file };
        const key = await buildCacheKey('formats', upload);
        const stored = await remember<CachedFormat[]>(key, async () => {
          const formats = (await service.generateResponsiveFormats(upload)) as Format[];
          return Promise.all(
            formats.map(async ({ key: size, file: rendition }) => ({
              key: size,
              file: await store(`${key}-${size}`, rendition, upload, {}),
            })),
          );
        });
        return stored.map(({ key: size, file: rendition }) => ({
          key: size,
          file: restore(rendition, upload, {}),
        }));
      },
    };
  });
  return () => extendUploadService({ strapi }, 'image-manipulation', () => original);
};
