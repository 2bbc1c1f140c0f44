import fc from 'fast-check';
import type { Payment } from '../provider/payments';
import { disputePhaseOf, type OrderAmounts } from './amounts';
import { entitlementsIn } from './entitlements';
import { publicOrder } from './list';
import { eventsBetween, type OrderEvent, type OrderFacts } from './order-events';
import type { OrderRow } from './order-row';
import type { Order } from '../../../orders-contract';

const noAmounts = { paid: 0, refunded: 0, refundFailed: 0, disputed: 0, presentment: null };

const facts = (over: Partial<OrderFacts> = {}): OrderFacts => ({
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
  ...over,
});

const withAmounts = (over: Partial<OrderAmounts>): Pick<OrderFacts, 'amounts'> => ({
  amounts: { ...noAmounts, ...over },
});

const MARCH = '2026-03-01T00:00:00.000Z';
const APRIL = '2026-04-01T00:00:00.000Z';

const running = (over: Partial<OrderFacts> = {}): OrderFacts =>
  facts({
    mode: 'subscription',
    paymentStatus: 'paid',
    subscriptionStatus: 'active',
    paidAt: '2026-02-01T00:00:00.000Z',
    periodEndsAt: MARCH,
    renewsAt: MARCH,
    ...over,
  });

it.each([
  ['paid', facts(), facts({ paymentStatus: 'paid', paidAt: MARCH }), ['order.paid']],
  [
    'ended for want of money between two looks',
    running(),
    running({ subscriptionStatus: 'canceled', graceEndsAt: APRIL }),
    ['subscription.payment_failed', 'subscription.ended'],
  ],
  [
    'ended for want of money after it was overdue',
    running({ subscriptionStatus: 'past_due', graceEndsAt: APRIL }),
    running({ subscriptionStatus: 'canceled', graceEndsAt: APRIL }),
    ['subscription.ended'],
  ],
  [
    'ended long ago, as an earlier release read it',
    running({ subscriptionStatus: 'canceled' }),
    running({ subscriptionStatus: 'canceled', graceEndsAt: MARCH }),
    ['order.updated'],
  ],
  ['paid for nothing', null, facts({ paymentStatus: 'paid' }), ['order.paid']],
  ['not paid', null, facts(), []],
  ['refused', facts(), facts({ paymentStatus: 'failed' }), ['order.payment_failed']],
  [
    'paid and given back between two looks',
    facts(),
    facts({ paymentStatus: 'refunded', paidAt: MARCH, ...withAmounts({ refunded: 4_900 }) }),
    ['order.paid', 'order.refunded'],
  ],
  [
    'given back in part, once more',
    facts({
      paymentStatus: 'partially_refunded',
      paidAt: MARCH,
      ...withAmounts({ refunded: 100 }),
    }),
    facts({
      paymentStatus: 'partially_refunded',
      paidAt: MARCH,
      ...withAmounts({ refunded: 200 }),
    }),
    ['order.refunded'],
  ],
  [
    'disputed',
    facts({ paymentStatus: 'paid', paidAt: MARCH }),
    facts({ paymentStatus: 'disputed', paidAt: MARCH, disputePhase: 'open' }),
    ['order.disputed'],
  ],
  [
    'not disputed any more',
    facts({ paymentStatus: 'disputed', paidAt: MARCH, disputePhase: 'open' }),
    facts({ paymentStatus: 'paid', paidAt: MARCH, disputePhase: 'won' }),
    ['order.dispute_closed'],
  ],
  [
    'lost to the bank',
    facts({ paymentStatus: 'disputed', paidAt: MARCH, disputePhase: 'open' }),
    facts({ paymentStatus: 'disputed', paidAt: MARCH, disputePhase: 'lost' }),
    ['order.dispute_closed'],
  ],
  [
    'lost to the bank, of which an earlier release knew',
    facts({ paymentStatus: 'disputed', paidAt: MARCH, disputePhase: null, amounts: null }),
    facts({ paymentStatus: 'disputed', paidAt: MARCH, disputePhase: 'lost' }),
    ['order.dispute_closed'],
  ],
  [
    'disputed and lost between two looks',
    facts({ paymentStatus: 'paid', paidAt: MARCH }),
    facts({ paymentStatus: 'disputed', paidAt: MARCH, disputePhase: 'lost' }),
    ['order.disputed', 'order.dispute_closed'],
  ],
  [
    'asked about',
    facts({ paymentStatus: 'paid', paidAt: MARCH }),
    facts({ paymentStatus: 'paid', paidAt: MARCH, disputePhase: 'inquiry' }),
    ['order.inquiry_opened'],
  ],
  [
    'asked about, and then disputed',
    facts({ paymentStatus: 'paid', paidAt: MARCH, disputePhase: 'inquiry' }),
    facts({ paymentStatus: 'disputed', paidAt: MARCH, disputePhase: 'open' }),
    ['order.inquiry_closed', 'order.disputed'],
  ],
  [
    'not given back after all',
    facts({ paymentStatus: 'refunded', paidAt: MARCH, ...withAmounts({ refunded: 100 }) }),
    facts({ paymentStatus: 'paid', paidAt: MARCH, ...withAmounts({ refundFailed: 100 }) }),
    ['order.refund_failed'],
  ],
  [
    'given back for good',
    facts({ paymentStatus: 'refunded', paidAt: MARCH, refundStatus: 'pending' }),
    facts({ paymentStatus: 'refunded', paidAt: MARCH, refundStatus: 'succeeded' }),
    ['order.updated'],
  ],
  [
    'read for the first time by this release',
    facts({ paymentStatus: 'paid', paidAt: MARCH, amounts: null, refundStatus: null }),
    facts({ paymentStatus: 'paid', paidAt: MARCH, ...withAmounts({ paid: 4_900 }) }),
    [],
  ],
  ['subscribed to', null, running(), ['order.paid']],
  [
    'renewed',
    running(),
    running({ periodEndsAt: APRIL, renewsAt: APRIL }),
    ['subscription.renewed'],
  ],
  [
    'not paid for any longer',
    running(),
    running({ paymentStatus: 'failed', subscriptionStatus: 'past_due', periodEndsAt: APRIL }),
    ['subscription.payment_failed'],
  ],
  ['not to be renewed', running(), running({ renewsAt: null }), ['subscription.ending']],
  ['to end at a moment', running(), running({ endsAt: APRIL }), ['subscription.ending']],
  [
    'to be renewed after all',
    running({ renewsAt: null, endsAt: MARCH }),
    running(),
    ['subscription.cancellation_withdrawn'],
  ],
  ['paused', running(), running({ renewsAt: null, pauseMode: 'void' }), ['subscription.paused']],
  ['resumed', running({ renewsAt: null, pauseMode: 'void' }), running(), ['subscription.resumed']],
  [
    'not tried again',
    running({ paymentStatus: 'failed', subscriptionStatus: 'past_due' }),
    running({ paymentStatus: 'failed', subscriptionStatus: 'unpaid', renewsAt: null }),
    ['subscription.unpaid'],
  ],
  [
    'paid after all',
    running({ paymentStatus: 'failed', subscriptionStatus: 'unpaid', renewsAt: null }),
    running({ periodEndsAt: APRIL, renewsAt: APRIL }),
    ['subscription.payment_recovered', 'subscription.renewed'],
  ],
  [
    'not charged for what it owed',
    running({ paymentStatus: 'failed', subscriptionStatus: 'past_due', graceEndsAt: APRIL }),
    running({ renewsAt: null, pauseMode: 'void' }),
    ['subscription.paused'],
  ],
  [
    'paid after all while it is paused',
    running({ paymentStatus: 'failed', subscriptionStatus: 'past_due', pauseMode: 'void' }),
    running({ periodEndsAt: APRIL, renewsAt: null, pauseMode: 'void' }),
    ['subscription.payment_recovered', 'subscription.renewed'],
  ],
  [
    'refused at the first debit of a subscription',
    facts({ mode: 'subscription', subscriptionStatus: 'active', renewsAt: MARCH }),
    facts({ mode: 'subscription', subscriptionStatus: 'past_due', paymentStatus: 'failed' }),
    ['order.payment_failed'],
  ],
  [
    'refused at the first debit of a subscription, and over',
    facts({ mode: 'subscription', subscriptionStatus: 'active', renewsAt: MARCH }),
    facts({ mode: 'subscription', subscriptionStatus: 'canceled', paymentStatus: 'failed' }),
    ['order.payment_failed'],
  ],
  [
    'sold at another price',
    running({ subscriptionPriceId: 'price_1' }),
    running({ subscriptionPriceId: 'price_2' }),
    ['subscription.plan_changed'],
  ],
  [
    'over',
    running(),
    running({ subscriptionStatus: 'canceled', renewsAt: null }),
    ['subscription.ended'],
  ],
  [
    'paid up by its last instalment',
    running({ instalments: 3, instalmentsPaid: 2 }),
    running({ instalments: 3, instalmentsPaid: 3, periodEndsAt: APRIL, renewsAt: null }),
    ['subscription.renewed', 'instalments.completed'],
  ],
  [
    'paid up, and its subscription over',
    running({ instalments: 3, instalmentsPaid: 3, renewsAt: null }),
    running({ instalments: 3, instalmentsPaid: 3, renewsAt: null, subscriptionStatus: 'canceled' }),
    ['order.updated'],
  ],
  [
    'over before the last instalment',
    running({ instalments: 3, instalmentsPaid: 2 }),
    running({ instalments: 3, instalmentsPaid: 2, renewsAt: null, subscriptionStatus: 'canceled' }),
    ['subscription.ended'],
  ],
])('tells that an order is %s', (_what, before, after, events) => {
  expect(eventsBetween(before, after)).toEqual(events);
});

type Statuses = Readonly<Record<string, string>>;

/** Returns an order with these disputes, given as statuses by id. */
const disputedFacts = (statuses: Statuses): OrderFacts => {
  const disputes = Object.entries(statuses).map(([id, status], at) => ({
    id,
    status,
    reason: 'general',
    at,
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
  return running({ payments, disputePhase: disputePhaseOf(payments) });
};

it.each<[string, Statuses, Statuses, OrderEvent[]]>([
  [
    'an inquiry opens beside a dispute that was won',
    { one: 'won' },
    { one: 'won', two: 'warning_needs_response' },
    ['order.inquiry_opened'],
  ],
  [
    'an inquiry beside a dispute that was won is closed',
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
    'an inquiry is opened and closed between two looks',
    {},
    { one: 'warning_closed' },
    ['order.inquiry_opened', 'order.inquiry_closed'],
  ],
  ['evidence is sent', { one: 'needs_response' }, { one: 'under_review' }, []],
])('eventsBetween – several disputes – %s', (_what, before, after, events) => {
  expect(eventsBetween(disputedFacts(before), disputedFacts(after))).toEqual(events);
});

it('eventsBetween – several disputes, payments unknown before – compares the phases', () => {
  const before = { ...disputedFacts({ one: 'needs_response' }), payments: null };
  const after = disputedFacts({ one: 'needs_response', two: 'needs_response' });
  expect(eventsBetween(before, after)).toEqual([]);
  expect(eventsBetween(before, disputedFacts({ one: 'won' }))).toEqual(['order.dispute_closed']);
});

it('eventsBetween – any changes of disputes – tells what happened to each of them', () => {
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
          const found = both[side];
          return found === null ? [] : [[id, found]];
        }),
      ),
    );
  fc.assert(
    fc.property(history, (all) => {
      const told = (part: typeof all) =>
        eventsBetween(sideOf(part, 0), sideOf(part, 1)).filter((name) => name !== 'order.updated');
      const alone = Object.entries(all).flatMap(([id, both]) => told({ [id]: both }));
      expect([...told(all)].sort()).toEqual([...new Set(alone)].sort());
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

it('tells nothing of a look that says the same', () => {
  fc.assert(fc.property(anyFacts, (same) => expect(eventsBetween(same, { ...same })).toEqual([])));
});

it('tells at most once that an order is paid, however often it is looked at', () => {
  fc.assert(
    fc.property(fc.array(anyFacts, { maxLength: 8 }), (looks) => {
      // The date of the first payment never changes.
      let paidAt: string | null = null;
      const states = looks.map((look) => {
        paidAt ??= look.paidAt;
        return { ...look, paidAt };
      });
      const paid = states.filter((state, at) =>
        eventsBetween(states[at - 1] ?? null, state).includes('order.paid'),
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

it('eventsBetween – all messages applied in order – let a receiver know the entitlements at any moment', () => {
  const looks = fc.array(fc.tuple(fc.nat(3), anyFacts), { maxLength: 20 });
  const moment = fc.date({
    min: new Date('2026-01-01'),
    max: new Date('2026-06-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(looks, moment, (all, now) => {
      const stored = new Map<number, OrderRow>();
      const received = new Map<string, Order>();
      for (const [nth, look] of all) {
        const before = stored.get(nth) ?? null;
        const after = rowOf({ ...look, mode: before?.mode ?? look.mode }, nth);
        const isTold = eventsBetween(before, after).length > 0;
        if (isTold) received.set(after.documentId, publicOrder(after));
        stored.set(nth, after);
      }
      const sorted = (orders: Iterable<Order>) =>
        [...orders].sort((one, other) => one.documentId.localeCompare(other.documentId));
      expect(entitlementsIn(sorted(received.values()), now)).toEqual(
        entitlementsIn(sorted([...stored.values()].map(publicOrder)), now),
      );
    }),
  );
});
