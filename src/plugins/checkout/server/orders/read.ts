import type { Order } from '../../../../contracts/checkout';
import { uids, type WithStrapi } from '../types';
import type { OrderRow } from './row';

const iso = (value: string): string => new Date(value).toISOString();

const publicOrder = (row: OrderRow): Order => ({
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
  currency: row.currency,
  paidAt: row.paidAt === null ? null : iso(row.paidAt),
});

/** A page of one student's orders, newest first. */
export const ordersOf = async (
  { strapi }: WithStrapi,
  { userId, page, pageSize }: { userId: number; page: number; pageSize: number },
) => {
  const where = { user: { id: userId } };
  const orders = strapi.db.query(uids.order);
  const [rows, total] = await Promise.all([
    orders.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      limit: pageSize,
      offset: (page - 1) * pageSize,
    }) as Promise<OrderRow[]>,
    orders.count({ where }),
  ]);
  return {
    data: rows.map(publicOrder),
    meta: { pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total } },
  };
};
