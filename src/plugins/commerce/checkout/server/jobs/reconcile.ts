import type { WithStrapi } from '#platform/strapi/with-strapi';
import { readDatabaseTime, sql, getTable } from '#platform/strapi/queries';
import { applyEvent } from '../services/events/apply';
import { fetchUndelivered, fetchUnseen } from '../services/events/fetch';
import { endAfterInstalments } from '../services/end-after-instalments';
import { WITHOUT_END } from '../services/orders/schedule-end';
import { syncOrder } from '../services/orders/sync';
import {
  type OrderRow,
  buildRecentRefundsFilter,
  buildUnsettledOrdersFilter,
} from '../services/orders/order-row';
import {
  createDeadline,
  type PaymentAccount,
  getPaymentAccounts,
} from '../services/provider/client';
import {
  describeProviderError,
  isMissing,
  isRateLimited,
  isUnreachable,
} from '../services/provider/errors';
import { MEMORY } from '../services/session/idempotency';
import { uids } from '../types';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Time limits of a run. `overdueMs`: age at which an order's event counts as lost. `undeliveredMs`:
 * how far back undelivered events are fetched. `unseenMs`: how far back all events are fetched, for
 * a database that was restored to an earlier state.
 */
export type Reach = { overdueMs: number; undeliveredMs: number; unseenMs: number };

/** The provider keeps events for thirty days. */
const DEFAULT_REACH: Reach = { overdueMs: 10 * MINUTE, undeliveredMs: 3 * DAY, unseenMs: 30 * DAY };

/** Maximum number of orders or events per run. The next run continues. */
const BATCH = 200;

/** Maximum milliseconds of a run without its last call, so that runs do not overlap. */
const RUN_MS = 4 * MINUTE;

/** Milliseconds added to the maximum duration, for a busy process. */
const SLACK_MS = 10_000;

/** Returns the maximum duration of a run in seconds. */
export const reconcileSeconds = ({ strapi }: WithStrapi): number =>
  Math.ceil((RUN_MS + createDeadline({ strapi }).whole + SLACK_MS) / 1000);

type Attempt = { name: string; run: () => Promise<unknown> };

/**
 * Runs attempts one after the other while time is left. A failed attempt does not stop the others,
 * unless the provider is unavailable or limits the account's calls.
 *
 * @returns whether the account can still be asked
 */
const attemptAll = async (
  { strapi }: WithStrapi,
  { isOver }: Pick<AccountTurn, 'isOver'>,
  attempts: readonly Attempt[],
): Promise<boolean> => {
  for (const { name, run } of attempts) {
    if (isOver()) return true;
    try {
      await run();
    } catch (error) {
      strapi.log.warn(`checkout: ${name} is still outdated: ${describeProviderError(error)}`);
      if (isUnreachable(error) || isRateLimited(error)) return false;
    }
  }
  return true;
};

type AccountTurn = {
  account: PaymentAccount;
  reach: Reach;
  now: number;
  /** Returns whether the step's share of the time is over. The next run continues. */
  isOver: () => boolean;
};

/** Fetches the events of an account that did not arrive. */
const fetchEvents = (
  { strapi }: WithStrapi,
  { account, reach: { undeliveredMs, unseenMs }, now, isOver }: AccountTurn,
): Promise<boolean> =>
  attemptAll({ strapi }, { isOver }, [
    {
      name: `account ${account.name}`,
      run: async () => {
        await fetchUndelivered({ strapi }, account, { since: now - undeliveredMs, isOver });
        await fetchUnseen({ strapi }, account, { now, since: now - unseenMs, isOver });
      },
    },
  ]);

/** The least recently touched come first, so that many failing rows do not block new ones. */
const LEAST_RECENT = [{ updatedAt: 'asc' }, { id: 'asc' }] as const;

/** Applies stored events whose job was lost or gave up. */
const finishEvents = async (
  { strapi }: WithStrapi,
  { account, reach, now, isOver }: AccountTurn,
): Promise<boolean> => {
  const before = now - Math.min(reach.overdueMs, 2 * MINUTE);
  const events = getTable<{ id: number; origin: string; receivedMs: string; updatedAt: Date }>(
    { strapi },
    uids.event,
  );
  const waiting = await events.findMany({
    where: {
      origin: account.name,
      outcome: 'received',
      receivedMs: { $lt: String(before) },
    },
    select: ['id'],
    orderBy: [...LEAST_RECENT],
    limit: BATCH,
  });
  const attempts = waiting.map(({ id }) => ({
    name: `event ${id}`,
    run: async () => {
      await events.update({ where: { id }, data: { updatedAt: new Date() } });
      await applyEvent({ strapi }, id);
    },
  }));
  return attemptAll({ strapi }, { isOver }, attempts);
};

/**
 * Refunds rarely fail, and only days later, so their orders are read this many times less often.
 */
const REFUND_FACTOR = 36;

type ReconciledOrder = OrderRow & { updatedAt: Date };

/** Marks an order as tried, so that it comes last in the next run if it fails. */
const markTried = async ({ strapi }: WithStrapi, id: number): Promise<void> => {
  const orders = getTable<ReconciledOrder>({ strapi }, uids.order);
  await orders.updateMany({ where: { id }, data: { updatedAt: new Date() } });
};

/** Reads an order at the provider, or notes that its session no longer exists there. */
const readOrder = async (
  { strapi }: WithStrapi,
  id: number,
  onMissing: (id: number) => Promise<unknown>,
): Promise<void> => {
  await markTried({ strapi }, id);
  try {
    await syncOrder({ strapi }, id);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await onMissing(id);
  }
};

/** Reads orders whose next event is overdue. */
const syncOverdue = async (
  { strapi }: WithStrapi,
  { account, reach: { overdueMs }, now, isOver }: AccountTurn,
): Promise<boolean> => {
  const before = now - overdueMs;
  const age = Math.max(0, overdueMs) * (REFUND_FACTOR - 1);
  const orders = getTable<ReconciledOrder>({ strapi }, uids.order);
  const overdue = await orders.findMany({
    where: {
      origin: account.name,
      $or: [
        { ...buildUnsettledOrdersFilter(before), syncedMs: { $lt: String(before) } },
        { ...buildRecentRefundsFilter(before), syncedMs: { $lt: String(before - age) } },
      ],
      createdAt: { $lt: new Date(before) },
    },
    select: ['id', 'sessionId'],
    orderBy: [...LEAST_RECENT],
    limit: BATCH,
  });
  // A session that no longer exists at the provider cannot be paid any more.
  const expire = (id: number) =>
    orders.updateMany({
      where: { id, sessionStatus: 'open' },
      data: { sessionStatus: 'expired', state: 'expired', syncedMs: String(before) },
    });
  const attempts = overdue.map(({ id, sessionId }) => ({
    name: `session ${sessionId.slice(0, 12)}…`,
    run: () => readOrder({ strapi }, id, expire),
  }));
  return attemptAll({ strapi }, { isOver }, attempts);
};

/** Ends subscriptions after their instalments where the job was lost or gave up. */
const endInstalments = async (
  { strapi }: WithStrapi,
  { account, reach, now, isOver }: AccountTurn,
): Promise<boolean> => {
  const endless = await getTable<ReconciledOrder>({ strapi }, uids.order).findMany({
    where: {
      origin: account.name,
      instalments: { $notNull: true },
      scheduleId: { $null: true },
      subscriptionStatus: { $in: [...WITHOUT_END] },
      syncedMs: { $lt: String(now - reach.overdueMs) },
    },
    select: ['id', 'documentId'],
    orderBy: [...LEAST_RECENT],
    limit: BATCH,
  });
  const attempts = endless.map(({ id, documentId }) => ({
    name: `the end of the instalments of order ${documentId}`,
    run: async () => {
      await markTried({ strapi }, id);
      await endAfterInstalments({ strapi }, id);
    },
  }));
  return attemptAll({ strapi }, { isOver }, attempts);
};

/**
 * Reads complete orders that an earlier release read last. It stored no payments, and exports would
 * lack them. Most of these orders get no event any more.
 */
const readPaymentsOfOldOrders = async (
  { strapi }: WithStrapi,
  { account, isOver }: AccountTurn,
): Promise<boolean> => {
  const orders = getTable<ReconciledOrder>({ strapi }, uids.order);
  const unread = { sessionStatus: 'complete', payments: { $null: true } };
  const old = await orders.findMany({
    where: { origin: account.name, ...unread },
    select: ['id', 'documentId'],
    orderBy: [...LEAST_RECENT],
    limit: BATCH,
  });
  // Payments of a session that the provider no longer has stay unknown.
  const skip = (id: number) =>
    orders.updateMany({ where: { id, ...unread }, data: { payments: [] } });
  const attempts = old.map(({ id, documentId }) => ({
    name: `order ${documentId} of an earlier release`,
    run: () => readOrder({ strapi }, id, skip),
  }));
  return attemptAll({ strapi }, { isOver }, attempts);
};

/**
 * How long processed events are stored, far beyond the thirty days of {@link DEFAULT_REACH}. An event that
 * the provider can still list must be known here, or it would be fetched again.
 */
const EVENT_KEPT_MS = 90 * DAY;

/**
 * Maximum number of events that one run deletes, so that it holds no locks for long. The next run
 * continues.
 */
const MAX_DELETED_EVENTS = 5_000;

const forgetEvents = ({ strapi }: WithStrapi, before: number): Promise<unknown> =>
  sql(
    { strapi },
    `delete from checkout_events where id in (
       select id from checkout_events
       where outcome in ('applied', 'ignored') and received_ms < ? limit ${MAX_DELETED_EVENTS})`,
    [before],
  );

const forget = async ({ strapi }: WithStrapi, now: number): Promise<void> => {
  await strapi.db
    .query(uids.request)
    .deleteMany({ where: { usedMs: { $lt: String(now - 2 * MEMORY.key) } } });
  await sql({ strapi }, 'delete from checkout_leases where expires_ms < ?', [now - DAY]);
  await forgetEvents({ strapi }, now - EVENT_KEPT_MS);
};

const STEPS = [
  fetchEvents,
  finishEvents,
  syncOverdue,
  endInstalments,
  readPaymentsOfOldOrders,
] as const;

/**
 * Fetches lost events and reads overdue orders. If an account is unavailable, its remaining steps
 * are skipped. Accounts share the time of a run, and so do the steps of an account, so that a slow
 * one does not delay the others.
 */
export const reconcile = async (
  { strapi }: WithStrapi,
  reach: Reach = DEFAULT_REACH,
  signal?: AbortSignal,
): Promise<void> => {
  const ends = performance.now() + RUN_MS;
  const now = await readDatabaseTime({ strapi });
  const accounts = [...getPaymentAccounts({ strapi }).values()];
  for (const [index, account] of accounts.entries()) {
    const began = performance.now();
    const accountEnds = began + (ends - began) / (accounts.length - index);
    for (const [step, run] of STEPS.entries()) {
      const remainingMs = accountEnds - performance.now();
      const stepEnds = performance.now() + remainingMs / (STEPS.length - step);
      const isOver = (): boolean => signal?.aborted === true || performance.now() > stepEnds;
      if (!(await run({ strapi }, { account, reach, now, isOver }))) break;
    }
  }
  await forget({ strapi }, now);
};
