import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Student } from '#platform/http/authentication';
import { buildPagination, computeWindow } from '#platform/http/pagination';
import type { Order } from '#plugins/commerce/checkout/orders-contract';
import { loadVisibleOrderIds } from './ownership';
import { computeAccess } from '#plugins/commerce/checkout/access';
import { getTable } from '#platform/strapi/queries';
import { uids } from '../../types';
import type { OrderRow } from './order-row';

const toIso = (value: string): string => new Date(value).toISOString();

const toIsoOrNull = (value: string | null): string | null => (value === null ? null : toIso(value));

const toDispute = ({ disputePhase, disputeDueBy, amounts }: OrderRow): Order['dispute'] =>
  disputePhase === null || disputePhase === 'none'
    ? null
    : {
        phase: disputePhase,
        amount: amounts?.disputed ?? 0,
        respondBy: toIsoOrNull(disputeDueBy),
      };

const toPresentment = ({ amounts }: OrderRow): Order['presentment'] => {
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
export const toPublicOrder = (row: OrderRow): Order => ({
  documentId: row.documentId,
  createdAt: toIso(row.createdAt),
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
  presentment: toPresentment(row),
  dispute: toDispute(row),
  discount:
    row.promotionCode === null
      ? null
      : { code: row.promotionCode, amount: row.amountDiscount ?? 0 },
  currency: row.currency,
  paidAt: toIsoOrNull(row.paidAt),
  sessionId: row.sessionId,
  subscriptionStatus: row.subscriptionStatus,
  periodEndsAt: toIsoOrNull(row.periodEndsAt),
  renewsAt: toIsoOrNull(row.renewsAt),
  endsAt: toIsoOrNull(row.endsAt),
  graceEndsAt: toIsoOrNull(row.graceEndsAt),
  pause:
    row.pauseMode === null ? null : { mode: row.pauseMode, resumesAt: toIsoOrNull(row.resumesAt) },
  priceID: row.subscriptionPriceId ?? row.priceId,
  instalments:
    row.instalments === null ? null : { total: row.instalments, paid: row.instalmentsPaid ?? 0 },
  access: computeAccess(row),
});

/** Returns a page of a student's orders, newest first. */
export const listOrdersOf = async (
  { strapi }: WithStrapi,
  { student, ...page }: { student: Student; page: number; pageSize: number },
) => {
  const ids = await loadVisibleOrderIds({ strapi }, student);
  const { start, limit } = computeWindow(page);
  const rows = await getTable<OrderRow>({ strapi }, uids.order).findMany({
    where: { id: { $in: ids } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    limit,
    offset: start,
  });
  return {
    data: rows.map(toPublicOrder),
    meta: { pagination: buildPagination(page, ids.length) },
  };
};
