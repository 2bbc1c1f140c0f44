import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { isDatabaseUnavailable } from '../../../../platform/database/unavailable';
import { httpError, type ApiError } from '../../../../platform/http/errors';
import {
  makeTemporaryFolder,
  removeTemporaryFolder,
} from '../../../../platform/http/temporary-folders';
import { versionOf } from '../../../../platform/storage/address-version';
import { uploadSettings } from '../../../../platform/storage/settings';
import { StorageUnavailable } from '../../../../platform/storage/storage-errors';
import { openStoredFiles } from '../../../../platform/storage/stored-files';
import { decodingOf, pixelsOf, readHeader, type Header } from '../../uploads';
import { pictureErrors } from '../errors';
import { pictureSettings } from '../settings';
import type { Format, Ratio, Width } from '../sizes';
import { chooseEncoding } from './choose-encoding';
import { dominantColourOf } from './dominant-colour';
import { fileNamed, focalPointOf, type FileRow } from './file-rows';
import { createDiskCache } from './disk-cache';
import { isPicture, render, RENDERING, type Encoding } from './render';
import { createRenderQueue } from './render-queue';

export type Asked = {
  name: string;
  width: Width;
  ratio: Ratio | null;
  format: Format | undefined;
  /** The media types that the caller names. */
  accepted: readonly string[];
  /** Called before a size is made that is not kept; refuses who has had too many made. */
  beforeMaking: () => Promise<void>;
};

export type Picture = {
  bytes: Buffer;
  encoding: Encoding;
  /** What the address has to carry to mean this picture for ever. */
  version: string | null;
  /** Another one for each other result. */
  digest: string;
};

/** Half of the processors: requests of all other kinds go on meanwhile. */
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));

/** Some seconds of work; browsers come back for the rest. */
const WAITING = 100;

/** Headers and refusals that are remembered, a few hundred bytes each. */
const REMEMBERED = 5_000;

const digestOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** What lies in the storage: it is another one once the file has been replaced. */
const contentOf = ({ hash, ext, url }: FileRow): string => digestOf(hash, ext, versionOf(url));

/** Makes sizes of pictures, and keeps them. */
export const createPictures = ({ strapi }: WithStrapi) => {
  const { folder, maxBytes } = pictureSettings.of({ strapi });
  const { maxPixels } = uploadSettings.of({ strapi });
  const decoding = decodingOf({ strapi });
  const files = openStoredFiles({ strapi });
  const kept = createDiskCache({
    folder: path.resolve(strapi.dirs.app.root, folder),
    maxBytes,
    log: strapi.log,
  });
  const queue = createRenderQueue<Buffer>({ atOnce: AT_ONCE, waiting: WAITING });
  const headers = new LRUCache<string, Header>({ max: REMEMBERED });
  /** What could not be made is not tried again for whoever asks next. */
  const refusals = new LRUCache<string, ApiError>({ max: REMEMBERED });

  const refuse = (of: string, error: ApiError, cause?: unknown): Error => {
    refusals.set(of, error);
    return httpError(error, { cause });
  };

  /** Does something with a copy of a file that can be read. */
  const withCopy = async <T>(file: FileRow, work: (copy: string) => Promise<T>): Promise<T> => {
    const temporary = await makeTemporaryFolder('picture');
    try {
      const copy = await files.copyOf(file, path.join(temporary, 'original'));
      if (copy === null) throw httpError(pictureErrors.PICTURE_NOT_FOUND);
      return await work(copy);
    } finally {
      await removeTemporaryFolder(temporary);
    }
  };

  const headerIn = async (content: string, copy: string): Promise<Header> => {
    const header = headers.get(content) ?? (await readHeader(copy));
    if (header === null || !isPicture(header)) throw refuse(content, pictureErrors.NOT_A_PICTURE);
    if (pixelsOf(header) > maxPixels) throw refuse(content, pictureErrors.PICTURE_UNREADABLE);
    headers.set(content, header);
    return header;
  };

  return {
    /**
     * A picture in the size that is asked for.
     *
     * @throws 404 where there is none, 422 where none can be made of the file, what `beforeMaking` throws
     * @throws StorageUnavailable
     * @throws QueueFull
     */
    async get({ name, width, ratio, format, accepted, beforeMaking }: Asked): Promise<Picture> {
      const file = await fileNamed({ strapi }, name);
      if (file === null) throw httpError(pictureErrors.PICTURE_NOT_FOUND);
      // Before the storage is asked for a film of gigabytes.
      if (!file.mime.startsWith('image/') || !files.has(file)) {
        throw httpError(pictureErrors.NOT_A_PICTURE);
      }
      const version = versionOf(file.url);
      const content = contentOf(file);
      const refused = refusals.get(content);
      if (refused !== undefined) throw httpError(refused);

      const known =
        headers.get(content) ?? (await withCopy(file, (copy) => headerIn(content, copy)));
      const encoding = chooseEncoding(known, format, accepted);
      const focalPoint = focalPointOf(file.focalPoint);
      const digest = digestOf(
        RENDERING,
        content,
        width,
        encoding,
        ratio,
        ratio === null ? null : focalPoint,
      );

      const make = (): Promise<Buffer> =>
        withCopy(file, async (copy) => {
          const header = await headerIn(content, copy);
          const wanted = { width, ratio, encoding, focalPoint };
          try {
            return await decoding.run(pixelsOf(header), () =>
              render(copy, header, wanted, maxPixels),
            );
          } catch (error) {
            throw refuse(content, pictureErrors.PICTURE_UNREADABLE, error);
          }
        });

      const found = await kept.get(digest);
      if (found !== null) return { bytes: found, encoding, version, digest };
      await beforeMaking();
      const bytes = await queue.run(digest, async () => {
        const made = await make();
        await kept.set(digest, made);
        return made;
      });
      return { bytes, encoding, version, digest };
    },

    /**
     * The colour that there is most of in a picture; null where none can be told.
     *
     * @throws StorageUnavailable
     */
    async colourOf(name: string): Promise<string | null> {
      const file = await fileNamed({ strapi }, name);
      if (file === null || !files.has(file)) return null;
      try {
        return await withCopy(file, async (copy) => {
          const header = await headerIn(contentOf(file), copy);
          return decoding.run(pixelsOf(header), () => dominantColourOf(copy, maxPixels));
        });
      } catch (error) {
        if (error instanceof StorageUnavailable || isDatabaseUnavailable(error)) throw error;
        return null;
      }
    },
  };
};

export type Pictures = ReturnType<typeof createPictures>;

const NAME = 'pictures';

/** What makes sizes in this Strapi instance. */
export const registerPictures = ({ strapi }: WithStrapi): void => {
  strapi.add(NAME, () => createPictures({ strapi }));
};

export const picturesOf = ({ strapi }: WithStrapi): Pictures => strapi.get(NAME);
