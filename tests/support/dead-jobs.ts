import { Client } from 'pg';
import type { TestDatabase } from './database';

/**
 * Lets an hour pass for the queue: for running attempts and for postponed jobs. Call it after a process died and before
 * another one uses the queue: the next process then finds expired jobs by the clock, without a wait.
 */
export const letTimePass = async ({ url }: Pick<TestDatabase, 'url'>): Promise<void> => {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(
      `UPDATE jobs.job SET started_on = started_on - interval '1 hour' WHERE state = 'active'`,
    );
    await client.query(
      `UPDATE jobs.job SET start_after = start_after - interval '1 hour'
       WHERE state IN ('created', 'retry') AND start_after > now()`,
    );
  } finally {
    await client.end();
  }
};
