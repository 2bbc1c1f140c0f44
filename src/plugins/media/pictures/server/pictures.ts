import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { isDatabaseUnavailable } from '#platform/database-unavailable';
import { createHttpError, type ApiError } from '#platform/http/errors';
import { makeTemporaryFolder, removeTemporaryFolder } from '#platform/http/temporary-folders';
import { getAddressVersion } from '#platform/storage/address-version';
import { uploadSettings } from '#platform/storage/settings';
import { StorageUnavailable } from '#platform/storage/storage-errors';
import { openStoredFiles } from '#platform/storage/stored-files';
import { getDecoding, countPixels, readHeader, type Header } from '../../uploads';
import { pictureErrors } from '../errors';
import { pictureSettings } from '../settings';
import type { Format, Ratio, Width } from '../sizes';
import {
  chooseEncoding,
  computeDominantColour,
  type Encoding,
  isPicture,
  render,
  RENDERING,
} from './render';
import { findFileByName, parseFocalPoint, type FileRow } from './file-rows';
import { createDiskCache } from './disk-cache';
import { createRenderQueue } from './render-queue';

export type PictureRequest = {
  name: string;
  width: Width;
  ratio: Ratio | null;
  format: Format | undefined;
  /** Media types that the caller names. */
  accepted: readonly string[];
  /**
   * Called before a size is created that is not cached; throws if the caller has exceeded the
   * limit.
   */
  beforeMaking: () => Promise<void>;
};

export type Picture = {
  bytes: Buffer;
  encoding: Encoding;
  /** Version that the URL must contain to show this picture permanently. */
  version: string | null;
  /** Digest that differs for every other result. */
  digest: string;
};

/** Half of the processors, so that other requests continue. */
const MAX_CONCURRENT_PICTURES = Math.max(1, Math.floor(availableParallelism() / 2));

/** Maximum number of waiting pictures: a few seconds of work. Browsers retry the rest. */
const MAX_WAITING_PICTURES = 100;

/** Number of cached headers and errors, a few hundred bytes each. */
const MAX_CACHED_RESULTS = 5_000;

/** Time until a picture that could not be resized is tried again. */
const REFUSED_MS = 60_000;

const computeDigest = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** Returns the digest of a file's content; it changes when the file is replaced. */
const computeContentDigest = ({ hash, ext, url }: FileRow): string =>
  computeDigest(hash, ext, getAddressVersion(url));

/** Returns the service that creates sizes of pictures and caches them. */
export const createPictures = ({ strapi }: WithStrapi) => {
  const { folder, maxBytes } = pictureSettings.of({ strapi });
  const { maxPixels } = uploadSettings.of({ strapi });
  const decoding = getDecoding({ strapi });
  const files = openStoredFiles({ strapi });
  const diskCache = createDiskCache({
    folder: path.resolve(strapi.dirs.app.root, folder),
    maxBytes,
    log: strapi.log,
  });
  const queue = createRenderQueue<Buffer>({
    atOnce: MAX_CONCURRENT_PICTURES,
    waiting: MAX_WAITING_PICTURES,
  });
  const headers = new LRUCache<string, Header>({ max: MAX_CACHED_RESULTS });
  /**
   * Errors of pictures that cannot be resized, so that they are not tried again for the next
   * caller. They expire, because a full disk or an incomplete copy of a file is temporary.
   */
  const refusals = new LRUCache<string, ApiError>({
    max: MAX_CACHED_RESULTS,
    ttl: REFUSED_MS,
    perf: Date,
  });

  const refuse = (contentHash: string, error: ApiError, cause?: unknown): Error => {
    refusals.set(contentHash, error);
    return createHttpError(error, { cause });
  };

  /** Runs `work` with a readable copy of a file. */
  const withCopy = async <T>(file: FileRow, work: (copy: string) => Promise<T>): Promise<T> => {
    const temporary = await makeTemporaryFolder('picture');
    try {
      const copy = await files.copyOf(file, path.join(temporary, 'original'));
      if (copy === null) throw createHttpError(pictureErrors.PICTURE_NOT_FOUND);
      return await work(copy);
    } finally {
      await removeTemporaryFolder(temporary);
    }
  };

  const readPictureHeader = async (content: string, copy: string): Promise<Header> => {
    const header = headers.get(content) ?? (await readHeader(copy));
    if (header === null || !isPicture(header)) throw refuse(content, pictureErrors.NOT_A_PICTURE);
    if (countPixels(header) > maxPixels) throw refuse(content, pictureErrors.PICTURE_UNREADABLE);
    headers.set(content, header);
    return header;
  };

  return {
    /**
     * Returns a picture in the requested size.
     *
     * @throws 404 if it does not exist, 422 if the file cannot be resized, errors of `beforeMaking`
     * @throws StorageUnavailable
     * @throws QueueFull
     */
    async get({
      name,
      width,
      ratio,
      format,
      accepted,
      beforeMaking,
    }: PictureRequest): Promise<Picture> {
      const file = await findFileByName({ strapi }, name);
      if (file === null) throw createHttpError(pictureErrors.PICTURE_NOT_FOUND);
      // Checked first, so that no film of several gigabytes is read from the storage.
      if (!file.mime.startsWith('image/') || !files.has(file)) {
        throw createHttpError(pictureErrors.NOT_A_PICTURE);
      }
      const version = getAddressVersion(file.url);
      const content = computeContentDigest(file);
      const refusal = refusals.get(content);
      if (refusal !== undefined) throw createHttpError(refusal);

      const knownHeader =
        headers.get(content) ?? (await withCopy(file, (copy) => readPictureHeader(content, copy)));
      const encoding = chooseEncoding(knownHeader, format, accepted);
      const focalPoint = parseFocalPoint(file.focalPoint);
      const digest = computeDigest(
        RENDERING,
        content,
        width,
        encoding,
        ratio,
        ratio === null ? null : focalPoint,
      );

      const renderPicture = (): Promise<Buffer> =>
        withCopy(file, async (copy) => {
          const header = await readPictureHeader(content, copy);
          const rendering = { width, ratio, encoding, focalPoint };
          try {
            return await decoding.run(countPixels(header), () =>
              render(copy, header, rendering, maxPixels),
            );
          } catch (error) {
            throw refuse(content, pictureErrors.PICTURE_UNREADABLE, error);
          }
        });

      const cachedBytes = await diskCache.get(digest);
      if (cachedBytes !== null) return { bytes: cachedBytes, encoding, version, digest };
      await beforeMaking();
      const bytes = await queue.run(digest, async () => {
        const rendered = await renderPicture();
        await diskCache.set(digest, rendered);
        return rendered;
      });
      return { bytes, encoding, version, digest };
    },

    /**
     * Returns the dominant colour of a picture; null if it has none.
     *
     * @throws StorageUnavailable
     */
    async colourOf(name: string): Promise<string | null> {
      const file = await findFileByName({ strapi }, name);
      if (file === null || !files.has(file)) return null;
      try {
        return await withCopy(file, async (copy) => {
          const header = await readPictureHeader(computeContentDigest(file), copy);
          return decoding.run(countPixels(header), () => computeDominantColour(copy, maxPixels));
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

/** Registers the picture service of a Strapi instance. */
export const registerPictures = ({ strapi }: WithStrapi): void => {
  strapi.add(NAME, () => createPictures({ strapi }));
};

export const getPictures = ({ strapi }: WithStrapi): Pictures => strapi.get(NAME);
