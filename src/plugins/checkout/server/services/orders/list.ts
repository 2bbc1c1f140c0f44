import type { Student } from '../../../../../http/authentication';
import { paginationOf, windowOf } from '../../../../../http/pagination';
import type { Order } from '../../../orders-contract';
import { ordersOwnedBy } from './ownership';
import { tableOf } from '../../../../../strapi/queries';
import { uids, type WithStrapi } from '../../types';
import type { OrderRow } from './order-row';

const iso = (value: string): string => new Date(value).toISOString();

/** An order as its buyer reads it. */
export const publicOrder = (row: OrderRow): Order => ({
  documentId: row.documentId,
  createdAt: iso(row.createdAt),
  state: row.state,
  sessionStatus: row.sessionStatus,
  paymentStatus: row.paymentStatus,
  mode: row.mode,
  product: {
    documentId: row.productDocumentId,
    title: row.productTitle,
    SKU: row.productSKU,
  },
  vertical: row.vertical,
  amountSubtotal: row.amountSubtotal,
  amountTotal: row.amountTotal,
  amountRefunded: row.amountRefunded,
  discount:
    row.promotionCode === null
      ? null
      : { code: row.promotionCode, amount: row.amountDiscount ?? 0 },
  currency: row.currency,
  paidAt: row.paidAt === null ? null : iso(row.paidAt),
  sessionId: row.sessionId,
  subscriptionStatus: row.subscriptionStatus,
  renewsAt: row.renewsAt === null ? null : iso(row.renewsAt),
  instalments:
    row.instalments === null ? null : { total: row.instalments, paid: row.instalmentsPaid ?? 0 },
});

/** A page of one student's orders, newest first. */
export const listOrdersOf = async (
  { strapi }: WithStrapi,
  { student, ...page }: { student: Student; page: number; pageSize: number },
) => {
  const ids = await ordersOwnedBy({ strapi }, student);
  const { start, limit } = windowOf(page);
  const rows = await tableOf<OrderRow>({ strapi }, uids.order).findMany({
    where: { id: { $in: ids } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    limit,
    offset: start,
  });
  return {
    data: rows.map(publicOrder),
    meta: { pagination: paginationOf(page, ids.length) },
  };
};
