import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { VERSION, getAddressVersion } from '#platform/storage/address-version';
import { createBucketClient } from '#platform/storage/bucket';
import type { S3Settings } from '#platform/storage/settings';
import type { ProviderFile } from '#platform/strapi/upload-services';

/** Returns the key of an object in the bucket, as the provider creates it. */
const buildObjectKey = ({ path, hash, ext }: ProviderFile): string =>
  [path, `${hash}${ext ?? ''}`].filter(Boolean).join('/');

/**
 * Returns a request whose signature includes the version. Storage services ignore unknown
 * parameters, but reject parameters that are added after signing.
 */
const createGetRequest = (Bucket: string, file: ProviderFile): GetObjectCommand => {
  const command = new GetObjectCommand({ Bucket, Key: buildObjectKey(file) });
  const version = getAddressVersion(file.url ?? '');
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

/**
 * Returns a function that signs URLs with the public base URL of the bucket, or with the bucket's
 * own.
 */
export const createSigner = (s3: S3Settings) => {
  const { region, credentials, baseUrl, bucket, urlExpires } = s3;
  const client =
    baseUrl === null
      ? createBucketClient(s3)
      : new S3Client({
          region,
          ...(credentials !== null && { credentials }),
          bucketEndpoint: true,
        });
  return async (file: ProviderFile): Promise<{ url: string }> => ({
    url: await getSignedUrl(client, createGetRequest(baseUrl ?? bucket, file), {
      expiresIn: urlExpires,
    }),
  });
};
