/** Whether an order gives a right to its product, and when that ends by itself; null: it does not. */
export type Access = { granted: boolean; until: string | null };

type Instalments = {
  /** In how many payments it is paid; null: at once, or by a subscription without an end. */
  instalments: number | null;
  instalmentsPaid: number | null;
};

/** What is stored of an order that says what it gives access to. */
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
  /** Null: the order was last read by an earlier release. */
  amounts: object | null;
};

const NONE: Access = { granted: false, until: null };
const FOR_GOOD: Access = { granted: true, until: null };

const iso = (value: string): string => new Date(value).toISOString();

const latest = (times: readonly (string | null)[]): string | null =>
  times
    .flatMap((time) => (time === null ? [] : iso(time)))
    .sort()
    .at(-1) ?? null;

const earliest = (times: readonly (string | null)[]): string | null =>
  times.flatMap((time) => (time === null ? [] : iso(time))).sort()[0] ?? null;

/** Whether the last instalment is paid; what was bought stays then, whatever becomes of the subscription. */
export const isPaidUp = ({ instalments, instalmentsPaid }: Instalments): boolean =>
  instalments !== null && (instalmentsPaid ?? 0) >= instalments;

const RUNNING = ['active', 'trialing'];
const IN_ARREARS = ['past_due', 'unpaid', 'paused'];

/** Until when something is used that is charged again and again. */
const subscribed = (order: AccessFacts): Access => {
  const { subscriptionStatus: status, periodEndsAt, renewsAt, endsAt, graceEndsAt } = order;
  const isRunning = RUNNING.includes(status ?? '');
  if (isRunning && order.pauseMode === null) {
    const until = endsAt ?? (renewsAt === null ? periodEndsAt : null);
    return { granted: true, until: earliest([until]) };
  }
  // An earlier release did not note what is paid.
  if (order.amounts === null || periodEndsAt === null) return NONE;
  const covered = latest([periodEndsAt, graceEndsAt]);
  // The provider has ended it for want of money; the days of grace are promised all the same.
  if (status === 'canceled' && graceEndsAt !== null) return { granted: true, until: covered };
  if (!isRunning && !IN_ARREARS.includes(status ?? '')) return NONE;
  return { granted: true, until: earliest([endsAt, covered]) };
};

/** Whether a refund ends the access. A subscription that runs is charged again, so the refund of its only month is goodwill. */
const endsByRefund = ({ paymentStatus, mode, instalments, subscriptionStatus }: AccessFacts) =>
  paymentStatus === 'refunded' &&
  (mode === 'payment' || instalments !== null || !RUNNING.includes(subscriptionStatus ?? ''));

/**
 * Says what an order gives access to, by what is stored of it and not by the time: `until` says when the access ends by
 * itself. The entitlements of students, the panel and the webhooks all ask here.
 */
export const accessOf = (order: AccessFacts): Access => {
  const { sessionStatus, paymentStatus } = order;
  if (sessionStatus !== 'complete') return NONE;
  if (['pending', 'disputed'].includes(paymentStatus) || endsByRefund(order)) return NONE;
  if (isPaidUp(order)) return FOR_GOOD;
  if (order.mode === 'payment') return paymentStatus === 'failed' ? NONE : FOR_GOOD;
  return subscribed(order);
};

/** Whether an access counts at a moment. */
export const isOpenAt = ({ granted, until }: Access, now: Date): boolean =>
  granted && (until === null || new Date(until) > now);
