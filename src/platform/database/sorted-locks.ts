import type { WithStrapi } from '../strapi/with-strapi';
import { sql, type Transaction } from '../strapi/queries';

/**
 * Takes advisory locks until the transaction ends, in one order for all transactions. Taking the
 * same locks in different orders would cause deadlocks.
 */
export const lockSorted = async (
  connection: WithStrapi & { trx: Transaction },
  names: readonly string[],
): Promise<void> => {
  if (names.length === 0) return;
  // `OFFSET 0` keeps PostgreSQL from locking before it sorts.
  await sql(
    connection,
    `select pg_advisory_xact_lock(l.number)
       from (select distinct hashtextextended(name, 0) as number
               from unnest(cast(? as text[])) name order by number offset 0) l`,
    [[...names]],
  );
};
