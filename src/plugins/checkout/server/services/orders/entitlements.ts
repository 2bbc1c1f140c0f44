import type { Student } from '../../../../../http/authentication';
import { tableOf } from '../../../../../strapi/queries';
import type { Entitlement } from '../../../orders-contract';
import { uids, type WithStrapi } from '../../types';
import { isPaidUp } from './order-events';
import type { OrderRow } from './order-row';
import { ordersOwnedBy } from './ownership';

type Paid = Pick<
  OrderRow,
  | 'documentId'
  | 'mode'
  | 'productDocumentId'
  | 'productTitle'
  | 'productSKU'
  | 'paymentStatus'
  | 'subscriptionStatus'
  | 'paidAt'
  | 'createdAt'
  | 'periodEndsAt'
  | 'renewsAt'
  | 'instalments'
  | 'instalmentsPaid'
>;

const RUNNING = ['active', 'trialing'];

/** Whether something is one's own: bought at once, or by instalments of which the last one is paid. */
const isBought = (order: Paid): boolean => order.mode === 'payment' || isPaidUp(order);

/** Whether an order gives a right to its product at present. */
const entitles = (order: Paid): boolean => {
  const { paymentStatus, subscriptionStatus } = order;
  return isBought(order)
    ? paymentStatus === 'paid' || paymentStatus === 'partially_refunded'
    : RUNNING.includes(subscriptionStatus ?? '') &&
        paymentStatus !== 'refunded' &&
        paymentStatus !== 'disputed';
};

const iso = (value: string): string => new Date(value).toISOString();

const sinceOf = ({ paidAt, createdAt }: Paid): string => iso(paidAt ?? createdAt);

const untilOf = (order: Paid): string | null => {
  const { periodEndsAt, renewsAt } = order;
  return isBought(order) || renewsAt !== null || periodEndsAt === null ? null : iso(periodEndsAt);
};

const earlier = (one: string, other: string): string => (one < other ? one : other);

/** Of two ends the later; none is later than any. */
const laterEnd = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? null : one > other ? one : other;

/**
 * What orders entitle to, each product once, in the order in which it was bought first. Who bought it for good
 * has it for good, whatever else was subscribed to.
 */
export const entitlementsIn = (orders: readonly Paid[]): Entitlement[] => {
  const found = new Map<string, Entitlement>();
  const entitling = orders
    .filter(entitles)
    .toSorted((one, other) => (sinceOf(one) < sinceOf(other) ? -1 : 1));
  for (const order of entitling) {
    const known = found.get(order.productDocumentId);
    found.set(order.productDocumentId, {
      product: {
        documentId: order.productDocumentId,
        title: order.productTitle,
        SKU: order.productSKU,
      },
      mode: known?.mode === 'payment' || isBought(order) ? 'payment' : 'subscription',
      since: known === undefined ? sinceOf(order) : earlier(known.since, sinceOf(order)),
      until: known === undefined ? untilOf(order) : laterEnd(known.until, untilOf(order)),
      orders: [...(known?.orders ?? []), order.documentId],
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
  const rows = await tableOf<Paid>({ strapi }, uids.order).findMany({
    where: { id: { $in: ids }, sessionStatus: 'complete' },
    orderBy: { id: 'asc' },
  });
  return entitlementsIn(rows);
};
