import type PgBoss from 'pg-boss';
import { SCHEMA } from './pg-boss';

/** Tells whether a queue has due jobs. */
export type DueQueues = (name: string) => Promise<boolean>;

/** Milliseconds for which queues share one answer of the database. */
const SHARED_MS = 100;

/** The limit makes the database stop at the first due job of each queue. */
const QUERY = `
  SELECT queue.name
  FROM unnest($1::text[]) AS queue (name)
  CROSS JOIN LATERAL (
    SELECT FROM ${SCHEMA}.job
    WHERE job.name = queue.name AND job.state < 'active' AND job.start_after < now()
    LIMIT 1
  ) AS due`;

/**
 * Returns a check for due jobs that all queues of a node share. The queue's own fetch is an
 * update of every queue's table, which takes milliseconds also if nothing is due.
 *
 * @param database the queue's access to the database
 * @param names all queues of the node
 */
export const createDueQueues = (database: PgBoss.Db, names: readonly string[]): DueQueues => {
  let latest: { at: number; due: Promise<ReadonlySet<string>> } | null = null;

  const scan = async (): Promise<ReadonlySet<string>> => {
    const { rows }: { rows: { name: string }[] } = await database.executeSql(QUERY, [[...names]]);
    return new Set(rows.map(({ name }) => name));
  };

  return async (name) => {
    if (latest === null || performance.now() - latest.at > SHARED_MS) {
      const started = { at: performance.now(), due: scan() };
      latest = started;
      started.due.catch(() => {
        if (latest === started) latest = null;
      });
    }
    return (await latest.due).has(name);
  };
};
