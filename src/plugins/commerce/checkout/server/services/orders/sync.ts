import { recordAudit } from '#feature/application';
import { createHttpError } from '#platform/http/errors';
import { readDatabaseTime, getTable } from '#platform/strapi/queries';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { outcomeErrors } from '#plugins/commerce/checkout/errors';
import type { CheckoutOutcome } from '#plugins/commerce/checkout/orders-contract';
import { findLineOf } from '../../order-line';
import { uids } from '../../types';
import { createDeadline, findPaymentAccount, getCheckoutSettings } from '../provider/client';
import { describeProviderError } from '../provider/errors';
import { readSnapshot } from '../provider/snapshot';
import { announceOrder } from './announce';
import { toPublicOrder } from './list';
import type { OrderRow } from './order-row';
import { type OrderStatus, orderStatusOf } from './order-status';
import { isScheduleWrong, planInstalments } from './schedule-end';

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
const isReadSince = (
  { syncedMs }: OrderRow,
  since: number,
  namedIntent: string | undefined,
): boolean => namedIntent === undefined && Number(syncedMs) > since;

/**
 * Updates an order with the provider's current data.
 *
 * The content of events is not used, so duplicate, late and reordered events do no harm. A write
 * succeeds only if no other write came since its reading, so a slow reading never overwrites a
 * newer one.
 *
 * @param since skip if a reading began after this moment of the database's clock and `namedIntent`
 *   is not given
 * @param namedIntent payment intent of the event, which is read regardless of its age
 */
export const syncOrder = async (
  { strapi }: WithStrapi,
  orderId: number,
  since = Number.POSITIVE_INFINITY,
  namedIntent?: string,
): Promise<void> => {
  const orders = getTable<OrderRow>({ strapi }, uids.order);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const order = await orders.findOne({ where: { id: orderId } });
    if (order === null || isReadSince(order, since, namedIntent)) return;
    const account = findPaymentAccount({ strapi }, order.origin);
    if (account === undefined) throw new Error(`No payment account ${order.origin} is configured`);
    const started = await readDatabaseTime({ strapi });
    const now = new Date();
    const deadline = createDeadline({ strapi });
    const snapshot = await readSnapshot(
      account,
      order,
      { readMs: started, now, namedIntent },
      deadline,
    );
    const status = orderStatusOf(snapshot, {
      previous: order.timeline,
      now,
      instalments: order.instalments,
      scheduleEnd: order.scheduleEnd,
      graceDays: getCheckoutSettings({ strapi }).graceDays,
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

/** How long an answer is reused, in milliseconds. */
const FRESH_MS = 2_000;

/**
 * Returns whether the outcome is final. On an open page the customer can still pay with another
 * card.
 */
const isSettled = ({ sessionStatus, state }: OrderRow): boolean =>
  sessionStatus !== 'open' && state !== 'complete';

const createOutcomes = ({ strapi }: WithStrapi) => {
  const orders = getTable<OrderRow>({ strapi }, uids.order);
  const pendingReads = new Map<number, Promise<void>>();

  /**
   * Reads an order at the provider, once for concurrent callers. Errors are logged, and the stored
   * state stays.
   */
  const refresh = (order: OrderRow): Promise<void> => {
    const pending = pendingReads.get(order.id);
    if (pending !== undefined) return pending;
    const looking = readDatabaseTime({ strapi })
      .then((now) => syncOrder({ strapi }, order.id, now - FRESH_MS))
      .catch((error: unknown) => {
        strapi.log.warn(
          `checkout: the state of order ${order.documentId} could not be read: ${describeProviderError(error)}`,
        );
      })
      .finally(() => pendingReads.delete(order.id));
    pendingReads.set(order.id, looking);
    return looking;
  };

  return {
    async of(sessionId: string): Promise<CheckoutOutcome> {
      const find = () => orders.findOne({ where: { sessionId } });
      const order = await find();
      if (order === null) throw createHttpError(outcomeErrors.SESSION_NOT_FOUND);
      if (isSettled(order)) return toPublicOrder(order);
      await refresh(order);
      return toPublicOrder((await find()) ?? order);
    },
  };
};

const NAME = 'checkout-outcomes';

/**
 * Returns the outcome of a checkout session for anyone who has its id.
 *
 * @throws NotFoundError `SESSION_NOT_FOUND`
 */
export const loadCheckoutOutcome = (
  { strapi }: WithStrapi,
  sessionId: string,
): Promise<CheckoutOutcome> => {
  if (!strapi.has(NAME)) strapi.add(NAME, () => createOutcomes({ strapi }));
  const outcomes: ReturnType<typeof createOutcomes> = strapi.get(NAME);
  return outcomes.of(sessionId);
};
