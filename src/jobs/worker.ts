import type PgBoss from 'pg-boss';
import { doneFor } from '../http/request-id';
import { fromJson } from './database';
import { asJob } from './job-now';
import { IDLE_MILLISECONDS, STOP_MILLISECONDS, type JobOptions } from './options';
import { withoutCause } from './cause';
import { type Handler, type JobRun, NonRetryableError, type Surrounding } from './types';

export type Worker = {
  /** Looks for work now instead of at the next turn. */
  wake: () => void;
  /** Whether it has looked into the queue lately, or has its hands full. */
  isWorking: () => boolean;
  stop: () => Promise<void>;
};

type WorkerOptions = Required<JobOptions> & {
  boss: PgBoss;
  /** What the queue speaks over. */
  database: PgBoss.Db;
  name: string;
  handler: Handler<object>;
  /** Sees to it that a failure of the job is its last. */
  endRetries: (id: string) => Promise<void>;
  onError: (error: unknown) => void;
  /** What every try is done within. */
  surround: Surrounding;
  /** Hears of every try. */
  onRun: (run: JobRun) => void;
};

const after = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());

/** What is kept of an error: enough to find the cause, without the objects that libraries hang on it. */
const outcomeOf = (error: unknown): object =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack }
    : { message: String(error) };

/**
 * Takes jobs of one name out of the queue and does them. The queue's own `work` is not used: it rests
 * after every batch, and does not wait to hear whether an outcome was stored, so that a database that is
 * away for a moment would end the process.
 */
export const startWorker = ({
  boss,
  database,
  name,
  handler,
  endRetries,
  concurrency,
  expireInSeconds,
  pollMilliseconds,
  onError,
  surround,
  onRun,
}: WorkerOptions): Worker => {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let isAwake = false;
  let lookedAt = performance.now();
  let rouse: () => void = () => undefined;

  const wake = (): void => {
    isAwake = true;
    rouse();
  };

  const wasWoken = (): boolean => {
    const was = isAwake;
    isAwake = false;
    return was;
  };

  const attempt = async (job: PgBoss.JobWithMetadata, data: object): Promise<void> => {
    const expired = AbortSignal.timeout(expireInSeconds * 1000);
    const signal = AbortSignal.any([expired, stopping.signal]);
    const began = performance.now();
    const tell = (isDone: boolean): void => {
      const lateSeconds = Math.max(Number(job.startedOn) - Number(job.startAfter), 0) / 1000;
      onRun({ name, isDone, lateSeconds, seconds: (performance.now() - began) / 1000 });
    };
    try {
      const overdue = new Promise<never>((_resolve, reject) => {
        expired.addEventListener('abort', () => reject(new Error('the job took too long')), {
          once: true,
        });
      });
      const { id, retryCount, retryLimit } = job;
      const isLastTry = retryCount >= retryLimit;
      const work = surround({ name, id, retryCount }, () =>
        asJob(name, () => handler({ id, data, retryCount, isLastTry, signal })),
      );
      await Promise.race([work, overdue]);
      await boss.complete(name, job.id);
      tell(true);
    } catch (error) {
      // Who breaks off because the service stops has not failed; the next node takes the job up.
      if (error !== stopping.signal.reason) {
        onError(error);
        tell(false);
      }
      const settle = async (): Promise<void> => {
        if (error instanceof NonRetryableError) await endRetries(job.id);
        await boss.fail(name, job.id, outcomeOf(error));
      };
      await settle().catch(onError);
    }
  };

  /** Under the id of the request that has caused the job; else under its own. */
  const run = (job: PgBoss.JobWithMetadata): Promise<void> => {
    const { requestId, data } = withoutCause(fromJson(job.data) as object | null);
    return doneFor(requestId ?? job.id, () => attempt(job, data));
  };

  const fetch = async (): Promise<number> => {
    const free = concurrency - running.size;
    if (free === 0) return 0;
    // pg-boss takes a look that failed for an empty queue: a node that gets no connection would count as working.
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
    lookedAt = performance.now();
    for (const job of jobs) {
      const done = run(job).finally(() => {
        running.delete(done);
        lookedAt = performance.now();
        wake();
      });
      running.add(done);
    }
    return jobs.length;
  };

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const found = await fetch().catch((error: unknown) => {
        onError(error);
        return 0;
      });
      if (found > 0 || wasWoken()) continue;
      await Promise.race([
        after(pollMilliseconds),
        new Promise<void>((resolve) => {
          rouse = resolve;
        }),
      ]);
    }
  };

  const looping = loop();
  return {
    wake,
    isWorking: () =>
      running.size >= concurrency || performance.now() - lookedAt < IDLE_MILLISECONDS,
    stop: async () => {
      stopping.abort(new Error('the service is stopping'));
      wake();
      await looping;
      await Promise.race([Promise.allSettled(running), after(STOP_MILLISECONDS)]);
    },
  };
};
