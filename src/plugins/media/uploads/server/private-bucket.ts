import type { WithStrapi } from '../../../../platform/with-strapi';
import { versionOf } from '../../../../platform/storage/address-version';
import { uploadSettings, type S3Settings } from '../../../../platform/storage/settings';
import {
  extendUploadProvider,
  type ProviderFile,
} from '../../../../platform/strapi/upload-provider';

/** Signs addresses; the first one loads the AWS SDK, which a service without a bucket has no use for. */
const signWhenAsked = (s3: S3Settings) => {
  let signer: ReturnType<typeof load> | null = null;
  const load = async () => (await import('./sign-address.js')).signerOf(s3);
  return async (file: ProviderFile): Promise<{ url: string }> => {
    signer ??= load();
    return (await signer)(file);
  };
};

/**
 * Keeps a private bucket's files behind signed addresses, whatever ACL objects are sent with: the provider
 * takes a bucket for private only where it sends them as private. Signs where the provider does not: it hands out
 * unsigned addresses as soon as it is told under which the bucket is reached, and knows nothing of versions. To be
 * called before services are used.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/about-object-ownership.html
 */
export const keepBucketPrivate = ({ strapi }: WithStrapi): void => {
  const upload = uploadSettings.of({ strapi });
  if (upload.provider !== 's3') return;
  const { isPrivate, baseUrl } = upload.s3;
  const sign = signWhenAsked(upload.s3);
  extendUploadProvider({ strapi }, (own) => ({
    isPrivate: () => Promise.resolve(isPrivate),
    ...(isPrivate && {
      async getSignedUrl(file) {
        if (baseUrl !== null) return sign(file);
        const signed = await own.getSignedUrl?.(file);
        // One of another bucket, from before a change of settings.
        const isForeign = signed !== undefined && signed.url === file.url;
        return signed === undefined || (!isForeign && versionOf(file.url ?? '') !== null)
          ? sign(file)
          : signed;
      },
    }),
  }));
};
