import type { Core } from '@strapi/types';
import { Semaphore } from 'async-mutex';
import CircuitBreaker from 'opossum';
import type { WithStrapi } from '../platform/with-strapi';
import { bucketName } from './provider';
import type { S3Settings } from './settings';
import { storageErrorName, StorageUnavailable } from './storage-errors';

/** Refusals of the whole bucket. Not `AccessDenied`, which buckets also answer for objects that they do not have. */
const REFUSALS = ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'NoSuchBucket', 'QuotaExceeded'];

/** Answers about one object or the caller's request, of a bucket that works otherwise. */
const isOfOneObject = (error: unknown): boolean => {
  const { name = '', $metadata } = (error ?? {}) as {
    name?: string;
    $metadata?: { httpStatusCode?: number };
  };
  const status = $metadata?.httpStatusCode ?? 0;
  if (REFUSALS.includes(name)) return false;
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status);
};

const OPTIONS: CircuitBreaker.Options = {
  // Calls of the bucket have timeouts of their own, which also end the call.
  timeout: false,
  volumeThreshold: 5,
  errorThresholdPercentage: 50,
  rollingCountTimeout: 30_000,
  resetTimeout: 5_000,
  errorFilter: isOfOneObject,
};

/** Reads that wait for the bucket at once, and those that wait for one of these to end; further ones fail. */
const READS = { atOnce: 20, waiting: 200 };

type Run = <T>(work: () => Promise<T>) => Promise<T>;

export type StorageBreaker = {
  run: Run;
  /** Whether calls reached the bucket last; while they do not, they fail at once. */
  isClosed: () => boolean;
};

export type StorageBreakers = { read: StorageBreaker; write: StorageBreaker };

const createBreaker = (
  { strapi }: WithStrapi,
  operation: 'read' | 'write',
  s3: S3Settings,
): StorageBreaker => {
  const breaker = new CircuitBreaker((work: () => Promise<unknown>) => work(), OPTIONS);
  let last = 'unknown error';
  breaker.on('failure', (error: Error) => {
    last = storageErrorName(error);
  });
  breaker.on('open', () => {
    strapi.log.error(
      `storage: cannot ${operation} files in ${bucketName(s3)}: ${last}. Requests fail at once; next attempt in 5 s.`,
    );
  });
  breaker.on('close', () => {
    strapi.log.info(`storage: ${operation}s of files in ${bucketName(s3)} work again`);
  });
  const run = (work: () => Promise<unknown>): Promise<unknown> => breaker.fire(work);
  return { run: run as Run, isClosed: () => breaker.closed };
};

/** Lets a bounded number of calls run at once, and a bounded number wait. */
const boundCalls = (run: Run): Run => {
  const semaphore = new Semaphore(READS.atOnce);
  let calls = 0;
  return async (work) => {
    if (calls >= READS.atOnce + READS.waiting) {
      throw new StorageUnavailable('Too many requests wait for the file storage');
    }
    calls += 1;
    try {
      return await semaphore.runExclusive(() => run(work));
    } finally {
      calls -= 1;
    }
  };
};

const known = new WeakMap<Core.Strapi, StorageBreakers>();

/**
 * Returns the circuit breakers of the bucket. A bucket that fails is left alone for some seconds, so that requests
 * that need it fail at once and all others keep their node.
 */
export const storageBreakersOf = ({ strapi }: WithStrapi, s3: S3Settings): StorageBreakers => {
  const existing = known.get(strapi);
  if (existing !== undefined) return existing;
  const read = createBreaker({ strapi }, 'read', s3);
  const write = createBreaker({ strapi }, 'write', s3);
  const breakers = { read: { ...read, run: boundCalls(read.run) }, write };
  known.set(strapi, breakers);
  return breakers;
};
