import type { Core } from '@strapi/types';
import { Semaphore } from 'async-mutex';
import CircuitBreaker from 'opossum';
import type { WithStrapi } from '../with-strapi';
import { bucketName } from './provider';
import type { S3Settings } from './settings';
import { storageErrorName, StorageUnavailable } from './storage-errors';

/** The calls that fail together: a bucket may be read but not written, and written but not deleted from. */
export const storageOperations = ['read', 'write', 'delete'] as const;

type Operation = (typeof storageOperations)[number];

/** Refusals of the whole bucket. */
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

/** Statuses that say nothing about one object. */
const STATUSES = [401, 408, 429];

/**
 * Returns whether an error is about one object or the caller's request, of a bucket that works otherwise. A read that is
 * refused is: buckets also answer 403 for objects that they do not have. A write is not.
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
    // A file of this machine.
    if (path !== undefined) return true;
    if (REFUSALS.includes(name)) return false;
    if (status === 403) return operation === 'read';
    return status >= 400 && status < 500 && !STATUSES.includes(status);
  };

const OPTIONS = {
  // Calls of the bucket have timeouts of their own, which also end the call.
  timeout: false,
  volumeThreshold: 5,
  errorThresholdPercentage: 50,
  rollingCountTimeout: 30_000,
  resetTimeout: 5_000,
} satisfies CircuitBreaker.Options;

/** Reads that wait for the bucket at once, and those that wait for one of these to end; further ones fail. */
const READS = { atOnce: 20, waiting: 200 };

type Run = <T>(work: () => Promise<T>) => Promise<T>;

export type StorageBreaker = {
  run: Run;
  /** Whether calls reached the bucket last; while they do not, they fail at once. */
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
    last = storageErrorName(error);
  });
  breaker.on('open', () => {
    strapi.log.error(
      `storage: cannot ${operation} files in ${bucketName(s3)}: ${last}. Requests fail at once; next attempt in 5 s.`,
    );
  });
  breaker.on('close', () => {
    strapi.log.info(`storage: can ${operation} files in ${bucketName(s3)} again`);
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
  const breakers = {
    read: { ...read, run: boundCalls(read.run) },
    write: createBreaker({ strapi }, 'write', s3),
    delete: createBreaker({ strapi }, 'delete', s3),
  };
  known.set(strapi, breakers);
  return breakers;
};
