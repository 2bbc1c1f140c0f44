import type { WithStrapi } from '#platform/strapi/with-strapi';
import { BUSINESS_LINE } from '#catalogue/business-line';
import type { Student } from '#platform/http/authentication';
import { type Definition, createSearchIndex } from '#platform/database/installer';
import { inRunningTransaction, sql, getTable } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';
import { hasProvenAddress } from '#catalogue/proven-address';
import { uids } from '../../types';
import { createFormerAddressDefinitions, PROVEN_CHANGES } from '../../former-addresses';

/** Returns the tables that link orders to accounts. */
const orderTables = ({ strapi }: WithStrapi) => {
  const table = createTableLookup({ strapi })(uids.order);
  const { table: links, from: order, to: user } = table.link('user');
  return { orders: table.name, links, order, user };
};

const KEEP_FUNCTION = 'checkout_keep_orders()';
const KEEP_LINE = 'checkout_keep_lines()';

/**
 * Returns the trigger that gives an account the orders of guests with its proven address before the
 * address changes. Otherwise its owner would lose them, and the next owner of the address would get
 * them.
 */
const createGuestOrderDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => {
  const { orders, links, order, user } = orderTables({ strapi });
  const accounts = createTableLookup({ strapi })('plugin::users-permissions.user').name;
  return [
    {
      kind: 'function',
      name: KEEP_FUNCTION,
      create: `CREATE OR REPLACE FUNCTION ${KEEP_FUNCTION} RETURNS trigger AS $$
BEGIN
  INSERT INTO ${links} (${order}, ${user})
  SELECT o.id, OLD.id FROM ${orders} o WHERE lower(o.customer_email) = lower(OLD.email)
    AND NOT EXISTS (SELECT FROM ${links} l WHERE l.${order} = o.id);
  RETURN NULL;
END $$ LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT`,
    },
    {
      kind: 'trigger',
      name: 'checkout_keep_orders',
      table: accounts,
      create:
        `CREATE TRIGGER checkout_keep_orders AFTER UPDATE OF email ON ${accounts} FOR EACH ROW ` +
        `WHEN (${PROVEN_CHANGES}) ` +
        `EXECUTE FUNCTION ${KEEP_FUNCTION}`,
    },
  ];
};

/**
 * Returns the trigger that stores the business line of orders before its slug goes to another one.
 * Earlier releases stored only the slug, by which the orders would become those of the other line.
 * Orders older than the line are not its own: it took over the slug before.
 */
const createLineDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => {
  const orders = createTableLookup({ strapi })(uids.order);
  const lines = createTableLookup({ strapi })(BUSINESS_LINE).name;
  const line = orders.column('verticalDocumentId');
  return [
    {
      kind: 'function',
      name: KEEP_LINE,
      create: `CREATE OR REPLACE FUNCTION ${KEEP_LINE} RETURNS trigger AS $$
BEGIN
  UPDATE ${orders.name} SET ${line} = OLD.document_id
  WHERE ${orders.column('vertical')} = OLD.slug AND ${line} IS NULL
    AND (${orders.column('createdAt')} < OLD.created_at) IS NOT TRUE;
  RETURN NULL;
END $$ LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT`,
    },
    {
      kind: 'trigger',
      name: 'checkout_line_renamed',
      table: lines,
      create:
        `CREATE TRIGGER checkout_line_renamed AFTER UPDATE OF slug ON ${lines} FOR EACH ROW ` +
        `WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION ${KEEP_LINE}`,
    },
    {
      kind: 'trigger',
      name: 'checkout_line_deleted',
      table: lines,
      create:
        `CREATE TRIGGER checkout_line_deleted AFTER DELETE ON ${lines} ` +
        `FOR EACH ROW EXECUTE FUNCTION ${KEEP_LINE}`,
    },
  ];
};

/**
 * Returns the indexes of orders by customer address (for guests), by the provider's customer, by
 * product, by period and by date (for the panel's list). One more has orders whose payments are not
 * stored yet. They are not in the schema, because models only index whole columns and a schema
 * change affects other releases. The triggers keep orders with their account and line.
 */
export const orderDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => {
  const { orders } = orderTables({ strapi });
  const buildIndex = (name: string, target: string, where = ''): Definition => ({
    kind: 'index',
    name,
    table: orders,
    create: `CREATE INDEX ${name} ON ${orders} (${target})${where}`,
  });
  return [
    buildIndex(`${orders}_customer_ix`, 'lower(customer_email)'),
    buildIndex(`${orders}_payer_ix`, 'customer_id'),
    buildIndex(`${orders}_product_ix`, 'product_document_id'),
    buildIndex(`${orders}_period_ix`, 'period_ends_at'),
    buildIndex(`${orders}_created_ix`, 'created_at DESC, id'),
    buildIndex(`${orders}_unread_ix`, 'id', ' WHERE payments IS NULL'),
    ...createSearchIndex({ strapi }, uids.order),
    ...createGuestOrderDefinitions({ strapi }),
    ...createFormerAddressDefinitions({ strapi }),
    ...createLineDefinitions({ strapi }),
  ];
};

/**
 * Returns the ids of the orders that a student may see. Orders placed with the account's token are
 * always included. Orders with only the customer's address are included while the account has
 * proven it. Anybody can register an address, and must not learn about its owner's purchases.
 *
 * Earlier releases did not store how an order was linked. If the customer's address differs from
 * the account's, the order was placed by token.
 */
export const loadVisibleOrderIds = async (
  { strapi }: WithStrapi,
  { id, email, hasProvenAddress }: Student,
): Promise<number[]> => {
  const { orders, links, order, user } = orderTables({ strapi });
  const { rows } = await inRunningTransaction({ strapi }, (connection) =>
    sql(
      connection,
      `select o.id from ${links} l join ${orders} o on o.id = l.${order}
        where l.${user} = :id
          and (:isProven or o.placed_signed_in
               or (o.placed_signed_in is null and lower(o.customer_email) <> lower(:email)))
       union
       select o.id from ${orders} o
        where :isProven and lower(o.customer_email) = lower(:email)
          and not exists (select 1 from ${links} l where l.${order} = o.id)`,
      { id, email, isProven: hasProvenAddress },
    ),
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

type OwnedOrder = { customerEmail: string; user: { documentId: string } | null };

/**
 * Returns the ids of all orders of an order's owner: the account that sees it, else the guests with
 * its address. The rule is that of {@link loadVisibleOrderIds}.
 */
export const loadOwnerOrderIds = async (
  { strapi }: WithStrapi,
  { customerEmail, user }: OwnedOrder,
): Promise<number[]> => {
  const account = await getTable<Account>({ strapi }, 'plugin::users-permissions.user').findOne({
    where: user === null ? { email: customerEmail } : { documentId: user.documentId },
    select: ['id', 'documentId', 'email', 'confirmed', 'confirmedAt'],
  });
  if (account !== null && (user !== null || hasProvenAddress(account))) {
    return loadVisibleOrderIds(
      { strapi },
      { ...account, hasProvenAddress: hasProvenAddress(account) },
    );
  }
  const { orders, links, order } = orderTables({ strapi });
  const { rows } = await inRunningTransaction({ strapi }, (connection) =>
    sql(
      connection,
      `select o.id from ${orders} o where lower(o.customer_email) = lower(?)
        and not exists (select 1 from ${links} l where l.${order} = o.id)`,
      [customerEmail],
    ),
  );
  return rows.map((row) => Number(row.id));
};
