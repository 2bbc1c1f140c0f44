import type { S3Settings, UploadSettings } from './settings';

/** What the upload plugin's provider for buckets is told. */
export const bucketOptions = ({
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
    params: {
      Bucket: bucket,
      // Named in any case: the provider sends public-read where it is told nothing of it.
      ACL: acl === 'none' ? undefined : acl,
      signedUrlExpires: urlExpires,
    },
  },
});

/** The part of the upload plugin's configuration that says where files go. */
export const providerOf = (upload: UploadSettings) =>
  upload.provider === 'local'
    ? { provider: 'local' }
    : { provider: 'aws-s3', providerOptions: bucketOptions(upload.s3) };
