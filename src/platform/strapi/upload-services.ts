import type { WithStrapi } from '../with-strapi';
import { requireFunctions } from './require-functions';

/** A file of the upload plugin that is read from `filepath` until it is stored. */
export type WorkingFile = {
  filepath?: string;
  tmpWorkingDirectory?: string;
  width?: number | null;
  height?: number | null;
  getStream: () => NodeJS.ReadableStream;
} & Record<string, unknown>;

/** The row of a stored file. */
export type StoredFile = {
  id: number;
  name: string;
  ext: string | null;
  mime: string;
  provider: string;
  url: string;
  previewUrl?: string | null;
  formats?: Record<string, { url: string }> | null;
};

/** The upload plugin's services that are extended. Its own types omit them. */
export type UploadServices = {
  upload: {
    upload: (request: { files: unknown; data: object }, options?: object) => Promise<unknown>;
    replace(
      id: unknown,
      request: { file: unknown; data: object },
      options?: object,
    ): Promise<unknown>;
    updateFileInfo(id: unknown, info: object, options?: object): Promise<unknown>;
    formatFileInfo: (file: { filename: string; type: string; size: number }) => Promise<unknown>;
    findOne: (id: unknown) => Promise<StoredFile | null>;
    remove: (file: { id: number }) => Promise<unknown>;
  };
  'image-manipulation': {
    isFaultyImage: (file: WorkingFile) => Promise<boolean>;
    optimize: (file: WorkingFile) => Promise<WorkingFile>;
    generateThumbnail: (file: WorkingFile) => Promise<unknown>;
    generateResponsiveFormats: (file: WorkingFile) => Promise<unknown>;
    /** Returns a file name with random digits at its end, without extension. */
    generateFileName: (name: string) => string;
  };
  file: {
    signFileUrls: (file: StoredFile) => Promise<StoredFile>;
    deleteByIds: (ids?: number[]) => Promise<unknown>;
  };
  folder: { deleteByIds: (ids?: number[]) => Promise<unknown> };
};

type Registry = {
  extend: <Service>(uid: string, extend: (service: Service) => Service) => void;
};

/**
 * Replaces functions of one of the upload plugin's services (`@strapi/upload`, server/services), in
 * Strapi's service registry.
 */
export const extendUploadService = <Name extends keyof UploadServices>(
  { strapi }: WithStrapi,
  name: Name,
  extend: (service: UploadServices[Name]) => Partial<UploadServices[Name]>,
): void => {
  strapi
    .get<Registry>('services')
    .extend(`plugin::upload.${name}`, (service: UploadServices[Name]) => {
      const extended = extend(service);
      const names = Object.keys(extended) as (keyof UploadServices[Name] & string)[];
      requireFunctions<UploadServices[Name]>('upload-services.ts', service, names);
      return { ...service, ...extended };
    });
};

/**
 * Returns a row of `files` with temporary URLs for a private store, or the row's own URLs for a
 * public store.
 */
export const signFileUrls = (
  { strapi }: WithStrapi,
  file: Record<string, unknown>,
): Promise<Record<string, unknown>> =>
  strapi
    .plugin('upload')
    .service<{ signFileUrls: (file: Record<string, unknown>) => Promise<Record<string, unknown>> }>(
      'file',
    )
    .signFileUrls(file);
