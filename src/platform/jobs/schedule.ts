import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Cron } from 'croner';

/** Maximum milliseconds between two readings of the database's clock, which may be set. */
const MAX_PAUSE_MS = 60_000;

/** Milliseconds until the next try while the database is unavailable. */
const RETRY_MS = 5_000;

type ScheduledJob = { name: string; cron: string; data: object };

/** @param id equal on every node for one time, so that the database accepts only one job */
type Enqueue = (name: string, data: object, id: string) => Promise<unknown>;

type ScheduleOptions = {
  jobs: readonly ScheduledJob[];
  /** Returns the database's time in milliseconds since 1970. */
  readTime: () => Promise<number>;
  enqueue: Enqueue;
  onError: (error: unknown) => void;
};

const buildId = (name: string, time: number): string => {
  const hex = createHash('sha256')
    .update(`${name} ${Math.round(time / 1000)}`)
    .digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
};

/**
 * Returns a function that enqueues the jobs whose time has come since its last call, and returns
 * the milliseconds until the next time. A job that cannot be enqueued is enqueued by a later call.
 *
 * @throws the error of the first job that could not be enqueued, after all others were
 */
export const createTicks = ({ jobs, readTime, enqueue }: Omit<ScheduleOptions, 'onError'>) => {
  const schedules = jobs.map((job) => ({ ...job, times: new Cron(job.cron), since: Infinity }));

  return async (): Promise<number> => {
    const now = await readTime();
    const failures: unknown[] = [];
    for (const schedule of schedules) {
      const { name, data, times } = schedule;
      schedule.since = Math.min(schedule.since, now);
      // The end of this second is not included, so that a time of this second is.
      const [latest] = times.previousRuns(1, new Date(now + 1000));
      const time = latest?.getTime() ?? -Infinity;
      try {
        if (time > schedule.since) await enqueue(name, data, buildId(name, time));
        schedule.since = now;
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    const nextTimes = schedules.map(({ times }) => times.nextRun(new Date(now))?.getTime());
    return Math.min(MAX_PAUSE_MS, ...nextTimes.map((time) => (time ?? Infinity) - now));
  };
};

/**
 * Enqueues jobs at the times of their cron expressions, by the database's clock. A node's own clock
 * may be set back, and its jobs would pause until it reaches the former time.
 *
 * @returns a function that stops this
 */
export const startSchedule = ({ onError, ...options }: ScheduleOptions): (() => Promise<void>) => {
  const stopping = new AbortController();
  const enqueueDue = createTicks(options);

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const milliseconds = await enqueueDue().catch((error: unknown) => {
        onError(error);
        return RETRY_MS;
      });
      // One millisecond more, because timers may end early.
      await pause(milliseconds + 1, undefined, { signal: stopping.signal, ref: false }).catch(
        () => undefined,
      );
    }
  };

  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
};
