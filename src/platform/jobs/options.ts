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
