export type JobOptions = {
  /** Tries after the first one; 10 unless told. */
  retryLimit?: number;
  /** Seconds until the first new try; 5 unless told. */
  retryDelay?: number;
  /** Each further try waits about twice as long as the one before; true unless told. */
  retryBackoff?: boolean;
  /** The longest that such a wait may become, in seconds; without end unless told. */
  retryDelayMax?: number;
  /** Seconds since it was enqueued after which a job that fails is given up, whatever tries are left; without end unless told. */
  retryForSeconds?: number;
  /** Seconds a try may take; then it counts as failed, also when its process has died. 120 unless told. */
  expireInSeconds?: number;
  /** How many of them one node does at the same time; 2 unless told. */
  concurrency?: number;
  /** How often a node looks for what others have enqueued; every second unless told. */
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

/** How long finished jobs are kept to be looked at, and how often the queue cleans up, in seconds. */
export const upkeep = {
  archiveCompletedAfterSeconds: DAY,
  archiveFailedAfterSeconds: 90 * DAY,
  deleteAfterDays: 7,
  /** A job that nobody has come round to in this time is dropped. */
  retentionDays: 90,
  maintenanceIntervalSeconds: 15,
};

/**
 * How old the last look at the queue may be. Longer than a busy pool keeps anybody waiting, so that many
 * requests at once do not make a node look broken.
 */
export const IDLE_MILLISECONDS = 20_000;
export const STOP_MILLISECONDS = 10_000;
