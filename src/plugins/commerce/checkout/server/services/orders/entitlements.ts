import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Student } from '#platform/http/authentication';
import { getTable } from '#platform/strapi/queries';
import type { Entitlement, Order } from '#plugins/commerce/checkout/orders-contract';
import { uids } from '../../types';
import { ENDED_STATUSES, isOpenAt, isResumedBeforeEnd } from '#plugins/commerce/checkout/access';
import { toPublicOrder } from './list';
import type { OrderRow } from './order-row';
import { loadVisibleOrderIds } from './ownership';

/** Fields of a public order that determine its entitlement. */
export type EntitlingOrder = Pick<
  Order,
  'documentId' | 'mode' | 'product' | 'paidAt' | 'createdAt' | 'access' | 'instalments'
>;

const isBought = ({ mode, instalments }: EntitlingOrder): boolean =>
  mode === 'payment' || (instalments !== null && instalments.paid >= instalments.total);

const getStartDate = ({ paidAt, createdAt }: EntitlingOrder): string => paidAt ?? createdAt;

const pickEarlier = (first: string, other: string): string => (first < other ? first : other);

/** Returns the later of two ends. Null means no end, and is later than any. */
const pickLaterEnd = (first: string | null, other: string | null): string | null =>
  first === null || other === null ? null : first > other ? first : other;

/**
 * Returns the entitlements of orders at a moment, one per product, in order of first purchase. A
 * product that was bought outright stays available, whatever becomes of subscriptions to it.
 */
export const computeEntitlements = (
  orders: readonly EntitlingOrder[],
  now: Date,
): Entitlement[] => {
  const byProduct = new Map<string, Entitlement>();
  const entitling = orders
    .filter(({ access }) => isOpenAt(access, now))
    .toSorted((first, other) => (getStartDate(first) < getStartDate(other) ? -1 : 1));
  for (const order of entitling) {
    const { documentId, product, access } = order;
    const existing = byProduct.get(product.documentId);
    byProduct.set(product.documentId, {
      product,
      mode: existing?.mode === 'payment' || isBought(order) ? 'payment' : 'subscription',
      since:
        existing === undefined
          ? getStartDate(order)
          : pickEarlier(existing.since, getStartDate(order)),
      until: existing === undefined ? access.until : pickLaterEnd(existing.until, access.until),
      orders: [...(existing?.orders ?? []), documentId],
    });
  }
  return [...byProduct.values()];
};

/** Returns whether a subscription is over whose access lasts for a while, as after a failed charge. */
const isLapsed = ({
  subscriptionStatus,
  access,
}: Pick<Order, 'subscriptionStatus' | 'access'>): boolean =>
  ENDED_STATUSES.includes(subscriptionStatus ?? '') && access.until !== null;

/** Returns whether the provider charges a subscription again, also after a pause with an end. */
const isChargedAgain = (order: Order): boolean =>
  order.renewsAt !== null ||
  (!isBought(order) && isResumedBeforeEnd(order.pause?.resumesAt ?? null, order.endsAt));

const completeOrdersOf = async ({ strapi }: WithStrapi, student: Student): Promise<Order[]> => {
  const ids = await loadVisibleOrderIds({ strapi }, student);
  const rows = await getTable<OrderRow>({ strapi }, uids.order).findMany({
    where: { id: { $in: ids }, sessionStatus: 'complete' },
    orderBy: { id: 'asc' },
  });
  return rows.map(toPublicOrder);
};

/** Returns a student's current entitlements with a constant number of queries. */
export const loadEntitlements = async (
  { strapi }: WithStrapi,
  student: Student,
): Promise<Entitlement[]> =>
  computeEntitlements(await completeOrdersOf({ strapi }, student), new Date());

/**
 * Returns the orders because of which a student should not buy a product again: those that give
 * access, and subscriptions that are charged again although their access has ended. A subscription
 * that has ended can be bought again while its access lasts.
 */
export const loadBlockingOrders = async (
  { strapi }: WithStrapi,
  student: Student,
  productDocumentId: string,
): Promise<string[]> => {
  const now = new Date();
  return (await completeOrdersOf({ strapi }, student))
    .filter(({ product }) => product.documentId === productDocumentId)
    .filter((order) => (isOpenAt(order.access, now) ? !isLapsed(order) : isChargedAgain(order)))
    .map(({ documentId }) => documentId);
};
