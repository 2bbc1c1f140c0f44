import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getCurrentAbility } from '#platform/strapi/current-ability';
import { extendUploadService, type StoredFile } from '#platform/strapi/upload-services';
import { computeDigest, findFilesByDigest, rememberDigest } from './content-digests';

type IncomingFile = { filepath: string };

type Data = { fileInfo?: object | readonly object[]; refId?: unknown };

const HEADER = 'x-existing-files';

const listOf = (files: unknown): readonly IncomingFile[] => {
  if (files === null || files === undefined) return [];
  return [files as IncomingFile | IncomingFile[]].flat();
};

/**
 * Tells whether the request prefers existing files with equal content (`X-Existing-Files: use`).
 */
const shouldUseExisting = ({ strapi }: WithStrapi): boolean =>
  strapi.requestContext.get()?.get(HEADER) === 'use';

const findExisting = async (
  { strapi }: WithStrapi,
  digest: string,
  find: (id: number) => Promise<StoredFile | null>,
): Promise<StoredFile | null> => {
  const [existing] = await findFilesByDigest({ strapi }, [digest], getCurrentAbility({ strapi }));
  return existing === undefined ? null : find(existing.id);
};

/** Returns the details of the file at an index, as the upload plugin reads them. */
const getFileInfo = ({ fileInfo }: Data, index: number): object =>
  [fileInfo ?? {}].flat()[index] ?? {};

/**
 * Stores the digest of every upload, and returns the existing file if the request prefers it. Files
 * that are uploaded for an entry (`refId`) are always new, because the upload plugin links them
 * while storing them.
 */
export const extendUploads = ({ strapi }: WithStrapi): void => {
  extendUploadService({ strapi }, 'upload', (service) => {
    const store = async (
      request: Parameters<typeof service.upload>[0],
      options: object | undefined,
      digests: readonly string[],
    ): Promise<StoredFile[]> => {
      const storedFiles = (await service.upload(request, options)) as StoredFile[];
      for (const [index, file] of storedFiles.entries()) {
        const digest = digests[index];
        if (digest !== undefined) await rememberDigest({ strapi }, file, digest);
      }
      return storedFiles;
    };

    return {
      async upload(request, options) {
        const files = listOf(request.files);
        const digests = await Promise.all(files.map(({ filepath }) => computeDigest(filepath)));
        const data = request.data as Data;
        if (!shouldUseExisting({ strapi }) || data.refId !== undefined) {
          return store(request, options, digests);
        }
        const answered: StoredFile[] = [];
        // One after another, so that the second of two equal files in a request gets the first.
        for (const [index, file] of files.entries()) {
          const digest = digests[index] ?? '';
          const duplicate = await findExisting({ strapi }, digest, service.findOne);
          const single = { files: file, data: { ...data, fileInfo: getFileInfo(data, index) } };
          answered.push(
            ...(duplicate === null ? await store(single, options, [digest]) : [duplicate]),
          );
        }
        return answered;
      },

      async replace(id, request, options) {
        const [file] = listOf(request.file);
        const digest = file === undefined ? null : await computeDigest(file.filepath);
        const replaced = (await service.replace(id, request, options)) as StoredFile;
        if (digest !== null) await rememberDigest({ strapi }, replaced, digest);
        return replaced;
      },
    };
  });
};
