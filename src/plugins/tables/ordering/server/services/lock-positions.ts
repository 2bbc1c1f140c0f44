import type { WithStrapi } from '../../../../../platform/with-strapi';
import { sql, type Transaction } from '../../../../../platform/strapi/queries';

/** Serializes position changes of a type until the transaction ends. */
export const lockPositions = async (
  { strapi }: WithStrapi,
  uid: string,
  trx: Transaction,
): Promise<void> => {
  await sql({ strapi, trx }, 'select pg_advisory_xact_lock(hashtext(?))', [`positions ${uid}`]);
};
