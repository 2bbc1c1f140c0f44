import {
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { buildBucketTimeouts } from './provider';
import type { S3Settings } from './settings';

const NOT_FOUND = 404;

type ClientOptions = { requestMs: number; maxAttempts: number };

/** Options for commands, which can wait. */
const COMMAND_OPTIONS: ClientOptions = { requestMs: 15_000, maxAttempts: 2 };

/** Options for requests of users; the circuit breaker decides on further attempts. */
export const REQUEST_OPTIONS: ClientOptions = { requestMs: 5_000, maxAttempts: 1 };

/** Returns a client for the bucket's own address, whatever address visitors use. */
export const createBucketClient = (
  { region, credentials, endpoint }: S3Settings,
  { requestMs, maxAttempts }: ClientOptions = COMMAND_OPTIONS,
): S3Client =>
  new S3Client({
    region,
    ...(credentials !== null && { credentials }),
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    maxAttempts,
    requestHandler: buildBucketTimeouts(requestMs),
  });

const isMissing = (error: unknown): boolean =>
  error instanceof NoSuchKey ||
  (error instanceof S3ServiceException &&
    error.$metadata.httpStatusCode === NOT_FOUND &&
    error.name !== 'NoSuchBucket');

/**
 * Checks that the bucket exists and can be accessed with the configured credentials.
 *
 * @throws the SDK's error
 */
export const checkBucket = async (client: S3Client, { bucket }: S3Settings): Promise<void> => {
  await client.send(new HeadBucketCommand({ Bucket: bucket }));
};

/** Returns the object with a key; null if there is none. */
export const readObject = async (
  client: S3Client,
  { bucket }: S3Settings,
  key: string,
  signal?: AbortSignal,
): Promise<Readable | null> => {
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), {
      abortSignal: signal,
    });
    return (Body as Readable | undefined) ?? null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};
