import type { orderStates, paymentStatuses, sessionStatuses } from '../../../orders-contract';
import { idOf } from '../provider/client';
import type { Snapshot } from '../provider/snapshot';
import { timelineOf, type TimelineEntry } from './timeline';

export type SessionStatus = (typeof sessionStatuses)[number];
export type PaymentStatus = (typeof paymentStatuses)[number];
export type OrderState = (typeof orderStates)[number];

/** What an order says about its session and its money; all of it follows from one snapshot. */
export type OrderStatus = {
  state: OrderState;
  sessionStatus: SessionStatus;
  paymentStatus: PaymentStatus;
  subscriptionStatus: string | null;
  /** Until when a subscription is paid, or was. */
  periodEndsAt: string | null;
  /** When it is charged next; null where it will not be. */
  renewsAt: string | null;
  /** Of those in which it is paid; null where it is not paid by instalments. */
  instalmentsPaid: number | null;
  amountSubtotal: number | null;
  amountTotal: number | null;
  /** How much less a promotion code makes it; null: not known, for the order was last read by an earlier release. */
  amountDiscount: number | null;
  promotionCode: string | null;
  amountRefunded: number;
  currency: string | null;
  customerId: string | null;
  paymentIntentId: string | null;
  subscriptionId: string | null;
  paidAt: string | null;
  expiresAt: string;
  timeline: TimelineEntry[];
};

const ENDED_WELL = ['won', 'warning_closed', 'prevented'];
const UNPAID_SUBSCRIPTION = ['past_due', 'unpaid', 'incomplete', 'incomplete_expired'];

const isContested = ({ charges }: Snapshot): boolean =>
  charges.some(({ disputes }) => disputes.some(({ status }) => !ENDED_WELL.includes(status)));

const isPaid = ({ session, charges }: Snapshot): boolean =>
  session.payment_status !== 'unpaid' || charges.some(({ charge }) => charge.paid);

const hasFailed = ({ subscription, charges }: Snapshot): boolean => {
  if (subscription !== null) return UNPAID_SUBSCRIPTION.includes(subscription.status);
  return charges.length > 0 && charges.every(({ charge }) => charge.status === 'failed');
};

export const paymentStatusOf = (snapshot: Snapshot): PaymentStatus => {
  const received = snapshot.charges.reduce((sum, { charge }) => sum + charge.amount_captured, 0);
  const returned = snapshot.charges.reduce((sum, { charge }) => sum + charge.amount_refunded, 0);
  if (isContested(snapshot)) return 'disputed';
  if (returned > 0 && returned >= received) return 'refunded';
  if (hasFailed(snapshot)) return 'failed';
  if (returned > 0) return 'partially_refunded';
  return isPaid(snapshot) ? 'paid' : 'pending';
};

/** The one word for people: what became of the money once something did, else of the page. */
export const stateOf = (session: SessionStatus, payment: PaymentStatus): OrderState => {
  if (payment === 'pending') return session;
  if (payment === 'failed' && session === 'expired') return 'expired';
  return payment;
};

const RENEWED = ['active', 'trialing', 'past_due'];

const isoOf = (seconds: number | undefined): string | null =>
  seconds === undefined ? null : new Date(seconds * 1000).toISOString();

/** Until when a subscription is paid, and whether it is charged again then. */
const periodOf = (
  { subscription, invoicesPaid }: Snapshot,
  instalments: number | null,
): Pick<OrderStatus, 'periodEndsAt' | 'renewsAt'> => {
  if (subscription === null) return { periodEndsAt: null, renewsAt: null };
  const ends = subscription.items.data.map((item) => item.current_period_end);
  const end = ends.length === 0 ? undefined : Math.max(...ends);
  const periodEndsAt = isoOf(end);
  const { cancel_at: cancelAt, cancel_at_period_end: endsNow, status } = subscription;
  // An end that lies further ahead, as that of instalments does from the beginning, is after other payments.
  const ended = endsNow || (cancelAt !== null && (end === undefined || cancelAt <= end));
  const isPaidUp = instalments !== null && invoicesPaid >= instalments;
  const isRenewed = RENEWED.includes(status) && !ended && !isPaidUp;
  return { periodEndsAt, renewsAt: isRenewed ? periodEndsAt : null };
};

/** The code that the customer entered; the page takes one. */
const codeIn = ({ discounts }: Snapshot['session']): string | null => {
  const code = discounts?.[0]?.promotion_code ?? null;
  return code === null || typeof code === 'string' ? null : code.code;
};

export const orderStatusOf = (
  snapshot: Snapshot,
  seen: { known: readonly TimelineEntry[]; now: Date; instalments?: number | null },
): OrderStatus => {
  const { instalments = null } = seen;
  const { session, subscription, charges } = snapshot;
  const sessionStatus = session.status ?? 'open';
  const paymentStatus = paymentStatusOf(snapshot);
  const timeline = timelineOf(snapshot, seen);
  return {
    state: stateOf(sessionStatus as SessionStatus, paymentStatus),
    sessionStatus: sessionStatus as SessionStatus,
    paymentStatus,
    subscriptionStatus: subscription?.status ?? null,
    ...periodOf(snapshot, instalments),
    instalmentsPaid: instalments === null ? null : Math.min(snapshot.invoicesPaid, instalments),
    amountSubtotal: session.amount_subtotal,
    amountTotal: session.amount_total,
    amountDiscount: session.total_details?.amount_discount ?? 0,
    promotionCode: codeIn(session),
    amountRefunded: charges.reduce((sum, { charge }) => sum + charge.amount_refunded, 0),
    currency: session.currency,
    customerId: idOf(session.customer),
    paymentIntentId: idOf(session.payment_intent),
    subscriptionId: idOf(session.subscription),
    paidAt: timeline.find(({ kind }) => kind === 'paid')?.at ?? null,
    expiresAt: new Date(session.expires_at * 1000).toISOString(),
    timeline,
  };
};
