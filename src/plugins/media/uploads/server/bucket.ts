import type { Metric } from '#feature/feature';
import { getAddressVersion } from '#platform/storage/address-version';
import { formatBucketName } from '#platform/storage/provider';
import { type S3Settings, uploadSettings } from '#platform/storage/settings';
import { getStorageBreakers, storageOperations } from '#platform/storage/storage-breakers';
import { getStorageErrorName } from '#platform/storage/storage-errors';
import { loadBucket } from '#platform/storage/stored-files';
import { extendUploadProvider, type ProviderFile } from '#platform/strapi/upload-services';
import type { WithStrapi } from '#platform/strapi/with-strapi';

/**
 * Returns a function that signs URLs. The first call loads the AWS SDK, which services without a
 * bucket do not need.
 */
const signWhenAsked = (s3: S3Settings) => {
  let signer: ReturnType<typeof load> | null = null;
  const load = async () => (await import('./sign-address.js')).createSigner(s3);
  return async (file: ProviderFile): Promise<{ url: string }> => {
    signer ??= load();
    return (await signer)(file);
  };
};

/**
 * Keeps the files of a private bucket behind signed URLs, whichever ACL objects have. The provider
 * treats a bucket as private only if it sends private ACLs. This signs URLs that the provider does
 * not sign: those of a bucket with a base URL, and those with versions. Call it before services are
 * used.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/about-object-ownership.html
 */
export const keepBucketPrivate = ({ strapi }: WithStrapi): void => {
  const upload = uploadSettings.of({ strapi });
  if (upload.provider !== 's3') return;
  const { isPrivate, baseUrl } = upload.s3;
  const signFile = signWhenAsked(upload.s3);
  extendUploadProvider({ strapi }, (stock) => ({
    isPrivate: () => Promise.resolve(isPrivate),
    ...(isPrivate && {
      async getSignedUrl(file) {
        if (baseUrl !== null) return signFile(file);
        const signed = await stock.getSignedUrl?.(file);
        // The URL is of another bucket, from before a change of settings.
        const isForeign = signed !== undefined && signed.url === file.url;
        return signed === undefined || (!isForeign && getAddressVersion(file.url ?? '') !== null)
          ? signFile(file)
          : signed;
      },
    }),
  }));
};

/**
 * Logs a warning if the bucket cannot be used. The start continues without waiting for the result.
 */
export const warnOfUnusableBucket = ({ strapi }: WithStrapi): void => {
  const settings = uploadSettings.of({ strapi });
  if (settings.provider !== 's3') return;
  const { s3 } = settings;
  const check = async (): Promise<void> => {
    const { createBucketClient, checkBucket, REQUEST_OPTIONS } = loadBucket();
    const client = createBucketClient(s3, REQUEST_OPTIONS);
    try {
      await checkBucket(client, s3);
    } catch (error) {
      strapi.log.warn(
        `storage: ${formatBucketName(s3)} cannot be used: ${getStorageErrorName(error)}. Uploads and pictures will fail.`,
      );
    } finally {
      client.destroy();
    }
  };
  void check();
};

export const createStorageMetrics = ({ strapi }: WithStrapi): readonly Metric[] => {
  const settings = uploadSettings.of({ strapi });
  const breakers = settings.provider === 's3' ? getStorageBreakers({ strapi }, settings.s3) : null;
  return [
    {
      name: 'cms_storage_available',
      help: 'Whether the file storage is available (1); 0 while calls to a bucket fail',
      kind: 'gauge',
      labels: ['operation'],
      read: () =>
        storageOperations.map((operation) => ({
          value: breakers === null || breakers[operation].isClosed() ? 1 : 0,
          labels: { operation },
        })),
    },
  ];
};
