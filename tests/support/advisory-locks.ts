import type { Client } from 'pg';
import { until } from './until';

/** Waits until so many clients wait for advisory locks in the database of this client. */
export const untilHeldUp = (client: Client, count: number): Promise<number> =>
  until(
    async () => {
      const { rows } = await client.query(
        `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
         WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`,
      );
      return rows.length;
    },
    (waiting) => waiting === count,
  );
