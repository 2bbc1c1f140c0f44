import type { Text } from '../../../../../feature/layout';
import type { OrderRow } from './order-row';

/** What others are told of an order. */
export const orderEvents = {
  'order.paid': { en: 'An order is paid', es: 'Se paga un pedido' },
  'order.payment_failed': { en: 'A payment fails', es: 'Falla un pago' },
  'order.refunded': { en: 'Money is given back', es: 'Se devuelve dinero' },
  'order.disputed': { en: 'A payment is disputed', es: 'Se disputa un pago' },
  'order.dispute_closed': { en: 'A dispute is over', es: 'Termina una disputa' },
  'subscription.renewed': { en: 'A subscription is renewed', es: 'Se renueva una suscripción' },
  'subscription.payment_failed': {
    en: 'A renewal is not paid',
    es: 'No se paga una renovación',
  },
  'subscription.ending': {
    en: 'A subscription will not be renewed',
    es: 'Una suscripción no se va a renovar',
  },
  'subscription.ended': { en: 'A subscription is over', es: 'Termina una suscripción' },
  'instalments.completed': {
    en: 'The last instalment is paid',
    es: 'Se paga el último plazo',
  },
} as const satisfies Record<string, Text>;

export type OrderEvent = keyof typeof orderEvents;

/** What of an order says what has happened to it. */
export type OrderFacts = Pick<
  OrderRow,
  | 'mode'
  | 'paymentStatus'
  | 'subscriptionStatus'
  | 'amountRefunded'
  | 'paidAt'
  | 'periodEndsAt'
  | 'renewsAt'
  | 'instalments'
  | 'instalmentsPaid'
>;

const PAID = ['paid', 'partially_refunded', 'refunded', 'disputed'];
const RUNNING = ['active', 'trialing'];
const OVER = ['canceled', 'incomplete_expired'];

const isRunning = ({ subscriptionStatus }: OrderFacts): boolean =>
  RUNNING.includes(subscriptionStatus ?? '');

/** Whether the last instalment is paid; what was bought stays then, whatever becomes of the subscription. */
export const isPaidUp = ({
  instalments,
  instalmentsPaid,
}: Pick<OrderFacts, 'instalments' | 'instalmentsPaid'>): boolean =>
  instalments !== null && (instalmentsPaid ?? 0) >= instalments;

/** A renewal that failed does not undo that there was a payment. */
const wasEverPaid = ({ paymentStatus, paidAt }: OrderFacts): boolean =>
  PAID.includes(paymentStatus) || paidAt !== null;

const timeOf = (value: string | null): number => (value === null ? 0 : new Date(value).getTime());

type Happened = (before: OrderFacts, after: OrderFacts) => boolean;

/** In the order in which they happen when several do between two looks. */
const conditions: Readonly<Record<OrderEvent, Happened>> = {
  'order.paid': (before, after) => wasEverPaid(after) && !wasEverPaid(before),
  'order.payment_failed': (before, after) =>
    after.mode === 'payment' &&
    after.paymentStatus === 'failed' &&
    before.paymentStatus !== 'failed',
  'subscription.renewed': (before, after) =>
    isRunning(after) &&
    before.periodEndsAt !== null &&
    timeOf(after.periodEndsAt) > timeOf(before.periodEndsAt),
  'subscription.payment_failed': (before, after) =>
    after.mode === 'subscription' &&
    wasEverPaid(before) &&
    after.paymentStatus === 'failed' &&
    before.paymentStatus !== 'failed',
  'order.refunded': (before, after) => after.amountRefunded > before.amountRefunded,
  'order.disputed': (before, after) =>
    after.paymentStatus === 'disputed' && before.paymentStatus !== 'disputed',
  'order.dispute_closed': (before, after) =>
    before.paymentStatus === 'disputed' && after.paymentStatus !== 'disputed',
  'subscription.ending': (before, after) =>
    isRunning(after) && before.renewsAt !== null && after.renewsAt === null && !isPaidUp(after),
  'subscription.ended': (before, after) =>
    OVER.includes(after.subscriptionStatus ?? '') &&
    !OVER.includes(before.subscriptionStatus ?? '') &&
    !isPaidUp(after),
  'instalments.completed': (before, after) => isPaidUp(after) && !isPaidUp(before),
};

const isEvent = (name: string): name is OrderEvent => name in orderEvents;

const nothingYet = (mode: OrderFacts['mode']): OrderFacts => ({
  mode,
  paymentStatus: 'pending',
  subscriptionStatus: null,
  amountRefunded: 0,
  paidAt: null,
  periodEndsAt: null,
  renewsAt: null,
  instalments: null,
  instalmentsPaid: null,
});

/**
 * What has happened to an order between two looks at the provider. Each fact is told of once, however many
 * looks say the same.
 *
 * @param before null: there was no order
 */
export const eventsBetween = (before: OrderFacts | null, after: OrderFacts): OrderEvent[] =>
  Object.entries(conditions)
    .filter(([, hasHappened]) => hasHappened(before ?? nothingYet(after.mode), after))
    .map(([name]) => name)
    .filter(isEvent);
