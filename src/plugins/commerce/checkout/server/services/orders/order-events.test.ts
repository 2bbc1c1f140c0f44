import fc from 'fast-check';
import type { Payment } from '../provider/payments';
import { computeDisputePhase, type OrderAmounts } from './amounts';
import { computeEntitlements } from './entitlements';
import { toPublicOrder } from './list';
import { detectOrderEvents, type OrderEvent, type OrderFacts } from './order-events';
import type { OrderRow } from './order-row';
import type { Order } from '#plugins/commerce/checkout/orders-contract';

const noAmounts = { paid: 0, refunded: 0, refundFailed: 0, disputed: 0, presentment: null };

const createFacts = (overrides: Partial<OrderFacts> = {}): OrderFacts => ({
  mode: 'payment',
  sessionStatus: 'complete',
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
  amounts: noAmounts,
  disputePhase: 'none',
  disputeDueBy: null,
  refundStatus: 'none',
  subscriptionPriceId: null,
  payments: null,
  instalments: null,
  instalmentsPaid: null,
  ...overrides,
});

const withAmounts = (overrides: Partial<OrderAmounts>): Pick<OrderFacts, 'amounts'> => ({
  amounts: { ...noAmounts, ...overrides },
});

const MARCH = '2026-03-01T00:00:00.000Z';
const APRIL = '2026-04-01T00:00:00.000Z';

const createSubscription = (overrides: Partial<OrderFacts> = {}): OrderFacts =>
  createFacts({
    mode: 'subscription',
    paymentStatus: 'paid',
    subscriptionStatus: 'active',
    paidAt: '2026-02-01T00:00:00.000Z',
    periodEndsAt: MARCH,
    renewsAt: MARCH,
    ...overrides,
  });

it.each([
  ['is paid', createFacts(), createFacts({ paymentStatus: 'paid', paidAt: MARCH }), ['order.paid']],
  [
    'ends for non-payment between two readings',
    createSubscription(),
    createSubscription({ subscriptionStatus: 'canceled', graceEndsAt: APRIL }),
    ['subscription.payment_failed', 'subscription.ended'],
  ],
  [
    'ends for non-payment after it was overdue',
    createSubscription({ subscriptionStatus: 'past_due', graceEndsAt: APRIL }),
    createSubscription({ subscriptionStatus: 'canceled', graceEndsAt: APRIL }),
    ['subscription.ended'],
  ],
  [
    'ended before, read by an earlier release',
    createSubscription({ subscriptionStatus: 'canceled' }),
    createSubscription({ subscriptionStatus: 'canceled', graceEndsAt: MARCH }),
    ['order.updated'],
  ],
  [
    'is new and paid without a payment',
    null,
    createFacts({ paymentStatus: 'paid' }),
    ['order.paid'],
  ],
  ['is new and pending', null, createFacts(), []],
  [
    'has a failed payment',
    createFacts(),
    createFacts({ paymentStatus: 'failed' }),
    ['order.payment_failed'],
  ],
  [
    'is paid and refunded between two readings',
    createFacts(),
    createFacts({ paymentStatus: 'refunded', paidAt: MARCH, ...withAmounts({ refunded: 4_900 }) }),
    ['order.paid', 'order.refunded'],
  ],
  [
    'has a second partial refund',
    createFacts({
      paymentStatus: 'partially_refunded',
      paidAt: MARCH,
      ...withAmounts({ refunded: 100 }),
    }),
    createFacts({
      paymentStatus: 'partially_refunded',
      paidAt: MARCH,
      ...withAmounts({ refunded: 200 }),
    }),
    ['order.refunded'],
  ],
  [
    'is disputed',
    createFacts({ paymentStatus: 'paid', paidAt: MARCH }),
    createFacts({ paymentStatus: 'disputed', paidAt: MARCH, disputePhase: 'open' }),
    ['order.disputed'],
  ],
  [
    'has a won dispute',
    createFacts({ paymentStatus: 'disputed', paidAt: MARCH, disputePhase: 'open' }),
    createFacts({ paymentStatus: 'paid', paidAt: MARCH, disputePhase: 'won' }),
    ['order.dispute_closed'],
  ],
  [
    'has a lost dispute',
    createFacts({ paymentStatus: 'disputed', paidAt: MARCH, disputePhase: 'open' }),
    createFacts({ paymentStatus: 'disputed', paidAt: MARCH, disputePhase: 'lost' }),
    ['order.dispute_closed'],
  ],
  [
    'has a lost dispute, read by an earlier release',
    createFacts({ paymentStatus: 'disputed', paidAt: MARCH, disputePhase: null, amounts: null }),
    createFacts({ paymentStatus: 'disputed', paidAt: MARCH, disputePhase: 'lost' }),
    ['order.dispute_closed'],
  ],
  [
    'is disputed and lost between two readings',
    createFacts({ paymentStatus: 'paid', paidAt: MARCH }),
    createFacts({ paymentStatus: 'disputed', paidAt: MARCH, disputePhase: 'lost' }),
    ['order.disputed', 'order.dispute_closed'],
  ],
  [
    'has a new inquiry',
    createFacts({ paymentStatus: 'paid', paidAt: MARCH }),
    createFacts({ paymentStatus: 'paid', paidAt: MARCH, disputePhase: 'inquiry' }),
    ['order.inquiry_opened'],
  ],
  [
    'has an inquiry that becomes a dispute',
    createFacts({ paymentStatus: 'paid', paidAt: MARCH, disputePhase: 'inquiry' }),
    createFacts({ paymentStatus: 'disputed', paidAt: MARCH, disputePhase: 'open' }),
    ['order.inquiry_closed', 'order.disputed'],
  ],
  [
    'has a failed refund',
    createFacts({ paymentStatus: 'refunded', paidAt: MARCH, ...withAmounts({ refunded: 100 }) }),
    createFacts({ paymentStatus: 'paid', paidAt: MARCH, ...withAmounts({ refundFailed: 100 }) }),
    ['order.refund_failed'],
  ],
  [
    'has a completed refund',
    createFacts({ paymentStatus: 'refunded', paidAt: MARCH, refundStatus: 'pending' }),
    createFacts({ paymentStatus: 'refunded', paidAt: MARCH, refundStatus: 'succeeded' }),
    ['order.updated'],
  ],
  [
    'is read for the first time by this release',
    createFacts({ paymentStatus: 'paid', paidAt: MARCH, amounts: null, refundStatus: null }),
    createFacts({ paymentStatus: 'paid', paidAt: MARCH, ...withAmounts({ paid: 4_900 }) }),
    [],
  ],
  ['is a new subscription', null, createSubscription(), ['order.paid']],
  [
    'is renewed',
    createSubscription(),
    createSubscription({ periodEndsAt: APRIL, renewsAt: APRIL }),
    ['subscription.renewed'],
  ],
  [
    'has a failed renewal',
    createSubscription(),
    createSubscription({
      paymentStatus: 'failed',
      subscriptionStatus: 'past_due',
      periodEndsAt: APRIL,
    }),
    ['subscription.payment_failed'],
  ],
  [
    'is canceled at the end of the period',
    createSubscription(),
    createSubscription({ renewsAt: null }),
    ['subscription.ending'],
  ],
  [
    'gets an end date',
    createSubscription(),
    createSubscription({ endsAt: APRIL }),
    ['subscription.ending'],
  ],
  [
    'has its cancellation withdrawn',
    createSubscription({ renewsAt: null, endsAt: MARCH }),
    createSubscription(),
    ['subscription.cancellation_withdrawn'],
  ],
  [
    'is paused',
    createSubscription(),
    createSubscription({ renewsAt: null, pauseMode: 'void' }),
    ['subscription.paused'],
  ],
  [
    'is resumed',
    createSubscription({ renewsAt: null, pauseMode: 'void' }),
    createSubscription(),
    ['subscription.resumed'],
  ],
  [
    'becomes unpaid',
    createSubscription({ paymentStatus: 'failed', subscriptionStatus: 'past_due' }),
    createSubscription({ paymentStatus: 'failed', subscriptionStatus: 'unpaid', renewsAt: null }),
    ['subscription.unpaid'],
  ],
  [
    'has a recovered payment',
    createSubscription({ paymentStatus: 'failed', subscriptionStatus: 'unpaid', renewsAt: null }),
    createSubscription({ periodEndsAt: APRIL, renewsAt: APRIL }),
    ['subscription.payment_recovered', 'subscription.renewed'],
  ],
  [
    'is paused without its overdue payment',
    createSubscription({
      paymentStatus: 'failed',
      subscriptionStatus: 'past_due',
      graceEndsAt: APRIL,
    }),
    createSubscription({ renewsAt: null, pauseMode: 'void' }),
    ['subscription.paused'],
  ],
  [
    'has a recovered payment while paused',
    createSubscription({
      paymentStatus: 'failed',
      subscriptionStatus: 'past_due',
      pauseMode: 'void',
    }),
    createSubscription({ periodEndsAt: APRIL, renewsAt: null, pauseMode: 'void' }),
    ['subscription.payment_recovered', 'subscription.renewed'],
  ],
  [
    'fails at the first debit of the subscription',
    createFacts({ mode: 'subscription', subscriptionStatus: 'active', renewsAt: MARCH }),
    createFacts({ mode: 'subscription', subscriptionStatus: 'past_due', paymentStatus: 'failed' }),
    ['order.payment_failed'],
  ],
  [
    'fails at the first debit of the subscription and ends',
    createFacts({ mode: 'subscription', subscriptionStatus: 'active', renewsAt: MARCH }),
    createFacts({ mode: 'subscription', subscriptionStatus: 'canceled', paymentStatus: 'failed' }),
    ['order.payment_failed'],
  ],
  [
    'changes its price',
    createSubscription({ subscriptionPriceId: 'price_1' }),
    createSubscription({ subscriptionPriceId: 'price_2' }),
    ['subscription.plan_changed'],
  ],
  [
    'ends',
    createSubscription(),
    createSubscription({ subscriptionStatus: 'canceled', renewsAt: null }),
    ['subscription.ended'],
  ],
  [
    'is paid in full by its last instalment',
    createSubscription({ instalments: 3, instalmentsPaid: 2 }),
    createSubscription({ instalments: 3, instalmentsPaid: 3, periodEndsAt: APRIL, renewsAt: null }),
    ['subscription.renewed', 'instalments.completed'],
  ],
  [
    'is paid in full and its subscription ends',
    createSubscription({ instalments: 3, instalmentsPaid: 3, renewsAt: null }),
    createSubscription({
      instalments: 3,
      instalmentsPaid: 3,
      renewsAt: null,
      subscriptionStatus: 'canceled',
    }),
    ['order.updated'],
  ],
  [
    'ends before the last instalment',
    createSubscription({ instalments: 3, instalmentsPaid: 2 }),
    createSubscription({
      instalments: 3,
      instalmentsPaid: 2,
      renewsAt: null,
      subscriptionStatus: 'canceled',
    }),
    ['subscription.ended'],
  ],
])('detectOrderEvents – order %s – returns its events', (_what, before, after, events) => {
  expect(detectOrderEvents(before, after)).toEqual(events);
});

type Statuses = Readonly<Record<string, string>>;

/** Returns an order with these disputes, given as statuses by id. */
const disputedFacts = (statuses: Statuses): OrderFacts => {
  const disputes = Object.entries(statuses).map(([id, status], index) => ({
    id,
    status,
    reason: 'general',
    at: index,
    amount: 1_600,
    currency: 'eur',
    dueBy: null,
  }));
  const payments = disputes.map((dispute): Payment => ({
    id: `ch_${dispute.id}`,
    intent: `pi_${dispute.id}`,
    status: 'succeeded',
    at: dispute.at,
    amount: 1_600,
    captured: 1_600,
    refunded: 0,
    currency: 'eur',
    failure: null,
    presentment: null,
    refunds: [],
    disputes: [dispute],
    readMs: 0,
  }));
  return createSubscription({ payments, disputePhase: computeDisputePhase(payments) });
};

it.each<[string, Statuses, Statuses, OrderEvent[]]>([
  [
    'an inquiry opens beside a won dispute',
    { one: 'won' },
    { one: 'won', two: 'warning_needs_response' },
    ['order.inquiry_opened'],
  ],
  [
    'an inquiry closes beside a won dispute',
    { one: 'won', two: 'warning_under_review' },
    { one: 'won', two: 'warning_closed' },
    ['order.inquiry_closed'],
  ],
  [
    'one of two open disputes is lost',
    { one: 'needs_response', two: 'under_review' },
    { one: 'lost', two: 'under_review' },
    ['order.dispute_closed'],
  ],
  [
    'a second dispute is opened',
    { one: 'needs_response' },
    { one: 'needs_response', two: 'needs_response' },
    ['order.disputed'],
  ],
  [
    'a second inquiry is opened',
    { one: 'warning_under_review' },
    { one: 'warning_under_review', two: 'warning_needs_response' },
    ['order.inquiry_opened'],
  ],
  [
    'an inquiry is opened beside an open dispute',
    { one: 'needs_response' },
    { one: 'needs_response', two: 'warning_needs_response' },
    ['order.inquiry_opened'],
  ],
  [
    'an inquiry becomes a second dispute',
    { one: 'needs_response', two: 'warning_needs_response' },
    { one: 'needs_response', two: 'needs_response' },
    ['order.inquiry_closed', 'order.disputed'],
  ],
  [
    'a second dispute is lost after the first',
    { one: 'lost' },
    { one: 'lost', two: 'lost' },
    ['order.disputed', 'order.dispute_closed'],
  ],
  [
    'a dispute is won while another is opened',
    { one: 'under_review' },
    { one: 'won', two: 'needs_response' },
    ['order.disputed', 'order.dispute_closed'],
  ],
  [
    'an inquiry is opened and closed between two readings',
    {},
    { one: 'warning_closed' },
    ['order.inquiry_opened', 'order.inquiry_closed'],
  ],
  ['evidence is sent', { one: 'needs_response' }, { one: 'under_review' }, []],
])(
  'detectOrderEvents – several disputes, %s – returns the events',
  (_what, before, after, events) => {
    expect(detectOrderEvents(disputedFacts(before), disputedFacts(after))).toEqual(events);
  },
);

it('detectOrderEvents – several disputes, payments unknown before – compares the phases', () => {
  const before = { ...disputedFacts({ one: 'needs_response' }), payments: null };
  const after = disputedFacts({ one: 'needs_response', two: 'needs_response' });
  expect(detectOrderEvents(before, after)).toEqual([]);
  expect(detectOrderEvents(before, disputedFacts({ one: 'won' }))).toEqual([
    'order.dispute_closed',
  ]);
});

it('detectOrderEvents – any changes of disputes – returns the events of each dispute', () => {
  const status = fc.constantFrom(
    'warning_needs_response',
    'warning_closed',
    'needs_response',
    'under_review',
    'won',
    'lost',
  );
  const history = fc.dictionary(
    fc.constantFrom('one', 'two', 'three'),
    fc.tuple(fc.option(status), status),
  );
  const sideOf = (all: Record<string, [string | null, string]>, side: 0 | 1) =>
    disputedFacts(
      Object.fromEntries(
        Object.entries(all).flatMap(([id, both]) => {
          const status = both[side];
          return status === null ? [] : [[id, status]];
        }),
      ),
    );
  fc.assert(
    fc.property(history, (all) => {
      const eventNamesOf = (part: typeof all) =>
        detectOrderEvents(sideOf(part, 0), sideOf(part, 1)).filter(
          (name) => name !== 'order.updated',
        );
      const eventsOfEach = Object.entries(all).flatMap(([id, both]) =>
        eventNamesOf({ [id]: both }),
      );
      expect([...eventNamesOf(all)].sort()).toEqual([...new Set(eventsOfEach)].sort());
    }),
  );
});

const anyTime = fc.constantFrom(null, '2026-02-01T00:00:00.000Z', MARCH, APRIL);

const anyFacts: fc.Arbitrary<OrderFacts> = fc.record({
  mode: fc.constantFrom('payment' as const, 'subscription' as const),
  sessionStatus: fc.constantFrom('open' as const, 'complete' as const),
  paymentStatus: fc.constantFrom(
    'pending' as const,
    'paid' as const,
    'failed' as const,
    'partially_refunded' as const,
    'refunded' as const,
    'disputed' as const,
  ),
  subscriptionStatus: fc.constantFrom(
    null,
    'active',
    'trialing',
    'past_due',
    'unpaid',
    'paused',
    'canceled',
  ),
  amountRefunded: fc.constant(0),
  paidAt: anyTime,
  periodEndsAt: anyTime,
  renewsAt: anyTime,
  endsAt: anyTime,
  graceEndsAt: anyTime,
  pauseMode: fc.constantFrom(null, 'void', 'keep_as_draft'),
  resumesAt: anyTime,
  amounts: fc
    .record({ refunded: fc.nat(3), refundFailed: fc.nat(3), disputed: fc.nat(3) })
    .map((amounts) => ({ ...noAmounts, ...amounts })),
  disputePhase: fc.constantFrom(...(['none', 'inquiry', 'open', 'won', 'lost'] as const)),
  disputeDueBy: anyTime,
  refundStatus: fc.constantFrom(...(['none', 'pending', 'succeeded', 'failed'] as const)),
  subscriptionPriceId: fc.constantFrom(null, 'price_1', 'price_2'),
  payments: fc.constantFrom(null, []),
  instalments: fc.constantFrom(null, 3),
  instalmentsPaid: fc.constantFrom(null, 0, 2, 3),
});

it('detectOrderEvents – equal facts – returns no events', () => {
  fc.assert(
    fc.property(anyFacts, (orderFacts) =>
      expect(detectOrderEvents(orderFacts, { ...orderFacts })).toEqual([]),
    ),
  );
});

it('detectOrderEvents – any number of readings – returns order.paid at most once', () => {
  fc.assert(
    fc.property(fc.array(anyFacts, { maxLength: 8 }), (readings) => {
      // The date of the first payment never changes.
      let paidAt: string | null = null;
      const states = readings.map((reading) => {
        paidAt ??= reading.paidAt;
        return { ...reading, paidAt };
      });
      const paid = states.filter((state, index) =>
        detectOrderEvents(states[index - 1] ?? null, state).includes('order.paid'),
      );
      const first = states.findIndex((state) => state.paidAt !== null);
      const after = paid.filter((state) => states.indexOf(state) > first);
      expect(first === -1 ? 0 : after.length).toBe(0);
    }),
  );
});

/** Returns an order row with these facts, and fixed values in all other columns. */
const rowOf = (order: OrderFacts, nth: number): OrderRow => ({
  state: 'paid',
  amountSubtotal: 900,
  amountTotal: 900,
  amountDiscount: 0,
  promotionCode: null,
  currency: 'eur',
  customerId: 'cus_1',
  paymentIntentId: null,
  subscriptionId: null,
  expiresAt: MARCH,
  timeline: [],
  refundsFinalAt: null,
  id: nth,
  documentId: `order${nth}`,
  createdAt: MARCH,
  sessionId: `cs_${nth}`,
  origin: 'main',
  vertical: 'medicina',
  verticalDocumentId: null,
  productDocumentId: `product${nth % 2}`,
  productTitle: 'T',
  productSKU: 'S',
  customerEmail: 'ana@example.com',
  priceId: 'price_1',
  scheduleId: null,
  scheduleEnd: null,
  version: 1,
  syncedMs: '0',
  ...order,
});

it('detectOrderEvents – all messages applied in order – give the receiver the same entitlements', () => {
  const readings = fc.array(fc.tuple(fc.nat(3), anyFacts), { maxLength: 20 });
  const moment = fc.date({
    min: new Date('2026-01-01'),
    max: new Date('2026-06-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(readings, moment, (all, now) => {
      const stored = new Map<number, OrderRow>();
      const received = new Map<string, Order>();
      for (const [nth, reading] of all) {
        const before = stored.get(nth) ?? null;
        const after = rowOf({ ...reading, mode: before?.mode ?? reading.mode }, nth);
        const hasEvents = detectOrderEvents(before, after).length > 0;
        if (hasEvents) received.set(after.documentId, toPublicOrder(after));
        stored.set(nth, after);
      }
      const sorted = (orders: Iterable<Order>) =>
        [...orders].sort((order, otherOrder) =>
          order.documentId.localeCompare(otherOrder.documentId),
        );
      expect(computeEntitlements(sorted(received.values()), now)).toEqual(
        computeEntitlements(sorted([...stored.values()].map(toPublicOrder)), now),
      );
    }),
  );
});
