import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Core } from '@strapi/types';
import { extendUploadProvider, type ProviderFile } from '../../../strapi/upload-provider';
import { uploadSettings, type S3Settings } from '../../../media/settings';

/** Where an object lies in the bucket, as the provider puts it there. */
const keyOf = ({ path, hash, ext }: ProviderFile): string =>
  [path, `${hash}${ext ?? ''}`].filter(Boolean).join('/');

/**
 * Signs for the address under which the world reaches the bucket. The provider itself hands out unsigned
 * addresses as soon as it is told one, and a signature holds only for the host that it was made for.
 */
const signerFor = ({ region, credentials, urlExpires }: S3Settings, baseUrl: string) => {
  const client = new S3Client({
    region,
    ...(credentials !== null && { credentials }),
    bucketEndpoint: true,
  });
  return async (file: ProviderFile): Promise<{ url: string }> => ({
    url: await getSignedUrl(client, new GetObjectCommand({ Bucket: baseUrl, Key: keyOf(file) }), {
      expiresIn: urlExpires,
    }),
  });
};

/**
 * Keeps a private bucket's files behind signed addresses, whatever ACL objects are sent with: the provider
 * takes a bucket for private only where it sends them as private. To be called before services are used.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/about-object-ownership.html
 */
export const keepBucketPrivate = ({ strapi }: { strapi: Core.Strapi }): void => {
  const upload = uploadSettings.of({ strapi });
  if (upload.provider !== 's3') return;
  const { isPrivate, baseUrl } = upload.s3;
  extendUploadProvider({ strapi }, () => ({
    isPrivate: () => Promise.resolve(isPrivate),
    ...(isPrivate && baseUrl !== null && { getSignedUrl: signerFor(upload.s3, baseUrl) }),
  }));
};
