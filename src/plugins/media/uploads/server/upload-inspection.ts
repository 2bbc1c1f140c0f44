import type { Core } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { ApiError } from '#platform/http/errors';
import { createLocalizedError } from '#platform/http/localized-error';
import { uploadErrors } from './errors';
import { inspect, type Finding, type IncomingFile } from './inspect';
import { createDecoding, canDecode, countPixels, type Decoding } from './pictures';
import { uploadSettings } from '#platform/storage/settings';

/** Files of a request or program: one, several or none. */
export type Files = IncomingFile | readonly IncomingFile[] | null | undefined;

/** File with the result of its inspection. */
export type InspectedFile = { file: IncomingFile; finding: Finding };

const listOf = (files: Files): readonly IncomingFile[] => {
  if (files === null || files === undefined) return [];
  return Array.isArray(files) ? (files as readonly IncomingFile[]) : [files as IncomingFile];
};

const create = ({ strapi }: WithStrapi) => {
  const { maxPixels } = uploadSettings.of({ strapi });
  const decoding = createDecoding(maxPixels);
  const findings = new WeakMap<IncomingFile, Finding>();
  // By path, because the upload plugin creates new objects for the files that it receives.
  const decoded = new Set<string>();

  const refuse = (apiError: ApiError, { originalFilename }: IncomingFile): Error => {
    const name = originalFilename ?? '';
    return createLocalizedError({ strapi }, apiError, {
      subject: { en: `“${name}”`, es: `«${name}»` },
      details: { file: originalFilename ?? null },
    });
  };

  const find = async (file: IncomingFile): Promise<Finding> => {
    const knownFinding = findings.get(file);
    if (knownFinding !== undefined) return knownFinding;
    const verdict = await inspect(file, maxPixels);
    if ('error' in verdict) throw refuse(verdict.error, file);
    findings.set(file, verdict.finding);
    return verdict.finding;
  };

  const requireDecodes = async (file: IncomingFile): Promise<void> => {
    const { header } = await find(file);
    if (header === null || decoded.has(file.filepath)) return;
    if (!(await decoding.run(countPixels(header), () => canDecode(file.filepath, header)))) {
      throw refuse(uploadErrors.IMAGE_UNREADABLE, file);
    }
    decoded.add(file.filepath);
  };

  return {
    decoding,

    /** Tells whether a picture was completely decoded during its admission. */
    isDecoded: (path: string): boolean => decoded.has(path),

    /**
     * Rejects files that cannot be stored, by their first bytes.
     *
     * @throws a 400 that names the first rejected file
     */
    async requireAllowed(files: Files): Promise<void> {
      for (const file of listOf(files)) await find(file);
    },

    /**
     * Rejects files that cannot be stored and pictures that cannot be decoded, then runs `work`. By
     * then the files have the type and name for storing.
     *
     * @throws a 400 that names the first rejected file
     */
    async admit<T>(
      files: Files,
      work: (admitted: readonly InspectedFile[]) => Promise<T>,
    ): Promise<T> {
      const incoming = listOf(files);
      const admitted: InspectedFile[] = [];
      try {
        for (const file of incoming) {
          admitted.push({ file, finding: await find(file) });
          await requireDecodes(file);
        }
        for (const { file, finding } of admitted) {
          const { name, type } = finding;
          Object.assign(file, { originalFilename: name, mimetype: type, detectedMimeType: type });
        }
        return await work(admitted);
      } finally {
        for (const { filepath } of incoming) decoded.delete(filepath);
      }
    },
  };
};

export type UploadInspection = ReturnType<typeof create>;

const admissions = new WeakMap<Core.Strapi, UploadInspection>();

/**
 * Returns the admission of a Strapi instance. It is shared, because it limits how much is decoded
 * at once.
 */
export const uploadInspectionOf = ({ strapi }: WithStrapi): UploadInspection => {
  const inspection = admissions.get(strapi) ?? create({ strapi });
  admissions.set(strapi, inspection);
  return inspection;
};

/** Returns the limit of simultaneously decoded pixels, for uploads and all other uses. */
export const getDecoding = ({ strapi }: WithStrapi): Decoding =>
  uploadInspectionOf({ strapi }).decoding;
