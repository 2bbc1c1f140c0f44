import fc from 'fast-check';
import { eventsBetween, type OrderFacts } from './order-events';

const facts = (over: Partial<OrderFacts> = {}): OrderFacts => ({
  mode: 'payment',
  paymentStatus: 'pending',
  subscriptionStatus: null,
  amountRefunded: 0,
  paidAt: null,
  periodEndsAt: null,
  renewsAt: null,
  instalments: null,
  instalmentsPaid: null,
  ...over,
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
  ['paid for nothing', null, facts({ paymentStatus: 'paid' }), ['order.paid']],
  ['not paid', null, facts(), []],
  ['refused', facts(), facts({ paymentStatus: 'failed' }), ['order.payment_failed']],
  [
    'paid and given back between two looks',
    facts(),
    facts({ paymentStatus: 'refunded', paidAt: MARCH, amountRefunded: 4_900 }),
    ['order.paid', 'order.refunded'],
  ],
  [
    'given back in part, once more',
    facts({ paymentStatus: 'partially_refunded', paidAt: MARCH, amountRefunded: 100 }),
    facts({ paymentStatus: 'partially_refunded', paidAt: MARCH, amountRefunded: 200 }),
    ['order.refunded'],
  ],
  [
    'disputed',
    facts({ paymentStatus: 'paid', paidAt: MARCH }),
    facts({ paymentStatus: 'disputed', paidAt: MARCH }),
    ['order.disputed'],
  ],
  [
    'not disputed any more',
    facts({ paymentStatus: 'disputed', paidAt: MARCH }),
    facts({ paymentStatus: 'paid', paidAt: MARCH }),
    ['order.dispute_closed'],
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
    [],
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

const anyTime = fc.constantFrom(null, '2026-02-01T00:00:00.000Z', MARCH, APRIL);

const anyFacts: fc.Arbitrary<OrderFacts> = fc.record({
  mode: fc.constantFrom('payment' as const, 'subscription' as const),
  paymentStatus: fc.constantFrom(
    'pending' as const,
    'paid' as const,
    'failed' as const,
    'partially_refunded' as const,
    'refunded' as const,
    'disputed' as const,
  ),
  subscriptionStatus: fc.constantFrom(null, 'active', 'trialing', 'past_due', 'canceled'),
  amountRefunded: fc.nat(3),
  paidAt: anyTime,
  periodEndsAt: anyTime,
  renewsAt: anyTime,
  instalments: fc.constantFrom(null, 3),
  instalmentsPaid: fc.constantFrom(null, 0, 2, 3),
});

it('tells nothing of a look that says the same', () => {
  fc.assert(fc.property(anyFacts, (same) => expect(eventsBetween(same, { ...same })).toEqual([])));
});

it('tells at most once that an order is paid, however often it is looked at', () => {
  fc.assert(
    fc.property(fc.array(anyFacts, { maxLength: 8 }), (looks) => {
      // A payment that was dated once stays dated.
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
