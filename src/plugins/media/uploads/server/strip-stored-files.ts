import { createReadStream, createWriteStream, ReadStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { file as sizes } from '@strapi/utils';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createLocalizedError } from '#platform/http/localized-error';
import { isDiskFull, multipartErrors } from '#platform/http/multipart/errors';
import { makeTemporaryFolder, removeTemporaryFolder } from '#platform/http/temporary-folders';
import {
  applyEdits,
  createBufferSource,
  editBytes,
  orderEdits,
  computeEditedSize,
  withFileSource,
  MetadataNotRemovable,
  MetadataUnreadable,
  type Edit,
  type Source,
} from '#platform/storage/metadata/edits';
import { findPrivateMetadata } from '#platform/storage/metadata/find-private-metadata';
import { extendUploadProvider, type ProviderFile } from '#platform/strapi/upload-services';
import { uploadErrors } from './errors';

/** File as the provider receives it, with its content in memory or as a stream. */
type Content = ProviderFile & {
  stream?: Readable;
  buffer?: Buffer;
  size?: number;
  sizeInBytes?: number;
};

type Store<Rest extends unknown[]> = (file: ProviderFile, ...rest: Rest) => Promise<unknown>;

const setSize = (file: Content, bytes: number): void => {
  if (file.size !== undefined) file.size = sizes.bytesToKbytes(bytes);
  if (file.sizeInBytes !== undefined) file.sizeInBytes = bytes;
};

/**
 * Runs `work` with the path of a stream's content, which is written to a temporary file if it is
 * not read from one.
 */
const withPathOf = async <T>(
  { strapi }: WithStrapi,
  stream: Readable,
  work: (file: string) => Promise<T>,
): Promise<T> => {
  if (stream instanceof ReadStream && typeof stream.path === 'string') {
    return work(stream.path);
  }
  const folder = await makeTemporaryFolder('upload');
  try {
    const file = path.join(folder, 'content');
    await pipeline(stream, createWriteStream(file)).catch((error: unknown) => {
      if (!isDiskFull(error)) throw error;
      strapi.log.error(`uploads: the disk is full; cannot store ${file}`);
      throw createLocalizedError({ strapi }, multipartErrors.STORAGE_FULL, { cause: error });
    });
    return await work(file);
  } finally {
    await removeTemporaryFolder(folder);
  }
};

/** @throws FILE_UNREADABLE, METADATA_NOT_REMOVABLE */
const findEdits = async ({ strapi }: WithStrapi, source: Source): Promise<Edit[]> => {
  try {
    return await findPrivateMetadata(source);
  } catch (error) {
    if (error instanceof MetadataNotRemovable) {
      throw createLocalizedError({ strapi }, uploadErrors.METADATA_NOT_REMOVABLE, { cause: error });
    }
    throw error instanceof MetadataUnreadable
      ? createLocalizedError({ strapi }, uploadErrors.FILE_UNREADABLE, { cause: error })
      : error;
  }
};

const createStrippingStore =
  ({ strapi }: WithStrapi) =>
  <Rest extends unknown[]>(store: Store<Rest>): Store<Rest> =>
  async (file: Content, ...rest) => {
    const { stream, buffer } = file;
    if (buffer !== undefined) {
      file.buffer = await editBytes(
        buffer,
        await findEdits({ strapi }, createBufferSource(buffer)),
      );
      setSize(file, file.buffer.length);
    }
    if (stream === undefined) return store(file, ...rest);
    return withPathOf({ strapi }, stream, (name) =>
      withFileSource(name, async (source) => {
        const edits = orderEdits(await findEdits({ strapi }, source), source.size);
        stream.destroy();
        file.stream =
          edits.length === 0 ? createReadStream(name) : Readable.from(applyEdits(source, edits));
        // While the storage is unavailable the stream is not read, and the plugin removes its
        // temporary folder before the stream is opened. Without a listener this error would end the
        // process.
        file.stream.on('error', () => undefined);
        setSize(file, computeEditedSize(source.size, edits));
        return store(file, ...rest);
      }),
    );
  };

/**
 * Removes private metadata from everything that is stored, whatever stores it and whatever the
 * media library's settings are. Call it after the functions that change how the provider stores
 * files.
 */
export const stripStoredFiles = ({ strapi }: WithStrapi): void => {
  const strip = createStrippingStore({ strapi });
  extendUploadProvider({ strapi }, ({ upload, uploadStream, replace, replaceStream }) => ({
    upload: strip(upload),
    uploadStream: strip(uploadStream),
    ...(replace && { replace: strip(replace) }),
    ...(replaceStream && { replaceStream: strip(replaceStream) }),
  }));
};
