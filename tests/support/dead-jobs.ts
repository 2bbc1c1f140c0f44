import { Client } from 'pg';
import type { TestDatabase } from './database';

/**
 * Lets an hour pass for the queue: for the tries that are under way, and for what is put off. Said once a process is dead and before another one works on the
 * queue, it is as if the one that does had come an hour later: what the dead process left is found by the clock all the
 * same, without a test that waits for it.
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
