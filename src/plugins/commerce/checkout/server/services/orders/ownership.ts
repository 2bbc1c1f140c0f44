import type { WithStrapi } from '../../../../../../platform/with-strapi';
import type { Student } from '../../../../../../platform/http/authentication';
import { type Definition, searchIndex } from '../../../../../../platform/database/installer';
import { sql, tableOf } from '../../../../../../platform/strapi/queries';
import { tablesOf } from '../../../../../../platform/strapi/tables';
import { hasProvenAddress } from '../../../../../account';
import { uids } from '../../types';

/** The tables that say which account an order belongs to. */
const orderTables = ({ strapi }: WithStrapi) => {
  const table = tablesOf({ strapi })(uids.order);
  const { table: links, from: order, to: user } = table.link('user');
  return { orders: table.name, links, order, user };
};

/**
 * Guests' orders are found by their address, those of a product by its id, and by the panel's list the newest. Here, because a model can only
 * index whole columns, and a change of it concerns other releases.
 */
export const orderDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => {
  const { orders } = orderTables({ strapi });
  const index = (name: string, of: string): Definition => ({
    kind: 'index',
    name,
    table: orders,
    create: `CREATE INDEX ${name} ON ${orders} (${of})`,
  });
  return [
    index(`${orders}_customer_ix`, 'lower(customer_email)'),
    index(`${orders}_product_ix`, 'product_document_id'),
    index(`${orders}_period_ix`, 'period_ends_at'),
    index(`${orders}_created_ix`, 'created_at DESC, id'),
    ...searchIndex({ strapi }, uids.order),
  ];
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
  const { orders, links, order, user } = orderTables({ strapi });
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

type Account = {
  id: number;
  documentId: string;
  email: string;
  confirmed: boolean | null;
  confirmedAt: string | null;
};

type Owned = { customerEmail: string; user: { documentId: string } | null };

/**
 * Returns the ids of all orders of whoever an order belongs to: of the account that sees it, else of guests with its address. It
 * is the rule of {@link ordersOwnedBy}.
 */
export const ordersOfOwner = async (
  { strapi }: WithStrapi,
  { customerEmail, user }: Owned,
): Promise<number[]> => {
  const account = await tableOf<Account>({ strapi }, 'plugin::users-permissions.user').findOne({
    where: user === null ? { email: customerEmail } : { documentId: user.documentId },
    select: ['id', 'documentId', 'email', 'confirmed', 'confirmedAt'],
  });
  if (account !== null && (user !== null || hasProvenAddress(account))) {
    return ordersOwnedBy({ strapi }, { ...account, hasProvenAddress: hasProvenAddress(account) });
  }
  const { orders, links, order } = orderTables({ strapi });
  const { rows } = await sql(
    { strapi },
    `select o.id from ${orders} o where lower(o.customer_email) = lower(?)
        and not exists (select 1 from ${links} l where l.${order} = o.id)`,
    [customerEmail],
  );
  return rows.map((row) => Number(row.id));
};
