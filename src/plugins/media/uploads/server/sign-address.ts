import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { VERSION, versionOf } from '../../../../platform/storage/address-version';
import { bucketClient } from '../../../../platform/storage/bucket';
import type { S3Settings } from '../../../../platform/storage/settings';
import type { ProviderFile } from '../../../../platform/strapi/upload-provider';

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
export const signerOf = (s3: S3Settings) => {
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
