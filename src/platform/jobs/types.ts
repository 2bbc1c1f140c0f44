import type { JobOptions } from './options';

/** One piece of work as its handler sees it. */
export type Job<Data extends object> = {
  id: string;
  data: Data;
  /** How often it has been tried before. */
  retryCount: number;
  /** No further try follows if this one fails. */
  isLastTry: boolean;
  /** Aborted when the job's time is over or the service stops; pass it to whatever can be interrupted. */
  signal: AbortSignal;
};

/**
 * Does the work. A job may be run more than once (a process can die after the work and before the queue
 * hears of it), so doing it twice must do no harm. Throwing means: try again later.
 */
export type Handler<Data extends object> = (job: Job<Data>) => Promise<void>;

export type EnqueueOptions = {
  /** Not before: seconds from now, or a moment. */
  startAfter?: number | Date;
  /** The job's own id (a UUID): a second one with it is not taken in. */
  id?: string;
};

/** Thrown by a handler: trying again would not help. */
export class NonRetryableError extends Error {
  override name = 'NonRetryableError';
}

/** Which failed jobs are asked for. */
export type FailedFilter = { name?: string; limit?: number; orWaiting?: boolean };

/** A job whose last try failed. */
export type FailedJob = {
  id: string;
  name: string;
  data: object;
  /** `retry`: it will be tried again by itself. */
  state: 'failed' | 'retry';
  failedAt: string | null;
  tries: number;
  /** What the last try threw. */
  reason: string | null;
};

/** The jobs of a name that are in a state. */
export type JobCount = {
  name: string;
  /** `planned`: not due yet. `retry`: failed, and to be tried again. `failed`: given up. */
  state: 'planned' | 'waiting' | 'retry' | 'active' | 'failed';
  count: number;
  /** How long ago the first of them was due, began or was given up. */
  oldestSeconds: number;
};

/** One try of a job. */
export type JobRun = {
  name: string;
  isDone: boolean;
  /** How much later than it was due it began, by the database's clock. */
  lateSeconds: number;
  seconds: number;
};

/** One try among those of its job. */
export type Try = { id: string; retryCount: number };

/** How a try ended. */
export type Outcome =
  | { isDone: true }
  | {
      isDone: false;
      /** Kept with the job. */
      reason: object;
      /** No further try is to follow, however many there may be. */
      isLast: boolean;
    };

/** Does a try, and ends as it ends. */
export type Surrounding = (
  job: { name: string; id: string; retryCount: number },
  work: () => Promise<void>,
) => Promise<void>;

export type JobState = 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';

/** Background work that survives restarts, kept in the service's own database. */
export type Jobs = {
  /** Says how jobs of a name are done. Call it in a `register`, before the queue starts. */
  define: <Data extends object>(name: string, handler: Handler<Data>, options?: JobOptions) => void;
  /**
   * Puts a job into the queue, in the transaction that is running (`strapi.db.transaction`): it exists
   * when that one commits, and never if it does not. Outside a transaction it exists at once.
   *
   * @returns the job's id; null when one with the same id is there already
   */
  enqueue: (name: string, data: object, options?: EnqueueOptions) => Promise<string | null>;
  /** Enqueues a job whenever the cron expression says so, once however many nodes there are. */
  schedule: (name: string, cron: string, data?: object) => void;
  /** Jobs that were given up, the latest first; with `orWaiting` also those that will be tried again. */
  failed: (filter?: FailedFilter) => Promise<FailedJob[]>;
  /** How many jobs are not done, by name and state. */
  counts: () => Promise<JobCount[]>;
  /** Does every try on this node within something that wants to know of it while it runs. */
  surround: (within: Surrounding) => void;
  /** Hears of every try that ends on this node. */
  hearRuns: (hear: (run: JobRun) => void) => void;
  /** Lets a failed job be tried again, now. False: there is no such failed job. */
  retry: (name: string, id: string) => Promise<boolean>;
  /** Where a job stands; null when it is not known (any more). */
  stateOf: (name: string, id: string) => Promise<JobState | null>;
  /** Whether jobs of every name are taken out of the queue, or would be if there were any. */
  isWorking: () => boolean;
  /** Begins to work. */
  start: () => Promise<void>;
  /** Takes in no more work, and gives what is running a while to finish. */
  stop: () => Promise<void>;
};
