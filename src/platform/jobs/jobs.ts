import type { Knex } from 'knex';
import PgBoss from 'pg-boss';
import { readDatabaseTime } from '../strapi/queries';
import type { WithStrapi } from '../strapi/with-strapi';
import { isDatabaseUnavailable } from '../database-unavailable';
import { queueDatabase, withCause } from './database';
import { createDueQueues } from './due-queues';
import {
  type Handler,
  type JobCount,
  type JobOptions,
  type JobRun,
  type Jobs,
  type Outcome,
  type AttemptWrapper,
  type Try,
  upkeep,
  withDefaults,
} from './types';
import { createFailedTries, getErrorMessage, retryPause } from './failed-tries';
import { createJobTable, SCHEMA } from './pg-boss';
import { startSchedule } from './schedule';
import { startWorker, type Worker } from './worker';

type Definition = { handler: Handler<object>; options: Required<JobOptions> };

const isBounded = ({ retryBackoff, retryDelayMax }: Required<JobOptions>): boolean =>
  retryBackoff && Number.isFinite(retryDelayMax);

/** Milliseconds for which counts are cached, because several metrics use them. */
const COUNTED_MS = 1_000;

/**
 * Maximum delay in seconds of jobs that this node starts without polling, because a user may be
 * waiting for them.
 */
const MAX_SOON_SECONDS = 60;

/** Returns the queue: pg-boss in a separate schema of the service's database. */
export const createJobs = ({ strapi }: WithStrapi): Jobs => {
  const definitions = new Map<string, Definition>();
  const schedules = new Map<string, { cron: string; data: object }>();
  const workers = new Map<string, Worker>();
  const listeners: ((run: JobRun) => void)[] = [];
  const surroundings: AttemptWrapper[] = [];
  let boss: PgBoss | undefined;
  let stopSchedule = (): Promise<void> => Promise.resolve();
  let opening: Promise<PgBoss> | undefined;
  let counted: { at: number; counts: Promise<JobCount[]> } | null = null;

  const report =
    (where: string) =>
    (error: unknown): void => {
      // The connection monitor logs an unavailable database once; each queue would log it every
      // second.
      const level = isDatabaseUnavailable(error) ? 'debug' : 'error';
      strapi.log[level](`jobs: ${where}: ${getErrorMessage(error)}`);
    };

  const table = createJobTable(() => strapi.db.connection);

  const createQueues = async (queue: PgBoss): Promise<void> => {
    await queue.start();
    for (const [name, { options }] of definitions) {
      const { retryLimit, retryDelay, expireInSeconds } = options;
      // pg-boss 10 has no maximum pause. Workers of queues with a maximum postpone failed attempts.
      const retryBackoff = options.retryBackoff && !isBounded(options);
      const settings = { name, retryLimit, retryDelay, retryBackoff, expireInSeconds };
      await queue.createQueue(name, { ...settings });
      // `createQueue` does not change an existing queue.
      await queue.updateQueue(name, { ...settings });
    }
  };

  const openBoss = async (): Promise<PgBoss> => {
    const queue = new PgBoss({
      db: queueDatabase(strapi.db.connection),
      schema: SCHEMA,
      schedule: false,
      ...upkeep,
    });
    queue.on('error', report('queue'));
    try {
      await strapi.db.connection.transaction(async (trx) => {
        // Each queue is a table. Nodes that start together would deadlock while creating them.
        await trx.raw('select pg_advisory_xact_lock(hashtext(?))', [`${SCHEMA} queues`]);
        await createQueues(queue);
      });
    } catch (error) {
      await queue.stop({ graceful: false });
      throw error;
    }
    boss = queue;
    return queue;
  };

  /** Opens the queue on its first use, because jobs may be enqueued before the queue starts. */
  const openOnce = (): Promise<PgBoss> => {
    opening ??= openBoss().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  const enqueue: Jobs['enqueue'] = async (name, data, { startAfter, id } = {}) => {
    if (!definitions.has(name)) throw new Error(`No handler is defined for ${name}`);
    const queue = await openOnce();
    const wake = (): void => workers.get(name)?.wake();
    return strapi.db.transaction(async ({ trx, onCommit }) => {
      (onCommit as (callback: () => void) => void)(() => {
        if (startAfter === undefined) wake();
        else if (typeof startAfter === 'number' && startAfter <= MAX_SOON_SECONDS) {
          setTimeout(wake, startAfter * 1000 + 1).unref();
        }
      });
      return queue.send(name, withCause(data), {
        db: queueDatabase(trx as Knex),
        ...(startAfter !== undefined && {
          startAfter: typeof startAfter === 'number' ? startAfter : startAfter.toISOString(),
        }),
        ...(id !== undefined && { id }),
      });
    });
  };

  const settle = (
    queue: PgBoss,
    name: string,
    options: Required<JobOptions>,
    tryOf: Try,
    outcome: Outcome,
  ): Promise<void> =>
    strapi.db.connection.transaction(async (trx) => {
      // The transaction could not begin and is rejected with the reason; its connection may belong
      // to other code by now.
      if (trx.isCompleted()) return;
      if (!(await table.hold(trx, name, tryOf))) return;
      const db = queueDatabase(trx);
      if (outcome.isDone) {
        await queue.complete(name, tryOf.id, {}, { db });
        return;
      }
      if (outcome.isInterrupted === true) {
        await table.release(trx, name, tryOf.id);
        return;
      }
      if (outcome.isLast) await table.endRetries(trx, name, tryOf.id);
      await queue.fail(name, tryOf.id, outcome.reason, { db });
      if (!isBounded(options)) return;
      await table.putOff(trx, name, tryOf.id, retryPause(options, tryOf.retryCount));
    });

  return {
    define: (name, handler, options) => {
      if (definitions.has(name)) throw new Error(`Two handlers are defined for ${name}`);
      if (opening !== undefined) throw new Error(`${name} is defined after the queue was opened`);
      definitions.set(name, {
        handler: handler as Handler<object>,
        options: withDefaults(options),
      });
    },

    enqueue,

    schedule: (name, cron, data = {}) => {
      schedules.set(name, { cron, data });
    },

    failed: async (filter = {}) => {
      await openOnce();
      return table.failed(filter);
    },

    counts: async () => {
      await openOnce();
      if (counted === null || performance.now() - counted.at > COUNTED_MS) {
        counted = { at: performance.now(), counts: table.counts() };
        counted.counts.catch(() => (counted = null));
      }
      return counted.counts;
    },

    surround: (surrounding) => {
      surroundings.push(surrounding);
    },

    hearRuns: (hear) => {
      listeners.push(hear);
    },

    retry: async (name, id) => {
      const queue = await openOnce();
      return strapi.db.transaction(async ({ trx, onCommit }) => {
        const db = queueDatabase(trx as Knex);
        const job = await queue.getJobById(name, id, { db, includeArchive: false });
        if (job?.state === 'failed') await queue.retry(name, id, { db });
        else if (job?.state !== 'retry') return false;
        await table.retryNow(trx as Knex.Transaction, name, id);
        (onCommit as (callback: () => void) => void)(() => workers.get(name)?.wake());
        return true;
      });
    },

    stateOf: async (name, id) => {
      const queue = await openOnce();
      const job = await queue.getJobById(name, id);
      return job?.state ?? null;
    },

    isWorking: () =>
      [...definitions.keys()].every((name) => workers.get(name)?.isWorking() === true),

    start: async () => {
      const queue = await openOnce();
      const database = queueDatabase(strapi.db.connection);
      const hasDueJobs = createDueQueues(database, [...definitions.keys()]);
      // Killed processes leave running jobs; the queue itself looks for them an interval later.
      await queue.expire().catch(report('queue'));
      for (const [name, { handler, options }] of definitions) {
        workers.set(
          name,
          startWorker({
            ...options,
            boss: queue,
            database,
            hasDueJobs,
            name,
            handler,
            settle: (tryOf, outcome) => settle(queue, name, options, tryOf, outcome),
            onError: report(name),
            onFailed: createFailedTries({
              say: (level, words) => strapi.log[level](`jobs: ${name}: ${words}`),
            }),
            surround: (job, work) =>
              surroundings.reduce<() => Promise<void>>(
                (inner, surrounding) => () => surrounding(job, inner),
                work,
              )(),
            onRun: (run) => {
              for (const hear of listeners) hear(run);
            },
          }),
        );
      }
      stopSchedule = startSchedule({
        jobs: [...schedules].map(([name, scheduled]) => ({ name, ...scheduled })),
        readTime: () => readDatabaseTime({ strapi }),
        enqueue: (name, data, id) => enqueue(name, data, { id }),
        onError: report('schedule'),
      });
    },

    stop: async () => {
      await Promise.all([stopSchedule(), ...[...workers.values()].map((worker) => worker.stop())]);
      workers.clear();
      await boss?.stop({ graceful: false });
      boss = undefined;
      opening = undefined;
    },
  };
};
