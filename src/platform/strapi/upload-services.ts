import type { WithStrapi } from './with-strapi';
import { listFolderFileIds } from './files-in-folders';
import { extendService, requireFunctions } from './require-functions';

const ADAPTER = 'upload-services.ts';

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

/** A file to delete. The stored files are deleted with it if it names the current provider. */
export type RemovedFile = { id: number; provider?: string };

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
    remove: (file: RemovedFile) => Promise<unknown>;
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

/**
 * Replaces functions of one of the upload plugin's services (`@strapi/upload`, server/services), in
 * Strapi's service registry.
 */
export const extendUploadService = <Name extends keyof UploadServices>(
  { strapi }: WithStrapi,
  name: Name,
  extend: (service: UploadServices[Name]) => Partial<UploadServices[Name]>,
): void => {
  const extended = { adapter: ADAPTER, uid: `plugin::upload.${name}`, names: [] };
  extendService<UploadServices[Name]>({ strapi }, extended, (service) => {
    const functions = extend(service);
    const names = Object.keys(functions) as (keyof UploadServices[Name] & string)[];
    return { ...requireFunctions<UploadServices[Name]>(ADAPTER, service, names), ...functions };
  });
};

/**
 * Calls a function before files are deleted: single files, selections and folders. The upload plugin
 * deletes the stored file before its row, so a lifecycle hook on the row would run too late.
 */
export const addFileDeletionCheck = (
  { strapi }: WithStrapi,
  check: (fileIds: readonly number[]) => Promise<void>,
): void => {
  extendUploadService({ strapi }, 'upload', (upload) => ({
    async remove(file) {
      await check([file.id]);
      return upload.remove(file);
    },
  }));
  extendUploadService({ strapi }, 'file', (files) => ({
    async deleteByIds(ids = []) {
      await check(ids.map(Number));
      return files.deleteByIds(ids);
    },
  }));
  extendUploadService({ strapi }, 'folder', (folders) => ({
    async deleteByIds(ids = []) {
      await check(await listFolderFileIds({ strapi }, ids));
      return folders.deleteByIds(ids);
    },
  }));
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

/** A file that is being uploaded or deleted. */
export type ProviderFile = {
  url?: string;
  path?: string | null;
  hash: string;
  ext?: string | null;
};

type Store = (file: ProviderFile) => Promise<unknown>;

type Replace = (file: ProviderFile, before: ProviderFile) => Promise<unknown>;

/** The functions of a storage provider. Some exist only in certain providers. */
export type ProviderFunctions = {
  upload: Store;
  uploadStream: Store;
  replace: Replace;
  replaceStream: Replace;
  delete: Store;
  isPrivate: () => Promise<boolean>;
  getSignedUrl: (file: ProviderFile) => Promise<{ url: string }>;
};

/** The provider's own functions. Replacing and signing are optional. */
type OwnFunctions = Pick<ProviderFunctions, 'upload' | 'uploadStream' | 'delete'> &
  Partial<ProviderFunctions>;

type Provider = OwnFunctions & {
  extend: (functions: Partial<ProviderFunctions>) => void;
};

/**
 * Replaces functions of the storage provider that the upload plugin created at its registration
 * (`@strapi/upload`, server/register).
 *
 * @param change receives the provider's own functions
 */
export const extendUploadProvider = (
  { strapi }: WithStrapi,
  change: (stock: OwnFunctions) => Partial<ProviderFunctions>,
): void => {
  const provider = requireFunctions<Provider>(ADAPTER, strapi.plugin('upload').provider, [
    'upload',
    'uploadStream',
    'delete',
    'extend',
  ]);
  provider.extend(
    change({
      upload: provider.upload.bind(provider),
      uploadStream: provider.uploadStream.bind(provider),
      delete: provider.delete.bind(provider),
      ...(provider.replace && { replace: provider.replace.bind(provider) }),
      ...(provider.replaceStream && { replaceStream: provider.replaceStream.bind(provider) }),
      ...(provider.getSignedUrl && { getSignedUrl: provider.getSignedUrl.bind(provider) }),
    }),
  );
};

export const deleteStored = async ({ strapi }: WithStrapi, file: ProviderFile): Promise<void> => {
  const provider = requireFunctions<{ delete: Store }>(ADAPTER, strapi.plugin('upload').provider, [
    'delete',
  ]);
  await provider.delete(file);
};

/** Returns whether the URLs of stored files expire; false where the provider does not say. */
export const hasPrivateStorage = async ({ strapi }: WithStrapi): Promise<boolean> => {
  const provider = strapi.plugin('upload').provider as Partial<ProviderFunctions>;
  return (await provider.isPrivate?.()) ?? false;
};
