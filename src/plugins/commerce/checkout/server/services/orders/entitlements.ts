import type { WithStrapi } from '../../../../../../platform/with-strapi';
import type { Student } from '../../../../../../platform/http/authentication';
import { tableOf } from '../../../../../../platform/strapi/queries';
import type { Entitlement, Order } from '../../../orders-contract';
import { uids } from '../../types';
import { isOpenAt } from '../../../access';
import { publicOrder } from './list';
import type { OrderRow } from './order-row';
import { ordersOwnedBy } from './ownership';

/** What of an order, as others read it, says what it entitles to. */
export type EntitlingOrder = Pick<
  Order,
  'documentId' | 'mode' | 'product' | 'paidAt' | 'createdAt' | 'access' | 'instalments'
>;

const isBought = ({ mode, instalments }: EntitlingOrder): boolean =>
  mode === 'payment' || (instalments !== null && instalments.paid >= instalments.total);

const sinceOf = ({ paidAt, createdAt }: EntitlingOrder): string => paidAt ?? createdAt;

const earlier = (one: string, other: string): string => (one < other ? one : other);

/** Of two ends the later; none is later than any. */
const laterEnd = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? null : one > other ? one : other;

/**
 * What orders entitle to at a moment, each product once, in the order in which it was bought first. Who bought it for good
 * has it for good, whatever else was subscribed to.
 */
export const entitlementsIn = (orders: readonly EntitlingOrder[], now: Date): Entitlement[] => {
  const found = new Map<string, Entitlement>();
  const entitling = orders
    .filter(({ access }) => isOpenAt(access, now))
    .toSorted((one, other) => (sinceOf(one) < sinceOf(other) ? -1 : 1));
  for (const order of entitling) {
    const { documentId, product, access } = order;
    const known = found.get(product.documentId);
    found.set(product.documentId, {
      product,
      mode: known?.mode === 'payment' || isBought(order) ? 'payment' : 'subscription',
      since: known === undefined ? sinceOf(order) : earlier(known.since, sinceOf(order)),
      until: known === undefined ? access.until : laterEnd(known.until, access.until),
      orders: [...(known?.orders ?? []), documentId],
    });
  }
  return [...found.values()];
};

/** What a student may use now; the number of queries does not depend on how much that is. */
export const entitlementsOf = async (
  { strapi }: WithStrapi,
  student: Student,
): Promise<Entitlement[]> => {
  const ids = await ordersOwnedBy({ strapi }, student);
  const rows = await tableOf<OrderRow>({ strapi }, uids.order).findMany({
    where: { id: { $in: ids }, sessionStatus: 'complete' },
    orderBy: { id: 'asc' },
  });
  return entitlementsIn(rows.map(publicOrder), new Date());
};
