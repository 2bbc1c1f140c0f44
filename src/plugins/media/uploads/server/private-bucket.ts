import type { WithStrapi } from '../../../../platform/with-strapi';
import { versionOf } from '../../../../platform/storage/address-version';
import { uploadSettings, type S3Settings } from '../../../../platform/storage/settings';
import {
  extendUploadProvider,
  type ProviderFile,
} from '../../../../platform/strapi/upload-services';

/**
 * Returns a function that signs URLs. The first call loads the AWS SDK, which services without a
 * bucket do not need.
 */
const signWhenAsked = (s3: S3Settings) => {
  let signer: ReturnType<typeof load> | null = null;
  const load = async () => (await import('./sign-address.js')).signerOf(s3);
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
  const sign = signWhenAsked(upload.s3);
  extendUploadProvider({ strapi }, (own) => ({
    isPrivate: () => Promise.resolve(isPrivate),
    ...(isPrivate && {
      async getSignedUrl(file) {
        if (baseUrl !== null) return sign(file);
        const signed = await own.getSignedUrl?.(file);
        // The URL is of another bucket, from before a change of settings.
        const isForeign = signed !== undefined && signed.url === file.url;
        return signed === undefined || (!isForeign && versionOf(file.url ?? '') !== null)
          ? sign(file)
          : signed;
      },
    }),
  }));
};
