import type { Student } from '../../../../../http/authentication';
import { indexLookup } from '../../../../../database/definitions';
import { sql } from '../../../../../strapi/queries';
import { uids, type WithStrapi } from '../../types';

type JoinTable = {
  name: string;
  joinColumn: { name: string };
  inverseJoinColumn: { name: string };
};

/** The tables that say which account an order belongs to. */
const tablesOf = ({ strapi }: WithStrapi) => {
  const { tableName, attributes } = strapi.db.metadata.get(uids.order);
  const { joinTable } = attributes.user as unknown as { joinTable: JoinTable };
  return {
    orders: tableName,
    links: joinTable.name,
    order: joinTable.joinColumn.name,
    user: joinTable.inverseJoinColumn.name,
  };
};

/** Guests' orders are found by their address. Here, because a model can only index whole columns. */
export const indexCustomers = async ({ strapi }: WithStrapi): Promise<void> => {
  const { orders } = tablesOf({ strapi });
  const index = `${orders}_customer_ix`;
  await strapi.db.connection.transaction(async (trx) => {
    // "if not exists" does not keep two nodes that start together from failing each other.
    await trx.raw('SELECT pg_advisory_xact_lock(hashtext(?))', [`${orders} indexes`]);
    // Nor does it keep a start from waiting for everybody who writes.
    if ((await indexLookup(trx))(index)) return;
    await trx.raw(`CREATE INDEX IF NOT EXISTS ${index} ON ${orders} (lower(customer_email))`);
  });
};

/**
 * The ids of the orders that a student may see: those placed with the account's own token, always; those
 * that are theirs by the customer's address only, while the address is proven. Anybody can register an
 * address, and must not learn what its owner has bought.
 *
 * Earlier releases did not note how an order came to its account. Where the customer's address is another
 * than the account's, it was by a token.
 */
export const ordersOwnedBy = async (
  { strapi }: WithStrapi,
  { id, email, hasProvenAddress }: Student,
): Promise<number[]> => {
  const { orders, links, order, user } = tablesOf({ strapi });
  const { rows } = await sql(
    { strapi },
    `select o.id from ${links} l join ${orders} o on o.id = l.${order}
      where l.${user} = :id
        and (:isProven or o.placed_signed_in
             or (o.placed_signed_in is null and lower(o.customer_email) <> lower(:email)))
     union
     select o.id from ${orders} o
      where :isProven and lower(o.customer_email) = lower(:email)
        and not exists (select 1 from ${links} l where l.${order} = o.id)`,
    { id, email, isProven: hasProvenAddress },
  );
  return rows.map((row) => Number(row.id));
};
