/**
 * Access that an order gives to its product. `until`: when it ends by itself, or null if it does
 * not.
 */
export type Access = { granted: boolean; until: string | null };

type Instalments = {
  /** Number of payments of the price. Null: one payment, or a subscription without an end. */
  instalments: number | null;
  instalmentsPaid: number | null;
};

/** Stored values of an order that determine its access. */
export type AccessFacts = Instalments & {
  mode: string;
  sessionStatus: string;
  paymentStatus: string;
  subscriptionStatus: string | null;
  periodEndsAt: string | null;
  renewsAt: string | null;
  endsAt: string | null;
  graceEndsAt: string | null;
  pauseMode: string | null;
  /** Null: an earlier release read the order last. */
  amounts: object | null;
};

const NONE: Access = { granted: false, until: null };
const UNLIMITED_ACCESS: Access = { granted: true, until: null };

const toIsoTime = (value: string): string => new Date(value).toISOString();

const findLatest = (times: readonly (string | null)[]): string | null =>
  times
    .flatMap((time) => (time === null ? [] : toIsoTime(time)))
    .sort()
    .at(-1) ?? null;

const findEarliest = (times: readonly (string | null)[]): string | null =>
  times.flatMap((time) => (time === null ? [] : toIsoTime(time))).sort()[0] ?? null;

/**
 * Returns whether the last instalment is paid. The customer then keeps the product, even if the
 * subscription ends.
 */
export const isPaidUp = ({ instalments, instalmentsPaid }: Instalments): boolean =>
  instalments !== null && (instalmentsPaid ?? 0) >= instalments;

/** Returns whether a paused subscription is charged again between the end of the pause and its own. */
export const isResumedBeforeEnd = (resumesAt: string | null, endsAt: string | null): boolean =>
  resumesAt !== null && (endsAt === null || new Date(resumesAt) < new Date(endsAt));

/** Statuses of subscriptions that the provider no longer charges. */
export const ENDED_STATUSES: readonly string[] = ['canceled', 'incomplete_expired'];

/** Statuses of subscriptions whose latest charge did not fail. */
export const RUNNING_STATUSES: readonly string[] = ['active', 'trialing'];
const IN_ARREARS = ['past_due', 'unpaid', 'paused'];

const computeSubscriptionAccess = (order: AccessFacts): Access => {
  const { subscriptionStatus: status, periodEndsAt, renewsAt, endsAt, graceEndsAt } = order;
  const isRunning = RUNNING_STATUSES.includes(status ?? '');
  // Earlier releases did not store which period is paid.
  const isPeriodKnown = order.amounts !== null;
  if (isRunning && order.pauseMode === null) {
    // The payment of the last period was refunded.
    if (isPeriodKnown && periodEndsAt === null && renewsAt === null) return NONE;
    const until = endsAt ?? (renewsAt === null ? periodEndsAt : null);
    return { granted: true, until: findEarliest([until]) };
  }
  if (!isPeriodKnown || periodEndsAt === null) return NONE;
  const coveredUntil = findLatest([periodEndsAt, graceEndsAt]);
  // The provider ended it because a payment failed. The grace period still applies.
  if (status === 'canceled' && graceEndsAt !== null) return { granted: true, until: coveredUntil };
  if (!isRunning && !IN_ARREARS.includes(status ?? '')) return NONE;
  return { granted: true, until: findEarliest([endsAt, coveredUntil]) };
};

/**
 * Returns whether a refund ends the access. Refunding the only month of a running subscription is
 * goodwill, unless it is not charged again: it ends after the period, or is paused.
 */
const isEndedByRefund = (order: AccessFacts) =>
  order.paymentStatus === 'refunded' &&
  (order.mode === 'payment' ||
    order.instalments !== null ||
    order.renewsAt === null ||
    !RUNNING_STATUSES.includes(order.subscriptionStatus ?? ''));

/**
 * Returns the access that an order gives, computed from stored values only. The current time plays
 * no part: `until` says when the access ends by itself. Entitlements, the panel and webhooks all
 * use this function.
 */
export const computeAccess = (order: AccessFacts): Access => {
  const { sessionStatus, paymentStatus } = order;
  if (sessionStatus !== 'complete') return NONE;
  if (['pending', 'disputed'].includes(paymentStatus) || isEndedByRefund(order)) return NONE;
  if (isPaidUp(order)) return UNLIMITED_ACCESS;
  if (order.mode === 'payment') return paymentStatus === 'failed' ? NONE : UNLIMITED_ACCESS;
  return computeSubscriptionAccess(order);
};

/** Returns whether an access is valid at a moment. */
export const isOpenAt = ({ granted, until }: Access, now: Date): boolean =>
  granted && (until === null || new Date(until) > now);
