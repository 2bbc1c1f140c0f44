import type { Text } from '#feature/layout';
import {
  type AccessFacts,
  computeAccess,
  ENDED_STATUSES,
  isPaidUp,
  RUNNING_STATUSES,
} from '#plugins/commerce/checkout/access';
import type { KeptDispute, Payment } from '../provider/payments';
import { type DisputePhase, classifyDispute } from './amounts';
import type { OrderRow } from './order-row';

/**
 * Webhook events of orders. The list is complete: `order.updated` stands for each change without an
 * event of its own.
 */
export const orderEvents = {
  'order.paid': { en: 'Order paid', es: 'Pedido pagado' },
  'order.payment_failed': { en: 'Payment failed', es: 'Pago fallido' },
  'order.refunded': { en: 'Order refunded', es: 'Pedido devuelto' },
  'order.refund_failed': { en: 'Refund failed', es: 'Devolución fallida' },
  'order.inquiry_opened': {
    en: 'Bank inquiry opened',
    es: 'Consulta del banco abierta',
  },
  'order.inquiry_closed': {
    en: 'Bank inquiry closed',
    es: 'Consulta del banco cerrada',
  },
  'order.disputed': { en: 'Payment disputed', es: 'Pago en disputa' },
  'order.dispute_closed': { en: 'Dispute closed', es: 'Disputa cerrada' },
  'subscription.renewed': { en: 'Subscription renewed', es: 'Suscripción renovada' },
  'subscription.payment_failed': {
    en: 'Renewal payment failed',
    es: 'Pago de la renovación fallido',
  },
  'subscription.unpaid': {
    en: 'Renewal unpaid, no more retries',
    es: 'Renovación impagada, sin más reintentos',
  },
  'subscription.payment_recovered': {
    en: 'Renewal payment recovered',
    es: 'Pago de la renovación recuperado',
  },
  'subscription.paused': { en: 'Subscription paused', es: 'Suscripción en pausa' },
  'subscription.resumed': {
    en: 'Subscription resumed',
    es: 'Suscripción reanudada',
  },
  'subscription.plan_changed': {
    en: 'Subscription price changed',
    es: 'Precio de la suscripción cambiado',
  },
  'subscription.ending': {
    en: 'Subscription cancelled, still active',
    es: 'Suscripción cancelada, aún activa',
  },
  'subscription.cancellation_withdrawn': {
    en: 'Cancellation withdrawn',
    es: 'Cancelación retirada',
  },
  'subscription.ended': { en: 'Subscription ended', es: 'Suscripción terminada' },
  'instalments.completed': {
    en: 'All instalments paid',
    es: 'Todos los plazos pagados',
  },
  'order.updated': {
    en: 'Order updated',
    es: 'Pedido actualizado',
  },
} as const satisfies Record<string, Text>;

export type OrderEvent = keyof typeof orderEvents;

/** Columns of an order from which its events follow. */
export type OrderFacts = Pick<
  OrderRow,
  | keyof AccessFacts
  | 'amountRefunded'
  | 'paidAt'
  | 'resumesAt'
  | 'disputePhase'
  | 'disputeDueBy'
  | 'refundStatus'
  | 'subscriptionPriceId'
  | 'payments'
>;

const PAID = ['paid', 'partially_refunded', 'refunded', 'disputed'];
const UNPAID_STATUSES = ['past_due', 'unpaid'];

const hasStatus = ({ subscriptionStatus }: OrderFacts, among: readonly string[]): boolean =>
  among.includes(subscriptionStatus ?? '');

const isRunning = (order: OrderFacts): boolean => hasStatus(order, RUNNING_STATUSES);
const isOver = (order: OrderFacts): boolean => hasStatus(order, ENDED_STATUSES);
/**
 * Returns whether a renewal is owed. A subscription that the provider ended for it still has its
 * grace period.
 */
const isOwing = (order: OrderFacts): boolean =>
  hasStatus(order, UNPAID_STATUSES) || (isOver(order) && order.graceEndsAt !== null);

const isAlive = (order: OrderFacts): boolean => order.subscriptionStatus !== null && !isOver(order);

/**
 * Returns whether an order was ever paid, or had a free first period. A failed renewal does not
 * undo that.
 */
const wasEverPaid = ({ paymentStatus, paidAt, amounts, periodEndsAt }: OrderFacts): boolean =>
  PAID.includes(paymentStatus) || paidAt !== null || (amounts !== null && periodEndsAt !== null);

const timeOf = (value: string | null): number => (value === null ? 0 : new Date(value).getTime());

const isPaidLonger = (before: OrderFacts, after: OrderFacts): boolean =>
  timeOf(after.periodEndsAt) > timeOf(before.periodEndsAt);

const getRefundedAmount = ({ amounts, amountRefunded }: OrderFacts): number =>
  amounts?.refunded ?? amountRefunded;

/** Earlier releases stored only disputes that were open or lost. */
const getDisputePhase = ({ disputePhase, paymentStatus }: OrderFacts): DisputePhase =>
  disputePhase ?? (paymentStatus === 'disputed' ? 'open' : 'none');

type DisputeState = DisputePhase | 'inquiry closed';

const isUndisputed = (state: DisputeState): boolean =>
  ['none', 'inquiry', 'inquiry closed'].includes(state);

const isDecided = (state: DisputeState): boolean => ['won', 'lost'].includes(state);

const getDisputeState = (dispute: KeptDispute): DisputeState =>
  dispute.status === 'warning_closed' ? 'inquiry closed' : classifyDispute(dispute);

const listDisputes = (payments: readonly Payment[]) => payments.flatMap(({ disputes }) => disputes);

/**
 * Returns the state of each dispute before and after. Earlier releases stored only the phase of all
 * disputes together.
 */
const listDisputeChanges = (
  before: OrderFacts,
  after: OrderFacts,
): [DisputeState, DisputeState][] => {
  if (before.payments === null || after.payments === null) {
    return [[getDisputePhase(before), getDisputePhase(after)]];
  }
  const states = new Map(
    listDisputes(before.payments).map((dispute) => [dispute.id, getDisputeState(dispute)]),
  );
  return listDisputes(after.payments).map((dispute) => [
    states.get(dispute.id) ?? 'none',
    getDisputeState(dispute),
  ]);
};

/** Returns whether a subscription is going to end by itself. */
const isEnding = (order: OrderFacts): boolean =>
  isAlive(order) &&
  !isPaidUp(order) &&
  (order.endsAt !== null ||
    (isRunning(order) && order.renewsAt === null && order.pauseMode === null));

type EventCondition = (before: OrderFacts, after: OrderFacts) => boolean;

/** Returns a condition that holds if one of an order's disputes changed in a given way. */
const hasDispute =
  (hasHappened: (before: DisputeState, after: DisputeState) => boolean): EventCondition =>
  (before, after) =>
    listDisputeChanges(before, after).some(([previous, is]) => hasHappened(previous, is));

/** Returns whether an inquiry was opened and closed between two readings. */
const isInquiryMissed = (before: DisputeState, after: DisputeState): boolean =>
  before === 'none' && after === 'inquiry closed';

/** Conditions of the events, in the order of sending if several hold between two readings. */
const conditions: Readonly<Record<Exclude<OrderEvent, 'order.updated'>, EventCondition>> = {
  'order.paid': (before, after) => wasEverPaid(after) && !wasEverPaid(before),
  'order.payment_failed': (before, after) =>
    (after.mode === 'payment' || !wasEverPaid(after)) &&
    after.paymentStatus === 'failed' &&
    before.paymentStatus !== 'failed',
  'subscription.payment_failed': (before, after) =>
    wasEverPaid(after) && isOwing(after) && !isOwing(before) && !isOver(before),
  'subscription.unpaid': (before, after) =>
    after.subscriptionStatus === 'unpaid' && before.subscriptionStatus !== 'unpaid',
  // A voided or written-off invoice is no longer owed, but not paid either.
  'subscription.payment_recovered': (before, after) =>
    isOwing(before) &&
    isRunning(after) &&
    (after.pauseMode === null || isPaidLonger(before, after)),
  'subscription.renewed': (before, after) =>
    isRunning(after) && before.periodEndsAt !== null && isPaidLonger(before, after),
  'subscription.paused': (before, after) => before.pauseMode === null && after.pauseMode !== null,
  'subscription.resumed': (before, after) =>
    before.pauseMode !== null && after.pauseMode === null && isAlive(after),
  'subscription.plan_changed': (before, after) =>
    before.subscriptionPriceId !== null &&
    after.subscriptionPriceId !== null &&
    before.subscriptionPriceId !== after.subscriptionPriceId,
  'order.refunded': (before, after) => getRefundedAmount(after) > getRefundedAmount(before),
  'order.refund_failed': (before, after) =>
    before.amounts !== null && (after.amounts?.refundFailed ?? 0) > before.amounts.refundFailed,
  'order.inquiry_opened': hasDispute(
    (before, after) =>
      (after === 'inquiry' && before !== 'inquiry') || isInquiryMissed(before, after),
  ),
  'order.inquiry_closed': hasDispute(
    (before, after) =>
      (before === 'inquiry' && after !== 'inquiry') || isInquiryMissed(before, after),
  ),
  'order.disputed': hasDispute(
    (before, after) =>
      (after === 'open' && before !== 'open') || (isUndisputed(before) && isDecided(after)),
  ),
  'order.dispute_closed': hasDispute(
    (before, after) =>
      after !== before && (isDecided(after) || (before === 'open' && isUndisputed(after))),
  ),
  'subscription.ending': (before, after) => isAlive(before) && !isEnding(before) && isEnding(after),
  'subscription.cancellation_withdrawn': (before, after) =>
    isEnding(before) && !isEnding(after) && after.renewsAt !== null,
  'subscription.ended': (before, after) =>
    wasEverPaid(after) && isOver(after) && !isOver(before) && !isPaidUp(after),
  'instalments.completed': (before, after) => isPaidUp(after) && !isPaidUp(before),
};

const isEvent = (name: string): name is OrderEvent => name in orderEvents;

const createOrderFacts = (mode: OrderFacts['mode']): OrderFacts => ({
  mode,
  sessionStatus: 'open',
  paymentStatus: 'pending',
  subscriptionStatus: null,
  amountRefunded: 0,
  paidAt: null,
  periodEndsAt: null,
  renewsAt: null,
  endsAt: null,
  graceEndsAt: null,
  pauseMode: null,
  resumesAt: null,
  amounts: {
    paid: 0,
    refunded: 0,
    refundFailed: 0,
    disputed: 0,
    presentment: null,
  },
  disputePhase: 'none',
  disputeDueBy: null,
  refundStatus: 'none',
  subscriptionPriceId: null,
  payments: [],
  instalments: null,
  instalmentsPaid: null,
});

/** Returns a text of all values of an order that messages contain. */
const summarizeOrder = (order: OrderFacts): string => {
  const { amounts } = order;
  const times = [
    order.paidAt,
    order.periodEndsAt,
    order.renewsAt,
    order.endsAt,
    order.graceEndsAt,
    order.resumesAt,
    order.disputeDueBy,
  ];
  return JSON.stringify([
    order.paymentStatus,
    order.subscriptionStatus,
    order.pauseMode,
    order.disputePhase,
    order.refundStatus,
    order.subscriptionPriceId,
    order.instalmentsPaid,
    times.map(timeOf),
    [amounts?.paid, amounts?.refunded, amounts?.refundFailed, amounts?.disputed],
    [amounts?.presentment?.total, amounts?.presentment?.paid, amounts?.presentment?.refunded],
  ]);
};

const hasChanged = (before: OrderFacts, after: OrderFacts): boolean => {
  if (JSON.stringify(computeAccess(before)) !== JSON.stringify(computeAccess(after))) return true;
  // Changes of an open page are not sent. Neither are values that an earlier release did not store.
  const isNews = after.sessionStatus === 'complete' && before.amounts !== null;
  return isNews && summarizeOrder(before) !== summarizeOrder(after);
};

/**
 * Returns the events between two readings of an order. Each change is sent once, however often the
 * order is read.
 *
 * @param before null: the order is new
 */
export const detectOrderEvents = (before: OrderFacts | null, after: OrderFacts): OrderEvent[] => {
  const previous = before ?? createOrderFacts(after.mode);
  const names = Object.entries(conditions)
    .filter(([, hasHappened]) => hasHappened(previous, after))
    .map(([name]) => name)
    .filter(isEvent);
  return names.length === 0 && hasChanged(previous, after) ? ['order.updated'] : names;
};
