import type { Knex } from 'knex';
import { fromJson, withoutCause } from './database';
import type { FailedFilter, FailedJob, JobCount, Try } from './types';

export const SCHEMA = 'jobs';

/** Columns of pg-boss's table of jobs that this code reads or writes directly. */
export const COLUMNS = [
  'id',
  'name',
  'data',
  'state',
  'started_on',
  'completed_on',
  'start_after',
  'retry_count',
  'retry_limit',
  'output',
] as const;

type FailedRow = {
  id: string;
  name: string;
  data: unknown;
  state: FailedJob['state'];
  started_on: Date | null;
  completed_on: Date | null;
  retry_count: number;
  output: unknown;
};

type CountRow = { name: string; what: JobCount['state']; count: string; seconds: string | null };

const toFailedJob = (row: FailedRow): FailedJob => ({
  id: row.id,
  name: row.name,
  data: withoutCause(fromJson(row.data) as object | null).data,
  state: row.state,
  failedAt: (row.completed_on ?? row.started_on)?.toISOString() ?? null,
  tries: row.retry_count + 1,
  reason: (fromJson(row.output) as { message?: string } | null)?.message ?? null,
});

/**
 * Operations that pg-boss's interface does not offer. All statements on its table are in this file.
 */
export type JobTable = {
  /** Returns failed jobs, the latest first; with `orWaiting` also those that will be retried. */
  failed: (filter: FailedFilter) => Promise<FailedJob[]>;
  /**
   * Tells whether a job is still at this attempt, and locks it until the transaction ends. After
   * the maximum time of an attempt the queue may have given the job to another node.
   */
  hold: (trx: Knex.Transaction, name: string, which: Try) => Promise<boolean>;
  /** Makes the running attempt the job's last. */
  endRetries: (trx: Knex.Transaction, name: string, id: string) => Promise<void>;
  /** Makes a running job due again, as if its attempt had not begun. */
  release: (trx: Knex.Transaction, name: string, id: string) => Promise<void>;
  /** Postpones the next attempt of a failed job by some seconds from now. */
  putOff: (trx: Knex.Transaction, name: string, id: string, seconds: number) => Promise<void>;
  /** Returns the number of unfinished jobs by name and state, and the age of the oldest. */
  counts: () => Promise<JobCount[]>;
  /** Makes a job that waits for its next attempt due now. */
  retryNow: (trx: Knex.Transaction, name: string, id: string) => Promise<void>;
};

/** @param connection read at each use, because the application opens it only when it starts */
export const createJobTable = (connection: () => Knex): JobTable => {
  const queryJobs = () => connection()(`${SCHEMA}.job`);
  return {
    failed: async ({ name, limit = 100, orWaiting = false }) => {
      const rows = await queryJobs()
        .whereIn('state', orWaiting ? ['failed', 'retry'] : ['failed'])
        .andWhere(name === undefined ? {} : { name })
        .orderByRaw('coalesce(completed_on, started_on) DESC NULLS LAST')
        .limit(limit)
        .select<FailedRow[]>(
          'id',
          'name',
          'data',
          'state',
          'started_on',
          'completed_on',
          'retry_count',
          'output',
        );
      return rows.map(toFailedJob);
    },

    counts: async () => {
      const { rows } = await connection().raw<{ rows: CountRow[] }>(
        `SELECT name, what, count(*) AS count,
                greatest(extract(epoch FROM now() - min(since)), 0) AS seconds
         FROM (SELECT name,
                      CASE WHEN state = 'created' AND start_after > now() THEN 'planned'
                           WHEN state = 'created' THEN 'waiting'
                           ELSE state::text END AS what,
                      CASE WHEN state = 'active' THEN started_on
                           WHEN state = 'failed' THEN completed_on
                           ELSE start_after END AS since
               FROM ${SCHEMA}.job
               WHERE state IN ('created', 'retry', 'active', 'failed')) AS jobs
         GROUP BY name, what`,
      );
      return rows.map(({ name, what, count, seconds }) => ({
        name,
        state: what,
        count: Number(count),
        oldestSeconds: Number(seconds ?? 0),
      }));
    },

    hold: async (trx, name, { id, retryCount }) => {
      const held = await trx(`${SCHEMA}.job`)
        .where({ name, id, state: 'active', retry_count: retryCount })
        .forUpdate()
        .select('id');
      return held.length > 0;
    },

    endRetries: async (trx, name, id) => {
      await trx(`${SCHEMA}.job`)
        .where({ name, id })
        .update({ retry_limit: trx.ref('retry_count') });
    },

    release: async (trx, name, id) => {
      // pg-boss counts an attempt when it takes a job that has begun before (`fetchNextJob`,
      // pg-boss/src/plans.js).
      await trx(`${SCHEMA}.job`)
        .where({ name, id, state: 'active' })
        .update({
          state: trx.raw(
            `(CASE WHEN retry_count > 0 THEN 'retry' ELSE 'created' END)::${SCHEMA}.job_state`,
          ),
          started_on: null,
        });
    },

    putOff: async (trx, name, id, seconds) => {
      await trx(`${SCHEMA}.job`)
        .where({ name, id, state: 'retry' })
        .update({ start_after: trx.raw("now() + ? * interval '1 second'", [seconds]) });
    },

    retryNow: async (trx, name, id) => {
      await trx(`${SCHEMA}.job`)
        .where({ name, id, state: 'retry' })
        .update({ start_after: trx.raw('now()') });
    },
  };
};
