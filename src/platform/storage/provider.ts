import type { S3Settings, UploadSettings } from './settings';

/**
 * Returns the timeouts for requests to the bucket. Without `throwOnRequestTimeout` the SDK only
 * logs a warning about slow requests (`@smithy/node-http-handler` 4.14).
 *
 * @param requestMs for a request and the first byte of its response
 */
export const buildBucketTimeouts = (requestMs: number) => ({
  connectionTimeout: 2_000,
  requestTimeout: requestMs,
  socketTimeout: Math.min(requestMs, 10_000),
  throwOnRequestTimeout: true,
});

/** Names a bucket for the log: "bucket media at https://s3.example.com". */
export const formatBucketName = ({ bucket, region, endpoint }: S3Settings): string =>
  `bucket ${bucket} at ${endpoint ?? `AWS S3, ${region}`}`;

/** Returns the configuration of the upload plugin's provider for buckets. */
export const buildBucketOptions = ({
  bucket,
  region,
  endpoint,
  credentials,
  urlExpires,
  acl,
  baseUrl,
}: S3Settings) => ({
  ...(baseUrl !== null && { baseUrl }),
  s3Options: {
    region,
    ...(credentials !== null && { credentials }),
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    maxAttempts: 2,
    // A request sends at most 5 MB, a part of a larger file.
    requestHandler: buildBucketTimeouts(20_000),
    params: {
      Bucket: bucket,
      // Always set, because the provider's default is public-read.
      ACL: acl === 'none' ? undefined : acl,
      signedUrlExpires: urlExpires,
    },
  },
});

/** Returns the part of the upload plugin's configuration that selects the storage. */
export const buildProviderConfig = (upload: UploadSettings) =>
  upload.provider === 'local'
    ? { provider: 'local' }
    : { provider: 'aws-s3', providerOptions: buildBucketOptions(upload.s3) };
