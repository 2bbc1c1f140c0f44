import type { WithStrapi } from '../../../../platform/with-strapi';
import { databaseNow, sql, tableOf } from '../../../../strapi/queries';
import { applyEvent } from '../services/events/apply';
import { fetchUndelivered, fetchUnseen } from '../services/events/fetch';
import { endAfterInstalments } from '../services/instalments/end';
import { WITHOUT_END } from '../services/orders/plan-instalments';
import { syncOrder } from '../services/orders/sync';
import { refundedLately, unsettled } from '../services/orders/unsettled';
import { paymentAccountsOf } from '../services/provider/client';
import { describeProviderError, isMissing } from '../services/provider/errors';
import type { OrderRow } from '../services/orders/order-row';
import { MEMORY } from '../services/session/idempotency';
import { uids } from '../types';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * How old something must be before its event counts as lost; how far back those are looked for that could not be
 * delivered, and those that were, to a database that has been put back to an earlier moment since.
 */
export type Reach = { overdueMs: number; undeliveredMs: number; unseenMs: number };

/** The provider keeps events for thirty days. */
const REACH: Reach = { overdueMs: 10 * MINUTE, undeliveredMs: 3 * DAY, unseenMs: 30 * DAY };

/** How many orders or events one run looks at; the next run goes on. */
const BATCH = 200;

type Attempt = { what: string; run: () => Promise<void> };

/** One that fails must not keep the others from their turn. */
const attempt = async ({ strapi }: WithStrapi, { what, run }: Attempt): Promise<void> => {
  try {
    await run();
  } catch (error) {
    strapi.log.warn(`checkout: ${what} is still out of step: ${describeProviderError(error)}`);
  }
};

/** Events that were stored and whose job was lost or gave up. */
const finishEvents = async ({ strapi }: WithStrapi, before: number): Promise<void> => {
  const events = tableOf<{ id: number; receivedMs: string; updatedAt: Date }>(
    { strapi },
    uids.event,
  );
  const waiting = await events.findMany({
    where: { outcome: 'received', receivedMs: { $lt: String(before) } },
    select: ['id'],
    // Those that have failed come last: many of them must not keep new ones out.
    orderBy: [{ updatedAt: 'asc' }, { id: 'asc' }],
    limit: BATCH,
  });
  for (const { id } of waiting) {
    const run = async (): Promise<void> => {
      try {
        await applyEvent({ strapi }, id);
      } catch (error) {
        await events.update({ where: { id }, data: { updatedAt: new Date() } });
        throw error;
      }
    };
    await attempt({ strapi }, { what: `event ${id}`, run });
  }
};

/** Refunds fail seldom and days later, so their orders are read so much less often. */
const REFUND_FACTOR = 36;

/** Orders that wait for news which is overdue. */
const syncOverdue = async (
  { strapi }: WithStrapi,
  { before, overdueMs }: { before: number; overdueMs: number },
): Promise<void> => {
  const age = Math.max(0, overdueMs) * (REFUND_FACTOR - 1);
  const orders = tableOf<OrderRow>({ strapi }, uids.order);
  const overdue = await orders.findMany({
    where: {
      $or: [
        { ...unsettled(before), syncedMs: { $lt: String(before) } },
        { ...refundedLately(before), syncedMs: { $lt: String(before - age) } },
      ],
      createdAt: { $lt: new Date(before) },
    },
    select: ['id', 'sessionId'],
    orderBy: { syncedMs: 'asc' },
    limit: BATCH,
  });
  for (const { id, sessionId } of overdue) {
    const run = () =>
      syncOrder({ strapi }, id).catch(async (error: unknown) => {
        if (!isMissing(error)) throw error;
        // Gone at the provider, so nothing can be paid with it any more.
        await orders.updateMany({
          where: { id, sessionStatus: 'open' },
          data: { sessionStatus: 'expired', state: 'expired', syncedMs: String(before) },
        });
      });
    await attempt({ strapi }, { what: `session ${sessionId.slice(0, 12)}…`, run });
  }
};

/** Subscriptions that nothing ends after their instalments: the job was lost or gave up. */
const endInstalments = async ({ strapi }: WithStrapi, before: number): Promise<void> => {
  const endless = await tableOf<OrderRow>({ strapi }, uids.order).findMany({
    where: {
      instalments: { $notNull: true },
      scheduleId: { $null: true },
      subscriptionStatus: { $in: [...WITHOUT_END] },
      syncedMs: { $lt: String(before) },
    },
    select: ['id', 'documentId'],
    orderBy: { id: 'asc' },
    limit: BATCH,
  });
  for (const { id, documentId } of endless) {
    const run = () => endAfterInstalments({ strapi }, id);
    await attempt({ strapi }, { what: `the end of the instalments of order ${documentId}`, run });
  }
};

/**
 * How long an event is kept that nothing is left to do about. Far beyond the thirty days of {@link REACH}: what the provider
 * could still name must be known, or it would be read once more for nothing.
 */
const EVENT_KEPT_MS = 90 * DAY;

/** What one run removes, so that it holds no locks for long; the next run goes on. */
const FORGOTTEN_AT_ONCE = 5_000;

const forgetEvents = ({ strapi }: WithStrapi, before: number): Promise<unknown> =>
  sql(
    { strapi },
    `delete from checkout_events where id in (
       select id from checkout_events
       where outcome in ('applied', 'ignored') and received_ms < ? limit ${FORGOTTEN_AT_ONCE})`,
    [before],
  );

const forget = async ({ strapi }: WithStrapi, now: number): Promise<void> => {
  await strapi.db
    .query(uids.request)
    .deleteMany({ where: { usedMs: { $lt: String(now - 2 * MEMORY.key) } } });
  await sql({ strapi }, 'delete from checkout_leases where expires_ms < ?', [now - DAY]);
  await forgetEvents({ strapi }, now - EVENT_KEPT_MS);
};

/** Finds what the provider's events did not tell, and makes the orders say it. */
export const reconcile = async (
  { strapi }: WithStrapi,
  { overdueMs, undeliveredMs, unseenMs }: Reach = REACH,
): Promise<void> => {
  const now = await databaseNow({ strapi });
  for (const account of paymentAccountsOf({ strapi }).values()) {
    await attempt(
      { strapi },
      {
        what: `account ${account.name}`,
        run: async () => {
          await fetchUndelivered({ strapi }, account, now - undeliveredMs);
          await fetchUnseen({ strapi }, account, { now, since: now - unseenMs });
        },
      },
    );
  }
  await finishEvents({ strapi }, now - Math.min(overdueMs, 2 * MINUTE));
  await syncOverdue({ strapi }, { before: now - overdueMs, overdueMs });
  await endInstalments({ strapi }, now - overdueMs);
  await forget({ strapi }, now);
};
