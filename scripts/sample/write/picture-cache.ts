import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Core } from '@strapi/types';
import {
  extendUploadService,
  type WorkingFile,
} from '../../../src/platform/strapi/upload-services';

/** A file that the upload plugin has made of a picture, as the cache keeps it. */
type CachedFile = {
  /** Sizes, types and the colour: what is not named after the upload. */
  info: Record<string, unknown>;
  /** What stands before the upload's name in this one's. */
  prefix: string;
  /** The name of its content in the cache; null where it is the upload's own. */
  content: string | null;
};

type Format = { key: string; file: WorkingFile };
type CachedFormat = { key: string; file: CachedFile };

/** What is not kept: where the upload lies, and what it is called. */
const perishable: ReadonlySet<string> = new Set([
  'name',
  'hash',
  'filepath',
  'tmpWorkingDirectory',
  'getStream',
]);

const digestOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 32);

/** Puts a file into a folder at once, because other processes read there. */
const place = async (target: string, write: (file: string) => Promise<void>): Promise<void> => {
  const unfinished = `${target}.${randomUUID()}`;
  await write(unfinished);
  await rename(unfinished, target);
};

const createFileCache = (folder: string) => {
  /**
   * @param base the properties that the file has anyway
   */
  const store = async (
    key: string,
    made: WorkingFile,
    upload: WorkingFile,
    base: Record<string, unknown>,
  ): Promise<CachedFile> => {
    const isNew = made.filepath !== undefined && made.filepath !== upload.filepath;
    if (isNew) {
      await place(path.join(folder, key), (file) => copyFile(made.filepath ?? '', file));
    }
    const info = Object.entries(made).filter(
      ([name, value]) => !perishable.has(name) && value !== base[name],
    );
    return {
      info: Object.fromEntries(info),
      prefix: String(made.name).slice(0, -String(upload.name).length),
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

  /** Returns what is stored under a key; makes and stores it where there is nothing. */
  const remember = async <Stored>(key: string, make: () => Promise<Stored>): Promise<Stored> => {
    const entry = path.join(folder, `${key}.json`);
    try {
      return JSON.parse(await readFile(entry, 'utf8')) as Stored;
    } catch {
      await mkdir(folder, { recursive: true });
      const stored = await make();
      await place(entry, (file) => writeFile(file, JSON.stringify(stored)));
      return stored;
    }
  };
  return { store, restore, remember };
};

/**
 * Has the upload plugin take the sizes of pictures from a folder, and puts there those that are missing: to make them is
 * most of what the sample takes. They are found by the picture's content and the plugin's settings; the caller names
 * another folder for other code. Returns what takes the cache away again.
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

  const keyOf = async (step: string, file: WorkingFile): Promise<string> => {
    const content = digestOf(await buffer(file.getStream()));
    return digestOf([step, settings, file.ext, file.mime, content].join('\n'));
  };

  let original: object = {};
  extendUploadService({ strapi }, 'image-manipulation', (service) => {
    original = service;
    return {
      optimize: async (file) => {
        const key = await keyOf('optimize', file);
        const stored = await remember(key, async () =>
          store(key, await service.optimize(file), file, file),
        );
        return restore(stored, file, file);
      },
      generateThumbnail: async (file) => {
        // The plugin forgets a file's path while this waits.
        const upload = { ...file };
        const key = await keyOf('thumbnail', upload);
        const stored = await remember<CachedFile | null>(key, async () => {
          const made = (await service.generateThumbnail(upload)) as WorkingFile | null;
          return made && store(key, made, upload, {});
        });
        return stored && restore(stored, upload, {});
      },
      generateResponsiveFormats: async (file) => {
        const upload = { ...file };
        const key = await keyOf('formats', upload);
        const stored = await remember<CachedFormat[]>(key, async () => {
          const formats = (await service.generateResponsiveFormats(upload)) as Format[];
          return Promise.all(
            formats.map(async ({ key: size, file: made }) => ({
              key: size,
              file: await store(`${key}-${size}`, made, upload, {}),
            })),
          );
        });
        return stored.map(({ key: size, file: made }) => ({
          key: size,
          file: restore(made, upload, {}),
        }));
      },
    };
  });
  return () => extendUploadService({ strapi }, 'image-manipulation', () => original);
};
