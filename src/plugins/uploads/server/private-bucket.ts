import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Core } from '@strapi/types';
import { VERSION, versionOf } from '../../../media/address-version';
import { bucketClient } from '../../../media/bucket';
import { uploadSettings, type S3Settings } from '../../../media/settings';
import { extendUploadProvider, type ProviderFile } from '../../../strapi/upload-provider';

/** Where an object lies in the bucket, as the provider puts it there. */
const keyOf = ({ path, hash, ext }: ProviderFile): string =>
  [path, `${hash}${ext ?? ''}`].filter(Boolean).join('/');

/** Signs the version along: storage services ignore a parameter that they do not know, and refuse one that is added. */
const requestOf = (Bucket: string, file: ProviderFile): GetObjectCommand => {
  const command = new GetObjectCommand({ Bucket, Key: keyOf(file) });
  const version = versionOf(file.url ?? '');
  if (version === null) return command;
  command.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { query: Record<string, string> };
      request.query = { ...request.query, [VERSION]: version };
      return next(args);
    },
    { step: 'build', name: 'addressVersion' },
  );
  return command;
};

/** Signs for the address under which the world reaches the bucket, or for the bucket's own. */
const signerOf = (s3: S3Settings) => {
  const { region, credentials, baseUrl, bucket, urlExpires } = s3;
  const client =
    baseUrl === null
      ? bucketClient(s3)
      : new S3Client({
          region,
          ...(credentials !== null && { credentials }),
          bucketEndpoint: true,
        });
  return async (file: ProviderFile): Promise<{ url: string }> => ({
    url: await getSignedUrl(client, requestOf(baseUrl ?? bucket, file), { expiresIn: urlExpires }),
  });
};

/**
 * Keeps a private bucket's files behind signed addresses, whatever ACL objects are sent with: the provider
 * takes a bucket for private only where it sends them as private. Signs where the provider does not: it hands out
 * unsigned addresses as soon as it is told under which the bucket is reached, and knows nothing of versions. To be
 * called before services are used.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/about-object-ownership.html
 */
export const keepBucketPrivate = ({ strapi }: { strapi: Core.Strapi }): void => {
  const upload = uploadSettings.of({ strapi });
  if (upload.provider !== 's3') return;
  const { isPrivate, baseUrl } = upload.s3;
  const sign = signerOf(upload.s3);
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
