import fc from 'fast-check';
import type Stripe from 'stripe';
import type { ChargeSnapshot, Snapshot } from '../provider/snapshot';
import { orderStatusOf } from './order-status';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const CREATED = 1_772_000_000;

const PERIOD_ENDS = CREATED + 30 * 86_400;

const subscriptionOf = (subscription: Partial<Stripe.Subscription>) => ({
  items: { data: [{ current_period_end: PERIOD_ENDS }] },
  cancel_at: null,
  cancel_at_period_end: false,
  ...subscription,
});

/** What is said of the provider's objects; the rest of them does not matter here. */
const snapshotOf = (
  session: Partial<Stripe.Checkout.Session> = {},
  charges: readonly ChargeSnapshot[] = [],
  subscription: Partial<Stripe.Subscription> | null = null,
): Snapshot => ({
  session: {
    id: 'cs_1',
    status: 'open',
    payment_status: 'unpaid',
    created: CREATED,
    expires_at: CREATED + 86_400,
    amount_subtotal: 4_900,
    amount_total: 4_900,
    currency: 'eur',
    customer: 'cus_1',
    payment_intent: 'pi_1',
    subscription: null,
    ...session,
  } as Stripe.Checkout.Session,
  subscription: subscription && (subscriptionOf(subscription) as Stripe.Subscription),
  charges,
  invoicesPaid: charges.filter(({ charge }) => charge.paid).length,
});

const chargeOf = (
  charge: Partial<Stripe.Charge> = {},
  disputes: readonly Partial<Stripe.Dispute>[] = [],
): ChargeSnapshot => ({
  charge: {
    id: 'ch_1',
    status: 'succeeded',
    paid: true,
    created: CREATED + 60,
    amount: 4_900,
    amount_captured: 4_900,
    amount_refunded: 0,
    currency: 'eur',
    failure_code: null,
    ...charge,
  } as Stripe.Charge,
  disputes: disputes as readonly Stripe.Dispute[],
});

const statusOf = (snapshot: Snapshot) => {
  const { state, sessionStatus, paymentStatus } = orderStatusOf(snapshot, { known: [], now: NOW });
  return [state, sessionStatus, paymentStatus];
};

const complete = { status: 'complete', payment_status: 'paid' } as const;
const failed = { status: 'failed', paid: false, amount_captured: 0 } as const;
const dispute = (status: Stripe.Dispute.Status) => ({
  id: 'dp_1',
  status,
  created: CREATED + 120,
  amount: 4_900,
  currency: 'eur',
  reason: 'fraudulent',
});

describe('the status of an order', () => {
  it.each([
    ['a page that waits', snapshotOf(), ['open', 'open', 'pending']],
    ['a page that was left', snapshotOf({ status: 'expired' }), ['expired', 'expired', 'pending']],
    ['a card that was declined', snapshotOf({}, [chargeOf(failed)]), ['failed', 'open', 'failed']],
    [
      'a card that was declined, on a page that was left',
      snapshotOf({ status: 'expired' }, [chargeOf(failed)]),
      ['expired', 'expired', 'failed'],
    ],
    [
      'a debit that is under way',
      snapshotOf({ status: 'complete' }, [chargeOf({ status: 'pending', paid: false })]),
      ['complete', 'complete', 'pending'],
    ],
    ['money that came', snapshotOf(complete, [chargeOf()]), ['paid', 'complete', 'paid']],
    [
      'money that came at the second try',
      snapshotOf(complete, [chargeOf({ id: 'ch_0', ...failed }), chargeOf()]),
      ['paid', 'complete', 'paid'],
    ],
    [
      'nothing to pay',
      snapshotOf({ ...complete, payment_status: 'no_payment_required' }),
      ['paid', 'complete', 'paid'],
    ],
    [
      'some given back',
      snapshotOf(complete, [chargeOf({ amount_refunded: 1_000 })]),
      ['partially_refunded', 'complete', 'partially_refunded'],
    ],
    [
      'all given back',
      snapshotOf(complete, [chargeOf({ amount_refunded: 4_900 })]),
      ['refunded', 'complete', 'refunded'],
    ],
    [
      'a payment that is contested',
      snapshotOf(complete, [chargeOf({}, [dispute('needs_response')])]),
      ['disputed', 'complete', 'disputed'],
    ],
    [
      'a payment that was contested in vain',
      snapshotOf(complete, [chargeOf({}, [dispute('won')])]),
      ['paid', 'complete', 'paid'],
    ],
    [
      'a subscription whose last payment failed',
      snapshotOf(complete, [chargeOf()], { id: 'sub_1', status: 'past_due' }),
      ['failed', 'complete', 'failed'],
    ],
  ])('should be that of %s', (_, snapshot, status) => {
    expect(statusOf(snapshot)).toEqual(status);
  });

  it.each<[string, Partial<Stripe.Subscription>, boolean]>([
    ['goes on', { status: 'active' }, true],
    ['is tried again', { status: 'past_due' }, true],
    ['ends with its period', { status: 'active', cancel_at_period_end: true }, false],
    ['ends at a moment', { status: 'active', cancel_at: PERIOD_ENDS }, false],
    ['ends later', { status: 'active', cancel_at: PERIOD_ENDS + 86_400 }, true],
    ['has ended', { status: 'canceled' }, false],
  ])(
    'should say until when a subscription is paid that %s, and when it is charged',
    (_, one, goesOn) => {
      const snapshot = snapshotOf(complete, [chargeOf()], { id: 'sub_1', ...one });
      const { periodEndsAt, renewsAt } = orderStatusOf(snapshot, { known: [], now: NOW });
      const ends = new Date(PERIOD_ENDS * 1000).toISOString();
      expect([periodEndsAt, renewsAt]).toEqual([ends, goesOn ? ends : null]);
    },
  );

  it('should say that the last instalment is not followed by another', () => {
    const snapshot = snapshotOf(complete, [chargeOf(), chargeOf({ id: 'ch_2' })], {
      id: 'sub_1',
      status: 'active',
    });
    const looks = [3, 2, null].map((instalments) =>
      orderStatusOf(snapshot, { known: [], now: NOW, instalments }),
    );
    const ends = new Date(PERIOD_ENDS * 1000).toISOString();
    expect(looks.map(({ instalmentsPaid, renewsAt }) => [instalmentsPaid, renewsAt])).toEqual([
      [2, ends],
      [2, null],
      [null, ends],
    ]);
  });

  it('should not depend on the order in which the provider lists its charges', () => {
    const charge = fc.record({
      status: fc.constantFrom('succeeded' as const, 'pending' as const, 'failed' as const),
      created: fc.integer({ min: CREATED, max: CREATED + 1_000 }),
      amount_captured: fc.nat(10_000),
      amount_refunded: fc.nat(10_000),
      disputes: fc.array(fc.constantFrom('won', 'lost', 'needs_response').map(dispute), {
        maxLength: 1,
      }),
    });
    const charges = fc.array(charge, { maxLength: 5 }).map((all) =>
      all.map(({ disputes, ...said }, index) =>
        chargeOf(
          { id: `ch_${index}`, ...said, paid: said.status === 'succeeded' },
          disputes.map((one) => ({ ...one, id: `dp_${index}` })),
        ),
      ),
    );
    const twice = charges.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(twice, ([one, other]) => {
        const seen = { known: [], now: NOW };
        expect(orderStatusOf(snapshotOf(complete, other), seen)).toEqual(
          orderStatusOf(snapshotOf(complete, one), seen),
        );
      }),
    );
  });
});

describe('the history of an order', () => {
  const historyOf = (snapshot: Snapshot, known: { key: string; at: string }[] = [], now = NOW) =>
    orderStatusOf(snapshot, {
      known: known.map((entry) => ({ ...entry, kind: 'opened' as const })),
      now,
    }).timeline.map(({ key, kind, at }) => [key, kind, at]);

  const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

  it('should tell what happened, the earliest first', () => {
    const refunds = [
      { id: 're_1', status: 'succeeded', created: CREATED + 90, amount: 1_000, currency: 'eur' },
      { id: 're_2', status: 'failed', created: CREATED + 91, amount: 1_000, currency: 'eur' },
    ] as Stripe.Refund[];
    const paid = chargeOf({ refunds: { data: refunds } as Stripe.ApiList<Stripe.Refund> });
    const declined = chargeOf({ id: 'ch_0', created: CREATED + 30, ...failed });
    expect(historyOf(snapshotOf(complete, [paid, declined]))).toEqual([
      ['opened', 'opened', iso(CREATED)],
      ['ch_0:failed', 'payment_failed', iso(CREATED + 30)],
      ['ch_1:succeeded', 'paid', iso(CREATED + 60)],
      ['completed', 'completed', iso(CREATED + 60)],
      ['re_1', 'refunded', iso(CREATED + 90)],
    ]);
  });

  it('should keep the time at which something without a date was first seen', () => {
    const lost = snapshotOf(complete, [chargeOf({}, [dispute('lost')])]);
    const later = new Date(NOW.getTime() + 60_000);
    const first = historyOf(lost).at(-1);
    expect(first).toEqual(['dp_1:lost', 'dispute_lost', NOW.toISOString()]);
    const known = [{ key: 'dp_1:lost', at: NOW.toISOString() }];
    expect(historyOf(lost, known, later).at(-1)).toEqual(first);
  });
});
