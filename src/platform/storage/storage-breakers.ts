import type { Core } from '@strapi/types';
import { Semaphore } from 'async-mutex';
import CircuitBreaker from 'opossum';
import type { WithStrapi } from '../strapi/with-strapi';
import { formatBucketName } from './provider';
import type { S3Settings } from './settings';
import { getStorageErrorName, StorageUnavailable } from './storage-errors';

/**
 * Operations with separate breakers, because they fail separately: a bucket may be readable but not
 * writable, or writable without permission to delete.
 */
export const storageOperations = ['read', 'write', 'delete'] as const;

type Operation = (typeof storageOperations)[number];

/** Errors that concern the whole bucket. */
const REFUSALS = [
  'AccountProblem',
  'AllAccessDisabled',
  'ExpiredToken',
  'InvalidAccessKeyId',
  'InvalidToken',
  'NoSuchBucket',
  'QuotaExceeded',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
];

/** Statuses that do not concern a single object. */
const STATUSES = [401, 408, 429];

/**
 * Tells whether an error concerns one object or the caller's request, while the bucket itself
 * works. A read with 403 does, because buckets also answer 403 for missing objects; a write with
 * 403 does not.
 */
const isOfOneObject =
  (operation: Operation) =>
  (error: unknown): boolean => {
    const {
      name = '',
      path,
      $metadata,
    } = (error ?? {}) as {
      name?: string;
      path?: string;
      $metadata?: { httpStatusCode?: number };
    };
    const status = $metadata?.httpStatusCode ?? 0;
    // The error concerns a local file.
    if (path !== undefined) return true;
    if (REFUSALS.includes(name)) return false;
    if (status === 403) return operation === 'read';
    return status >= 400 && status < 500 && !STATUSES.includes(status);
  };

const OPTIONS = {
  // Requests to the bucket have their own timeouts, which also abort them.
  timeout: false,
  volumeThreshold: 5,
  errorThresholdPercentage: 50,
  rollingCountTimeout: 30_000,
  resetTimeout: 5_000,
} satisfies CircuitBreaker.Options;

/** Maximum number of simultaneous reads, and of those that wait; further ones fail. */
const READS = { atOnce: 20, waiting: 200 };

type Run = <T>(work: () => Promise<T>) => Promise<T>;

export type StorageBreaker = {
  run: Run;
  /**
   * Tells whether the last requests reached the bucket; while the breaker is open, calls fail at
   * once.
   */
  isClosed: () => boolean;
};

export type StorageBreakers = Readonly<Record<Operation, StorageBreaker>>;

const createBreaker = (
  { strapi }: WithStrapi,
  operation: Operation,
  s3: S3Settings,
): StorageBreaker => {
  const breaker = new CircuitBreaker((work: () => Promise<unknown>) => work(), {
    ...OPTIONS,
    errorFilter: isOfOneObject(operation),
  });
  let last = 'unknown error';
  breaker.on('failure', (error: Error) => {
    last = getStorageErrorName(error);
  });
  breaker.on('open', () => {
    strapi.log.error(
      `storage: cannot ${operation} files in ${formatBucketName(s3)}: ${last}. Requests fail at once; next attempt in 5 s.`,
    );
  });
  breaker.on('close', () => {
    strapi.log.info(`storage: can ${operation} files in ${formatBucketName(s3)} again`);
  });
  const run = (work: () => Promise<unknown>): Promise<unknown> => breaker.fire(work);
  return { run: run as Run, isClosed: () => breaker.closed };
};

/** Limits how many calls run at once and how many wait. */
const limitCalls = (run: Run): Run => {
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

const breakersByService = new WeakMap<Core.Strapi, StorageBreakers>();

/**
 * Returns the circuit breakers of the bucket. A failing bucket gets no requests for some seconds.
 * Requests that need it then fail at once, and do not slow down the others.
 */
export const getStorageBreakers = ({ strapi }: WithStrapi, s3: S3Settings): StorageBreakers => {
  const existing = breakersByService.get(strapi);
  if (existing !== undefined) return existing;
  const read = createBreaker({ strapi }, 'read', s3);
  const breakers = {
    read: { ...read, run: limitCalls(read.run) },
    write: createBreaker({ strapi }, 'write', s3),
    delete: createBreaker({ strapi }, 'delete', s3),
  };
  breakersByService.set(strapi, breakers);
  return breakers;
};
