import { recordAudit } from '../../../../audit';
import { databaseNow, tableOf } from '../../../../../strapi/queries';
import { createDeadline, paymentAccountNamed } from '../provider/client';
import { readSnapshot } from '../provider/snapshot';
import { uids, type WithStrapi } from '../../types';
import { planInstalments } from './plan-instalments';
import { announceOrder } from './announce';
import type { OrderRow } from './order-row';
import { type OrderStatus, orderStatusOf } from './order-status';

const ATTEMPTS = 10;

/** Refunds are made at the provider; that one was seen is told to whoever looks after the money here. */
const recordRefund = async (
  { strapi }: WithStrapi,
  { documentId, amountRefunded, origin, productTitle }: OrderRow,
  { amountRefunded: refunded, currency }: OrderStatus,
): Promise<void> => {
  if (refunded <= amountRefunded) return;
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
 * Makes an order say what the provider says now.
 *
 * Nothing is taken from an event but that something happened: duplicates, late ones and ones out of
 * order then cannot do harm. A write counts only if no other came between its reading and itself, so a
 * slow reading never overwrites a newer one.
 *
 * @param since skip the reading if one began after this moment of the database's clock
 */
export const syncOrder = async (
  { strapi }: WithStrapi,
  orderId: number,
  since = Number.POSITIVE_INFINITY,
): Promise<void> => {
  const orders = tableOf<OrderRow>({ strapi }, uids.order);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const order = await orders.findOne({ where: { id: orderId } });
    if (order === null || Number(order.syncedMs) > since) return;
    const account = paymentAccountNamed({ strapi }, order.origin);
    if (account === undefined) throw new Error(`No payment account ${order.origin} is configured`);
    const started = await databaseNow({ strapi });
    const snapshot = await readSnapshot(account, order.sessionId, createDeadline({ strapi }));
    const status = orderStatusOf(snapshot, {
      known: order.timeline,
      now: new Date(),
      instalments: order.instalments,
    });
    const isWritten = await strapi.db.transaction(async () => {
      const { count } = await orders.updateMany({
        where: { id: order.id, version: order.version },
        data: { ...status, version: order.version + 1, syncedMs: String(started) },
      });
      if (count === 1) {
        await recordRefund({ strapi }, order, status);
        await announceOrder({ strapi }, order.id, order);
        await planInstalments({ strapi }, { ...order, ...status });
      }
      return count === 1;
    });
    if (isWritten) return;
  }
  throw new Error(`Order ${orderId} kept changing while it was read`);
};
