import { GetObjectCommand, NoSuchKey, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import type { S3Settings } from './settings';

const CONNECTION_MS = 3_000;
const SILENCE_MS = 15_000;
const NOT_FOUND = 404;

/** How the bucket itself is reached, whatever address the world knows it by. */
export const bucketClient = ({ region, credentials, endpoint }: S3Settings): S3Client =>
  new S3Client({
    region,
    ...(credentials !== null && { credentials }),
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    maxAttempts: 2,
    requestHandler: { connectionTimeout: CONNECTION_MS, requestTimeout: SILENCE_MS },
  });

const isMissing = (error: unknown): boolean =>
  error instanceof NoSuchKey ||
  (error instanceof S3ServiceException && error.$metadata.httpStatusCode === NOT_FOUND);

/** What lies in the bucket under a key; null where there is nothing. */
export const readObject = async (
  client: S3Client,
  { bucket }: S3Settings,
  key: string,
): Promise<Readable | null> => {
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return (Body as Readable | undefined) ?? null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};
