import { createReadStream } from 'node:fs';
import { file as sizes } from '@strapi/utils';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createLocalizedError } from '#platform/http/localized-error';
import { uploadInspectionOf, type Files } from './upload-inspection';
import { uploadErrors } from './errors';
import { getMediaKind, typeByName } from './kinds';
import { markStripped, withLeasedFile } from './file-states';
import { deleteFile, withoutLeftovers } from './leftovers';
import { sql } from '#platform/strapi/queries';
import { encodeForStorage, isAlbum, countPixels, readHeader, type Header } from './pictures';
import {
  extendUploadService,
  type StoredFile,
  type WorkingFile,
} from '#platform/strapi/upload-services';

type Context = WithStrapi;

/** Stores only admitted files, whether the panel, the content API or a program stores them. */
const guardStoring = ({ strapi }: Context): void => {
  const admission = uploadInspectionOf({ strapi });

  extendUploadService({ strapi }, 'upload', (service) => ({
    upload: (request, options) =>
      admission.admit(request.files as Files, async (admitted) => {
        // Names are checked first, because a file that is rejected after others were stored would
        // leave those behind.
        for (const { file, finding } of admitted) {
          const { name: filename, type } = finding;
          await service.formatFileInfo({ filename, type, size: file.size });
        }
        return withoutLeftovers({ strapi }, async () => {
          const storedFiles = await service.upload(request, options);
          await markStripped(
            { strapi },
            (storedFiles as StoredFile[]).map(({ id }) => id),
          );
          return storedFiles;
        });
      }),

    replace: (id, request, options) =>
      admission.admit(request.file as Files, async ([admitted]) => {
        // A replacement keeps the URL, whose extension determines the media type of responses.
        const storedFile = await service.findOne(id);
        const kind =
          storedFile === null
            ? undefined
            : getMediaKind(typeByName(`file${storedFile.ext ?? ''}`) ?? storedFile.mime);
        if (storedFile !== null && admitted !== undefined && kind !== admitted.finding.kind) {
          throw createLocalizedError({ strapi }, uploadErrors.REPLACEMENT_OF_ANOTHER_KIND, {
            subject: { en: `“${storedFile.name}”`, es: `«${storedFile.name}»` },
            details: { file: storedFile.name },
          });
        }
        return withLeasedFile({ strapi }, Number(id), async () => {
          const replaced = await service.replace(id, request, options);
          await markStripped({ strapi }, [Number(id)]);
          return replaced;
        });
      }),

    remove: (file) =>
      withLeasedFile({ strapi }, file.id, () => deleteFile({ strapi }, file, service.remove)),
  }));
};

/**
 * Files outside of all folders whose path names a deleted folder. Strapi stores the path of a new or
 * moved file before its folder, so files with the path of an existing folder stay there.
 */
const MOVE_TO_TOP = `
  UPDATE files f SET folder_path = '/' WHERE folder_path <> '/'
    AND NOT EXISTS (SELECT FROM files_folder_lnk l WHERE l.file_id = f.id)
    AND NOT EXISTS (SELECT FROM upload_folders d WHERE d.path = f.folder_path)`;

/**
 * Moves files that got into a folder during its deletion to the top. A later folder may have the
 * same path, and its deletion would delete them.
 */
const moveFilesOfDeletedFolders = ({ strapi }: Context): void => {
  extendUploadService({ strapi }, 'folder', (service) => ({
    async deleteByIds(ids) {
      const deleted = await service.deleteByIds(ids);
      await sql({ strapi }, MOVE_TO_TOP);
      return deleted;
    },
  }));
};

/**
 * Maximum length of the readable part of a stored file's name. File systems allow 255 bytes, which
 * include the prefix of a size, random digits and the extension.
 */
const LONGEST_STEM = 180;

/** Shortens the names of stored files. Transliterated letters are longer than those of the file. */
const shortenStoredNames = ({ strapi }: Context): void => {
  extendUploadService({ strapi }, 'image-manipulation', (service) => ({
    generateFileName(name) {
      const generated = service.generateFileName(name);
      const end = generated.lastIndexOf('_');
      return `${generated.slice(0, Math.min(end, LONGEST_STEM))}${generated.slice(end)}`;
    },
  }));
};

type MediaSettings = { sizeOptimization?: boolean };

/**
 * Limits what the upload plugin decodes at once, and encodes pictures so that colours and copyright
 * notices stay.
 */
const guardDecoding = ({ strapi }: Context): void => {
  const { decoding, isDecoded } = uploadInspectionOf({ strapi });

  const optimize = async (file: WorkingFile, header: Header | null): Promise<WorkingFile> => {
    const { filepath, tmpWorkingDirectory: folder } = file;
    if (filepath === undefined || folder === undefined || header === null) return file;
    const settings = await strapi
      .plugin('upload')
      .service<{ getSettings: () => Promise<MediaSettings | null> }>('upload')
      .getSettings();
    const isOptimized = settings?.sizeOptimization === true;
    const encoded = await encodeForStorage(filepath, header, { folder, isOptimized });
    if (encoded === null) return file;
    const { path, width, height, bytes } = encoded;
    return {
      ...file,
      filepath: path,
      getStream: () => createReadStream(path),
      width,
      height,
      size: sizes.bytesToKbytes(bytes),
      sizeInBytes: bytes,
    };
  };

  extendUploadService({ strapi }, 'image-manipulation', (service) => {
    const runBounded = async <T>(
      file: WorkingFile,
      work: (file: WorkingFile, header: Header | null) => Promise<T>,
    ): Promise<T> => {
      // The plugin removes the path from a stored file, perhaps while this waits, and continues
      // with its stream.
      const snapshot = { ...file };
      const { filepath, getStream, width, height } = snapshot;
      const header = await readHeader(filepath ?? getStream());
      const pixels = header === null ? (width ?? 0) * (height ?? 0) : countPixels(header);
      return decoding.run(pixels, () => work(snapshot, header));
    };

    /**
     * Runs `work` for a file with one picture. Albums are stored unchanged: the plugin would treat
     * their pictures as frames and fail if their sizes differ.
     */
    const ofPicture = <T>(
      file: WorkingFile,
      work: (file: WorkingFile, header: Header | null) => Promise<T>,
      ofAlbum: (file: WorkingFile) => T,
    ): Promise<T> =>
      runBounded(file, async (boundedFile, header) =>
        header !== null && isAlbum(header) ? ofAlbum(boundedFile) : work(boundedFile, header),
      );

    return {
      isFaultyImage: async (file) =>
        file.filepath !== undefined && isDecoded(file.filepath)
          ? false
          : runBounded(file, service.isFaultyImage),
      optimize: (file) => ofPicture(file, optimize, (same) => same),
      generateThumbnail: (file) => ofPicture(file, service.generateThumbnail, () => null),
      generateResponsiveFormats: (file) =>
        ofPicture(file, service.generateResponsiveFormats, () => []),
    };
  });
};

/**
 * Guards the services of the upload plugin. Call it before anybody can upload, and before others
 * extend these services.
 */
export const guardUploadServices = ({ strapi }: Context): void => {
  guardStoring({ strapi });
  moveFilesOfDeletedFolders({ strapi });
  shortenStoredNames({ strapi });
  guardDecoding({ strapi });
};
