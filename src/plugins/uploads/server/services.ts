import type { Core } from '@strapi/types';

/** A file of the upload plugin between its steps: read from `filepath` until it is stored. */
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

/** What is extended of the upload plugin's services; its own types say nothing of them. */
export type UploadServices = {
  upload: {
    upload: (request: { files: unknown; data: object }, options?: object) => Promise<unknown>;
    replace(
      id: unknown,
      request: { file: unknown; data: object },
      options?: object,
    ): Promise<unknown>;
    formatFileInfo: (file: { filename: string; type: string; size: number }) => Promise<unknown>;
    findOne: (id: unknown) => Promise<StoredFile | null>;
  };
  'image-manipulation': {
    isFaultyImage: (file: WorkingFile) => Promise<boolean>;
    optimize: (file: WorkingFile) => Promise<WorkingFile>;
    generateThumbnail: (file: WorkingFile) => Promise<unknown>;
    generateResponsiveFormats: (file: WorkingFile) => Promise<unknown>;
  };
  file: { signFileUrls: (file: StoredFile) => Promise<StoredFile> };
};

type Registry = { extend(uid: string, extend: (service: never) => unknown): void };

/** Puts something before or around functions of one of the upload plugin's services. */
export const extendUploadService = <Name extends keyof UploadServices>(
  { strapi }: { strapi: Core.Strapi },
  name: Name,
  extend: (service: UploadServices[Name]) => Partial<UploadServices[Name]>,
): void => {
  strapi
    .get<Registry>('services')
    .extend(`plugin::upload.${name}`, (service: UploadServices[Name]) => ({
      ...service,
      ...extend(service),
    }));
};
