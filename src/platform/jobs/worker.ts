import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type PgBoss from 'pg-boss';
import { runWithSignals } from '../abort-signals';
import { runForRequest } from '../request-id';
import { fromJson, withoutCause } from './database';
import type { DueQueues } from './due-queues';
import type { FailedTries } from './failed-tries';
import {
  type Handler,
  IDLE_MILLISECONDS,
  type JobOptions,
  type JobRun,
  NonRetryableError,
  type Outcome,
  STOP_MILLISECONDS,
  type AttemptWrapper,
  type Try,
} from './types';

const jobContext = new AsyncLocalStorage<string>();

/** Runs a job's work; everything that it calls can read the job's name. */
const asJob = <T>(name: string, work: () => Promise<T>): Promise<T> => jobContext.run(name, work);

/** Returns the name of the running job; null outside of jobs. */
export const getCurrentJob = (): string | null => jobContext.getStore() ?? null;

export type Worker = {
  /** Polls now instead of at the next interval. */
  wake: () => void;
  /** Tells whether the worker has polled recently or is fully busy. */
  isWorking: () => boolean;
  stop: () => Promise<void>;
};

type WorkerOptions = Required<JobOptions> & {
  boss: PgBoss;
  /** The queue's access to the database. */
  database: PgBoss.Db;
  hasDueJobs: DueQueues;
  name: string;
  handler: Handler<object>;
  /** Stores the result of an attempt unless another node has the job by now; idempotent. */
  settle: (which: Try, outcome: Outcome) => Promise<void>;
  onError: (error: unknown) => void;
  /** Called with the error of a failed attempt. */
  onFailed: FailedTries;
  /** Wrapper of every attempt. */
  surround: AttemptWrapper;
  /** Called after every attempt. */
  onRun: (run: JobRun) => void;
};

const delay = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());

/** First and maximum milliseconds between two attempts to store a result. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Returns the stored form of an error: enough to find the cause, without objects that libraries
 * attach.
 */
const serializeError = (error: unknown): object =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack }
    : { message: String(error) };

/**
 * Returns a running worker for the jobs of one name. The queue's own `work` is not used. It pauses
 * after every batch, and does not wait until results are stored. A database that is briefly
 * unavailable would then end the process.
 */
export const startWorker = ({
  boss,
  database,
  hasDueJobs,
  name,
  handler,
  settle,
  concurrency,
  retryForSeconds,
  expireInSeconds,
  pollMilliseconds,
  onError,
  onFailed,
  surround,
  onRun,
}: WorkerOptions): Worker => {
  const stopping = new AbortController();
  const runningJobs = new Set<Promise<void>>();
  let isAwake = false;
  let scannedAt = performance.now();
  let endPause: () => void = () => undefined;

  const wake = (): void => {
    isAwake = true;
    endPause();
  };

  const wasWoken = (): boolean => {
    const wasAwake = isAwake;
    isAwake = false;
    return wasAwake;
  };

  /** Runs an attempt within its maximum time. */
  const attempt = async (
    job: PgBoss.JobWithMetadata,
    data: object,
    { expired, signal }: { expired: AbortSignal; signal: AbortSignal },
  ): Promise<Outcome> => {
    const began = performance.now();
    const reportRun = (isDone: boolean): void => {
      const lateSeconds = Math.max(Number(job.startedOn) - Number(job.startAfter), 0) / 1000;
      onRun({ name, isDone, lateSeconds, seconds: (performance.now() - began) / 1000 });
    };
    const { id, retryCount, retryLimit } = job;
    // Both times are by the database's clock, because the node's own may be wrong.
    const age = (Number(job.startedOn) - Number(job.createdOn)) / 1000;
    const isLastTry = retryCount >= retryLimit || age > retryForSeconds;
    const runHandler = async (): Promise<void> =>
      surround({ name, id, retryCount }, () =>
        asJob(name, () => handler({ id, data, retryCount, isLastTry, signal })),
      );
    try {
      const overdue = new Promise<never>((_resolve, reject) => {
        expired.addEventListener('abort', () => reject(new Error('the job took too long')), {
          once: true,
        });
      });
      await Promise.race([runHandler(), overdue]);
    } catch (error) {
      // A handler that aborts because the service stops has not failed; the next node takes the
      // job.
      if (stopping.signal.aborted && error === stopping.signal.reason) {
        return { isDone: false, isInterrupted: true };
      }
      const isLast = isLastTry || error instanceof NonRetryableError;
      onFailed(error, { retryCount, isLast });
      reportRun(false);
      return { isDone: false, reason: serializeError(error), isLast };
    }
    reportRun(true);
    return { isDone: true };
  };

  /**
   * Stores the result of an attempt, with retries. A job without a stored result stays blocked
   * until the maximum time of its attempt, and then runs again. After that time, or when the
   * service stops, one last attempt is made.
   */
  const store = async (tryOf: Try, outcome: Outcome, isOver: AbortSignal): Promise<void> => {
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      const isLast = isOver.aborted;
      try {
        await settle(tryOf, outcome);
        return;
      } catch (error) {
        if (wait === FIRST_PAUSE_MS) onError(error);
      }
      if (isLast) return;
      await pause(wait, undefined, { signal: isOver, ref: false }).catch(() => undefined);
    }
  };

  const attemptAndStore = async (job: PgBoss.JobWithMetadata, data: object): Promise<void> => {
    const expired = AbortSignal.timeout(expireInSeconds * 1000);
    await runWithSignals([expired, stopping.signal], async (signal) => {
      const outcome = await attempt(job, data, { expired, signal });
      await store(job, outcome, signal);
    });
  };

  /** Runs a job under the id of the request that has caused it, else under its own id. */
  const run = (job: PgBoss.JobWithMetadata): Promise<void> => {
    const { requestId, data } = withoutCause(fromJson(job.data) as object | null);
    return runForRequest(requestId ?? job.id, () => attemptAndStore(job, data));
  };

  /** @param isWoken whether there is a job that an earlier check may have missed */
  const fetch = async (isWoken: boolean): Promise<number> => {
    const free = concurrency - runningJobs.size;
    if (free === 0) return 0;
    if (!isWoken && !(await hasDueJobs(name))) {
      scannedAt = performance.now();
      return 0;
    }
    // pg-boss returns an empty queue after a failed poll. A node without a database connection
    // would then count as working.
    const failures: Error[] = [];
    const db: PgBoss.Db = {
      executeSql: (sql, values) =>
        database.executeSql(sql, values).catch((error: unknown) => {
          failures.push(error instanceof Error ? error : new Error(String(error)));
          throw error;
        }),
    };
    const jobs = await boss.fetch<object>(name, { batchSize: free, includeMetadata: true, db });
    const [failure] = failures;
    if (failure !== undefined) throw failure;
    scannedAt = performance.now();
    for (const job of jobs) {
      const completion = run(job)
        .catch(onError)
        .finally(() => {
          runningJobs.delete(completion);
          scannedAt = performance.now();
          wake();
        });
      runningJobs.add(completion);
    }
    return jobs.length;
  };

  const fetchAndRun = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const fetched = await fetch(wasWoken()).catch((error: unknown) => {
        onError(error);
        return 0;
      });
      if (fetched > 0 || isAwake) continue;
      await Promise.race([
        delay(pollMilliseconds),
        new Promise<void>((resolve) => {
          endPause = resolve;
        }),
      ]);
    }
  };

  const looping = fetchAndRun();
  return {
    wake,
    isWorking: () =>
      runningJobs.size >= concurrency || performance.now() - scannedAt < IDLE_MILLISECONDS,
    stop: async () => {
      stopping.abort(new Error('the service is stopping'));
      wake();
      await looping;
      await Promise.race([Promise.allSettled(runningJobs), delay(STOP_MILLISECONDS)]);
    },
  };
};
