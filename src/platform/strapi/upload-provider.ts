import type { WithStrapi } from '../with-strapi';
import { requireFunctions } from './require-functions';

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

/** Deletes a file from the storage. */
export const deleteStored = async ({ strapi }: WithStrapi, file: ProviderFile): Promise<void> => {
  const provider = requireFunctions<{ delete: Store }>(
    'upload-provider.ts',
    strapi.plugin('upload').provider,
    ['delete'],
  );
  await provider.delete(file);
};

/** Returns whether the URLs of stored files expire; false where the provider does not say. */
export const storesPrivately = async ({ strapi }: WithStrapi): Promise<boolean> => {
  const provider = strapi.plugin('upload').provider as Partial<ProviderFunctions>;
  return (await provider.isPrivate?.()) ?? false;
};
