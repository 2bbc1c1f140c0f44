import type { WithStrapi } from '../../../../../../platform/with-strapi';
import { recordAudit } from '../../../../../../feature/application';
import { databaseNow, tableOf } from '../../../../../../platform/strapi/queries';
import { createDeadline, paymentAccountNamed, settingsOf } from '../provider/client';
import { readSnapshot } from '../provider/snapshot';
import { uids } from '../../types';
import { isScheduleWrong, planInstalments } from './schedule-end';
import { announceOrder } from './announce';
import { findLineOf } from '../../order-line';
import type { OrderRow } from './order-row';
import { type OrderStatus, orderStatusOf } from './order-status';

const ATTEMPTS = 10;

/**
 * Writes a refund to the audit log. Refunds are made at the provider, and this tells the users of
 * the panel.
 */
const recordRefund = async (
  { strapi }: WithStrapi,
  { documentId, amounts: before, amountRefunded, origin, productTitle }: OrderRow,
  { amounts, currency }: OrderStatus,
): Promise<void> => {
  const refunded = amounts?.refunded ?? 0;
  if (refunded <= (before?.refunded ?? amountRefunded)) return;
  await recordAudit(
    { strapi },
    {
      action: 'order.refunded',
      target: { type: uids.order, id: documentId, name: productTitle },
      details: { amountRefunded: refunded, currency: currency ?? '', account: origin },
    },
  );
};

/**
 * Returns whether an order was read after a moment. A payment named by an event is always read
 * again, because only this finds inquiries.
 */
const isReadSince = ({ syncedMs }: OrderRow, since: number, named: string | undefined): boolean =>
  named === undefined && Number(syncedMs) > since;

/**
 * Updates an order with the provider's current data.
 *
 * The content of events is not used, so duplicate, late and reordered events do no harm. A write
 * succeeds only if no other write came since its reading, so a slow reading never overwrites a
 * newer one.
 *
 * @param since skip if a reading began after this moment of the database's clock and `named` is not
 *   given
 * @param named payment intent of the event, which is read regardless of its age
 */
export const syncOrder = async (
  { strapi }: WithStrapi,
  orderId: number,
  since = Number.POSITIVE_INFINITY,
  named?: string,
): Promise<void> => {
  const orders = tableOf<OrderRow>({ strapi }, uids.order);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const order = await orders.findOne({ where: { id: orderId } });
    if (order === null || isReadSince(order, since, named)) return;
    const account = paymentAccountNamed({ strapi }, order.origin);
    if (account === undefined) throw new Error(`No payment account ${order.origin} is configured`);
    const started = await databaseNow({ strapi });
    const now = new Date();
    const deadline = createDeadline({ strapi });
    const snapshot = await readSnapshot(account, order, { readMs: started, now, named }, deadline);
    const status = orderStatusOf(snapshot, {
      known: order.timeline,
      now,
      instalments: order.instalments,
      scheduleEnd: order.scheduleEnd,
      graceDays: settingsOf({ strapi }).graceDays,
    });
    const isWritten = await strapi.db.transaction(async () => {
      const line = order.verticalDocumentId ?? (await findLineOf({ strapi }, order))?.documentId;
      const { count } = await orders.updateMany({
        where: { id: order.id, version: order.version },
        data: {
          ...status,
          // Orders of earlier releases lack it.
          ...(line !== undefined && { verticalDocumentId: line }),
          version: order.version + 1,
          syncedMs: String(started),
        },
      });
      if (count === 1) {
        await recordRefund({ strapi }, order, status);
        await announceOrder({ strapi }, order.id, order);
        const hasWrongEnd = isScheduleWrong(snapshot, order);
        await planInstalments({ strapi }, { ...order, ...status }, hasWrongEnd);
      }
      return count === 1;
    });
    if (isWritten) return;
  }
  throw new Error(`Order ${orderId} kept changing while it was read`);
};
