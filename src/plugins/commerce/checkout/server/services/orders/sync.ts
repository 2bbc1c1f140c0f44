import type { WithStrapi } from '../../../../../../platform/with-strapi';
import { recordAudit } from '../../../../../../feature/record-audit';
import { databaseNow, tableOf } from '../../../../../../platform/strapi/queries';
import { createDeadline, paymentAccountNamed, settingsOf } from '../provider/client';
import { readSnapshot } from '../provider/snapshot';
import { uids } from '../../types';
import { planInstalments } from './plan-instalments';
import { announceOrder } from './announce';
import { isScheduleWrong } from './schedule-end';
import type { OrderRow } from './order-row';
import { type OrderStatus, orderStatusOf } from './order-status';

const ATTEMPTS = 10;

/** Refunds are made at the provider; that one was seen is told to whoever looks after the money here. */
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

/** Whether an order was read after a moment. A payment that an event names is read once more: else nobody asks for inquiries. */
const isReadSince = ({ syncedMs }: OrderRow, since: number, named: string | undefined): boolean =>
  named === undefined && Number(syncedMs) > since;

/**
 * Makes an order say what the provider says now.
 *
 * Nothing is taken from an event but that something happened: duplicates, late ones and ones out of
 * order then cannot do harm. A write counts only if no other came between its reading and itself, so a
 * slow reading never overwrites a newer one.
 *
 * @param since skip the reading if one began after this moment of the database's clock and nothing is named
 * @param named the payment intent that an event was about, which is read however long ago it was paid
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
      const { count } = await orders.updateMany({
        where: { id: order.id, version: order.version },
        data: { ...status, version: order.version + 1, syncedMs: String(started) },
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
