import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Student } from '#platform/http/authentication';
import { paginationOf, windowOf } from '#platform/http/pagination';
import type { Order } from '#plugins/commerce/checkout/orders-contract';
import { ordersOwnedBy } from './ownership';
import { accessOf } from '#plugins/commerce/checkout/access';
import { tableOf } from '#platform/strapi/queries';
import { uids } from '../../types';
import type { OrderRow } from './order-row';

const iso = (value: string): string => new Date(value).toISOString();

const isoOrNull = (value: string | null): string | null => (value === null ? null : iso(value));

const disputeOf = ({ disputePhase, disputeDueBy, amounts }: OrderRow): Order['dispute'] =>
  disputePhase === null || disputePhase === 'none'
    ? null
    : {
        phase: disputePhase,
        amount: amounts?.disputed ?? 0,
        respondBy: isoOrNull(disputeDueBy),
      };

const presentmentOf = ({ amounts }: OrderRow): Order['presentment'] => {
  const presentment = amounts?.presentment ?? null;
  return (
    presentment && {
      currency: presentment.currency,
      amountTotal: presentment.total,
      amountPaid: presentment.paid,
      amountRefunded: presentment.refunded,
    }
  );
};

/** Returns an order as its buyer reads it. */
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
  amountPaid: row.amounts?.paid ?? null,
  amountRefunded: row.amounts?.refunded ?? row.amountRefunded,
  refundStatus: row.refundStatus,
  presentment: presentmentOf(row),
  dispute: disputeOf(row),
  discount:
    row.promotionCode === null
      ? null
      : { code: row.promotionCode, amount: row.amountDiscount ?? 0 },
  currency: row.currency,
  paidAt: isoOrNull(row.paidAt),
  sessionId: row.sessionId,
  subscriptionStatus: row.subscriptionStatus,
  periodEndsAt: isoOrNull(row.periodEndsAt),
  renewsAt: isoOrNull(row.renewsAt),
  endsAt: isoOrNull(row.endsAt),
  graceEndsAt: isoOrNull(row.graceEndsAt),
  pause:
    row.pauseMode === null ? null : { mode: row.pauseMode, resumesAt: isoOrNull(row.resumesAt) },
  priceID: row.subscriptionPriceId ?? row.priceId,
  instalments:
    row.instalments === null ? null : { total: row.instalments, paid: row.instalmentsPaid ?? 0 },
  access: accessOf(row),
});

/** Returns a page of a student's orders, newest first. */
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
