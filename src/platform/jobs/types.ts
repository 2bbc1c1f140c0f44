export type JobOptions = {
  /** Tries after the first one; 10 by default. */
  retryLimit?: number;
  /** Seconds until the first retry; 5 by default. */
  retryDelay?: number;
  /** Whether each pause is about twice as long as the last; true by default. */
  retryBackoff?: boolean;
  /** Maximum pause in seconds; unlimited by default. */
  retryDelayMax?: number;
  /**
   * Seconds after its enqueueing when a failing job is not retried any more, even if attempts
   * remain; unlimited by default.
   */
  retryForSeconds?: number;
  /**
   * Maximum seconds of an attempt; after them it counts as failed, also if its process has died.
   * 120 by default.
   */
  expireInSeconds?: number;
  /** Maximum number of jobs of this name that a node runs at the same time; 2 by default. */
  concurrency?: number;
  /** Interval in milliseconds at which a node polls for jobs of other nodes; 1000 by default. */
  pollMilliseconds?: number;
};

const defaults: Required<JobOptions> = {
  retryLimit: 10,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: Infinity,
  retryForSeconds: Infinity,
  expireInSeconds: 120,
  concurrency: 2,
  pollMilliseconds: 1000,
};

export const withDefaults = (options: JobOptions = {}): Required<JobOptions> => ({
  ...defaults,
  ...options,
});

const DAY = 86_400;

/**
 * Retention of finished jobs, and the interval of the queue's maintenance, in seconds unless the
 * name says days.
 */
export const upkeep = {
  archiveCompletedAfterSeconds: DAY,
  archiveFailedAfterSeconds: 90 * DAY,
  deleteAfterDays: 7,
  /** Days after which a job that no worker has taken is deleted. */
  retentionDays: 90,
  maintenanceIntervalSeconds: 15,
};

/**
 * Maximum milliseconds since the last poll of a worker that counts as working. It exceeds the wait
 * for a busy pool, so that many simultaneous requests do not make a node unready.
 */
export const IDLE_MILLISECONDS = 20_000;
export const STOP_MILLISECONDS = 10_000;

/** Job as its handler receives it. */
export type Job<Data extends object> = {
  id: string;
  data: Data;
  retryCount: number;
  /** Whether no further attempt follows if this one fails. */
  isLastTry: boolean;
  /**
   * Aborted at the end of the maximum time or when the service stops; pass it to everything that
   * can be aborted.
   */
  signal: AbortSignal;
};

/**
 * Runs a job. It must be idempotent: a job runs again if the process dies after the work and before
 * its result is stored. The queue retries a job that throws.
 */
export type Handler<Data extends object> = (job: Job<Data>) => Promise<void>;

export type EnqueueOptions = {
  /** Earliest start: seconds from now, or a time. */
  startAfter?: number | Date;
  /** Id of the job (a UUID); a second job with an existing id is rejected. */
  id?: string;
};

/** Error of a job that a retry would not help. */
export class NonRetryableError extends Error {
  override name = 'NonRetryableError';
}

export type FailedFilter = { name?: string; limit?: number; orWaiting?: boolean };

/** Job whose last attempt failed. */
export type FailedJob = {
  id: string;
  name: string;
  data: object;
  /** `retry` means that the job will be retried automatically. */
  state: 'failed' | 'retry';
  failedAt: string | null;
  tries: number;
  /** Message of the last error. */
  reason: string | null;
};

export type JobCount = {
  name: string;
  /** `planned`: not due yet. `retry`: failed, will be retried. `failed`: failed finally. */
  state: 'planned' | 'waiting' | 'retry' | 'active' | 'failed';
  count: number;
  /** Seconds since the first of them was due, started or failed. */
  oldestSeconds: number;
};

/** Finished attempt of a job. */
export type JobRun = {
  name: string;
  isDone: boolean;
  /** Delay of the start after its due time, by the database's clock. */
  lateSeconds: number;
  seconds: number;
};

/** Try of a job. */
export type Try = { id: string; retryCount: number };

export type Outcome =
  | { isDone: true }
  /** The service has stopped during the attempt, which counts for nothing. */
  | { isDone: false; isInterrupted: true }
  | {
      isDone: false;
      isInterrupted?: false;
      /** Error that is stored with the job. */
      reason: object;
      /** Whether no further attempt follows, even if attempts remain. */
      isLast: boolean;
    };

/** Wraps an attempt, and must resolve or reject like it. */
export type AttemptWrapper = (
  job: { name: string; id: string; retryCount: number },
  work: () => Promise<void>,
) => Promise<void>;

export type JobState = 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';

/** Queue of background jobs, which are stored in the service's database and survive restarts. */
export type Jobs = {
  /** Defines the handler for jobs of a name. Call it in `register`, before the queue starts. */
  define: <Data extends object>(name: string, handler: Handler<Data>, options?: JobOptions) => void;
  /**
   * Enqueues a job in the running transaction (`strapi.db.transaction`). The job exists when that
   * commits. Outside of a transaction it exists at once.
   *
   * @returns the job's id; null if a job with that id exists already
   */
  enqueue: (name: string, data: object, options?: EnqueueOptions) => Promise<string | null>;
  /** Enqueues a job at the times of a cron expression, once for all nodes. */
  schedule: (name: string, cron: string, data?: object) => void;
  /** Returns failed jobs, the latest first; with `orWaiting` also those that will be retried. */
  failed: (filter?: FailedFilter) => Promise<FailedJob[]>;
  /** Returns the number of unfinished jobs by name and state. */
  counts: () => Promise<JobCount[]>;
  /** Wraps every attempt on this node, for example in a trace. */
  surround: (within: AttemptWrapper) => void;
  /** Registers a listener for every finished attempt on this node. */
  hearRuns: (hear: (run: JobRun) => void) => void;
  /** Retries a failed job now. Returns false if it does not exist. */
  retry: (name: string, id: string) => Promise<boolean>;
  /** Returns the state of a job; null if it is unknown or already deleted. */
  stateOf: (name: string, id: string) => Promise<JobState | null>;
  /** Tells whether the workers of all names work or wait for jobs. */
  isWorking: () => boolean;
  /** Starts the workers. */
  start: () => Promise<void>;
  /** Stops taking jobs, and waits a limited time for running ones. */
  stop: () => Promise<void>;
};
