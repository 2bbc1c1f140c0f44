import type { WithStrapi } from '../with-strapi';
import { requireFunctions } from './require-functions';

/** A file on its way into storage, or out of it. */
export type ProviderFile = {
  url?: string;
  path?: string | null;
  hash: string;
  ext?: string | null;
};

type Store = (file: ProviderFile) => Promise<unknown>;

type Replace = (file: ProviderFile, before: ProviderFile) => Promise<unknown>;

/** What a storage provider can do; some of it is there only where it has been added. */
export type ProviderFunctions = {
  upload: Store;
  uploadStream: Store;
  replace: Replace;
  replaceStream: Replace;
  delete: Store;
  isPrivate: () => Promise<boolean>;
  getSignedUrl: (file: ProviderFile) => Promise<{ url: string }>;
};

/** What a provider brings along; those of replacing and signing not every one. */
type OwnFunctions = Pick<ProviderFunctions, 'upload' | 'uploadStream' | 'delete'> &
  Partial<ProviderFunctions>;

type Provider = OwnFunctions & {
  extend: (functions: Partial<ProviderFunctions>) => void;
};

/**
 * Replaces functions of the storage provider that the upload plugin has made when it was registered
 * (`@strapi/upload`, server/register).
 *
 * @param change is given what the provider does itself
 */
export const extendUploadProvider = (
  { strapi }: WithStrapi,
  change: (own: OwnFunctions) => Partial<ProviderFunctions>,
): void => {
  const provider = requireFunctions<Provider>(
    'upload-provider.ts',
    strapi.plugin('upload').provider,
    ['upload', 'uploadStream', 'delete', 'extend'],
  );
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

/** Takes a file out of the storage. */
export const deleteStored = async ({ strapi }: WithStrapi, file: ProviderFile): Promise<void> => {
  const provider = requireFunctions<{ delete: Store }>(
    'upload-provider.ts',
    strapi.plugin('upload').provider,
    ['delete'],
  );
  await provider.delete(file);
};

/** Whether the addresses of stored files expire; not where the provider does not say so. */
export const storesPrivately = async ({ strapi }: WithStrapi): Promise<boolean> => {
  const provider = strapi.plugin('upload').provider as Partial<ProviderFunctions>;
  return (await provider.isPrivate?.()) ?? false;
};
