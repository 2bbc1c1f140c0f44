import fc from 'fast-check';
import type Stripe from 'stripe';
import { type Payment, paymentOf } from '../provider/payments';
import type { Snapshot } from '../provider/snapshot';
import { orderStatusOf } from './order-status';
import { accessOf } from '../../../access';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const CREATED = 1_772_000_000;

const PERIOD_ENDS = CREATED + 30 * 86_400;

const subscriptionOf = (subscription: Partial<Stripe.Subscription>) => ({
  items: { data: [{ current_period_end: PERIOD_ENDS, price: { id: 'price_1' } }] },
  cancel_at: null,
  cancel_at_period_end: false,
  ...subscription,
});

/** Returns a snapshot with these objects of the provider. Their other fields do not matter here. */
const snapshotOf = (
  session: Partial<Stripe.Checkout.Session> = {},
  payments: readonly Payment[] = [],
  subscription: Partial<Stripe.Subscription> | null = null,
  invoices: readonly Stripe.Invoice[] = [],
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
  payments,
  invoices,
  instalmentAmount: null,
});

const chargeOf = (
  charge: Partial<Stripe.Charge> = {},
  disputes: readonly Partial<Stripe.Dispute>[] = [],
): Payment =>
  paymentOf(
    {
      id: 'ch_1',
      payment_intent: 'pi_1',
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
    {
      refunds: charge.refunds?.data ?? [],
      disputes: disputes.map(
        (one) => ({ evidence_details: { due_by: CREATED + 900_000 }, ...one }) as Stripe.Dispute,
      ),
      readMs: 0,
    },
  );

/** Returns the invoice of a period, counted from 0. */
const invoiceOf = (nth: number, invoice: Partial<Stripe.Invoice> = {}): Stripe.Invoice => {
  const begin = CREATED + nth * 30 * 86_400;
  return {
    id: `in_${nth}`,
    status: 'paid',
    billing_reason: nth === 0 ? 'subscription_create' : 'subscription_cycle',
    created: begin,
    amount_due: 1_650,
    amount_paid: 1_650,
    total_discount_amounts: [],
    lines: { data: [{ period: { start: begin, end: begin + 30 * 86_400 }, parent: null }] },
    payments: { data: [{ payment: { payment_intent: `pi_${nth}` } }] },
    next_payment_attempt: null,
    ...invoice,
  } as Stripe.Invoice;
};

const SEEN = { known: [], now: NOW, graceDays: 3 };

const statusOf = (snapshot: Snapshot) => {
  const { state, sessionStatus, paymentStatus } = orderStatusOf(snapshot, SEEN);
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

/**
 * Returns the refund that the provider lists for the part of an authorisation that was not
 * captured.
 */
const released = (amount: number) =>
  ({
    data: [{ id: 're_0', status: 'succeeded', created: CREATED + 70, amount, currency: 'eur' }],
  }) as Stripe.ApiList<Stripe.Refund>;

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
      'money that is only authorised',
      snapshotOf({ status: 'complete' }, [chargeOf({ amount_captured: 0 })]),
      ['complete', 'complete', 'pending'],
    ],
    [
      'an authorisation that was cancelled',
      snapshotOf({ status: 'complete' }, [
        chargeOf({ amount_captured: 0, amount_refunded: 4_900, refunds: released(4_900) }),
      ]),
      ['failed', 'complete', 'failed'],
    ],
    [
      'money that came in part, the rest released',
      snapshotOf(complete, [chargeOf({ amount_captured: 2_000, amount_refunded: 2_900 })]),
      ['paid', 'complete', 'paid'],
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
      const { periodEndsAt, renewsAt } = orderStatusOf(snapshot, SEEN);
      const ends = new Date(PERIOD_ENDS * 1000).toISOString();
      expect([periodEndsAt, renewsAt]).toEqual([ends, goesOn ? ends : null]);
    },
  );

  it('should say that the last instalment is not followed by another', () => {
    const snapshot = snapshotOf(complete, [], { id: 'sub_1', status: 'active' }, [
      invoiceOf(0),
      invoiceOf(1),
    ]);
    const looks = [3, 2, null].map((instalments) =>
      orderStatusOf(snapshot, { ...SEEN, instalments }),
    );
    const ends = new Date(PERIOD_ENDS * 1000).toISOString();
    expect(looks.map(({ instalmentsPaid, renewsAt }) => [instalmentsPaid, renewsAt])).toEqual([
      [2, ends],
      [2, null],
      [null, ends],
    ]);
  });

  it.each([
    ['an open page that asks for nothing', { status: 'open' }, 'open'],
    ['one that expired', { status: 'expired' }, 'expired'],
    ['one that was completed', { status: 'complete' }, 'paid'],
  ] as const)('should take %s for what it is', (_, session, state) => {
    const snapshot = snapshotOf({ ...session, payment_status: 'no_payment_required' });
    expect(orderStatusOf(snapshot, SEEN).state).toBe(state);
  });

  const paidFor = (months: number, over: (nth: number) => Partial<Stripe.Charge> = () => ({})) =>
    Array.from({ length: months }, (_, nth) =>
      chargeOf({
        id: `ch_${nth}`,
        payment_intent: `pi_${nth}`,
        created: CREATED + nth * 2_592_000,
        amount: 1_600,
        amount_captured: 1_600,
        ...over(nth),
      }),
    );
  const active = { id: 'sub_1', status: 'active' } as const;

  it('should compare what went back with all that was ever paid', () => {
    const refundedOnce = paidFor(60, (nth) => (nth === 0 ? { amount_refunded: 1_600 } : {}));
    const { amounts, paidAt, paymentStatus } = orderStatusOf(
      snapshotOf(complete, refundedOnce, active),
      SEEN,
    );
    expect({ amounts, paidAt, paymentStatus }).toMatchObject({
      amounts: { paid: 96_000, refunded: 1_600 },
      paidAt: new Date(CREATED * 1000).toISOString(),
      paymentStatus: 'partially_refunded',
    });
    const both = snapshotOf(
      complete,
      paidFor(2, () => ({ amount_refunded: 1_600 })),
      active,
    );
    expect(orderStatusOf(both, SEEN)).toMatchObject({
      amounts: { paid: 3_200, refunded: 3_200 },
      paymentStatus: 'refunded',
    });
  });

  it('should never add amounts of different currencies', () => {
    const payments = [
      chargeOf({ id: 'ch_0', amount_refunded: 4_900 }),
      chargeOf({ currency: 'usd', amount: 5_300, amount_captured: 5_300 }),
    ];
    expect(orderStatusOf(snapshotOf(complete, payments), SEEN)).toMatchObject({
      amounts: { paid: 4_900, refunded: 4_900 },
      paymentStatus: 'partially_refunded',
    });
  });

  it('should keep what the customer paid in their own currency beside what it came to', () => {
    const paid = chargeOf({
      presentment_details: { presentment_amount: 5_300, presentment_currency: 'usd' },
      amount_refunded: 4_900,
      refunds: {
        data: [
          {
            id: 're_1',
            status: 'pending',
            created: CREATED + 90,
            amount: 4_900,
            currency: 'eur',
            presentment_details: { presentment_amount: 5_300, presentment_currency: 'usd' },
          },
        ],
      } as Stripe.ApiList<Stripe.Refund>,
    });
    expect(orderStatusOf(snapshotOf(complete, [paid]), SEEN)).toMatchObject({
      currency: 'eur',
      refundStatus: 'pending',
      amounts: {
        paid: 4_900,
        refunded: 4_900,
        presentment: { currency: 'usd', paid: 5_300, refunded: 5_300 },
      },
    });
  });

  it.each([
    ['is only asked about', [{ status: 'warning_needs_response' }], 'paid', 'inquiry', true],
    ['is still asked about', [{ status: 'warning_under_review' }], 'paid', 'inquiry', true],
    ['was only asked about', [{ status: 'warning_closed' }], 'paid', 'none', false],
    ['is disputed', [{ status: 'needs_response' }], 'disputed', 'open', true],
    ['is disputed and looked at', [{ status: 'under_review' }], 'disputed', 'open', true],
    ['is disputed in part', [{ status: 'needs_response', amount: 900 }], 'paid', 'open', true],
    ['was disputed and won', [{ status: 'won' }], 'paid', 'won', false],
    ['was disputed and lost', [{ status: 'lost' }], 'disputed', 'lost', false],
    ['was lost in part', [{ status: 'lost', amount: 900 }], 'paid', 'lost', false],
  ] as const)('should say of a payment that %s', (_, disputes, payment, phase, hasDeadline) => {
    const all = disputes.map((one) => ({ ...dispute(one.status), ...one }));
    const status = orderStatusOf(snapshotOf(complete, [chargeOf({}, all)]), SEEN);
    expect([status.paymentStatus, status.disputePhase, status.disputeDueBy !== null]).toEqual([
      payment,
      phase,
      hasDeadline,
    ]);
  });

  const USD = { presentment_amount: 5_243, presentment_currency: 'usd' };

  it.each([
    ['of the whole', { amount: 4_900 }, 'disputed', 4_900],
    ['a little below the whole', { amount: 4_880 }, 'disputed', 4_880],
    ['at the lowest that counts as the whole', { amount: 4_802 }, 'disputed', 4_802],
    ['over a part', { amount: 4_801 }, 'paid', 4_801],
    ['above the whole', { amount: 4_950 }, 'disputed', 4_950],
    [
      'of the whole in the customer’s currency',
      { amount: 5_243, currency: 'usd' },
      'disputed',
      4_900,
    ],
    ['over a part in the customer’s currency', { amount: 4_900, currency: 'usd' }, 'paid', 4_579],
    ['in a currency that is not known', { amount: 44, currency: 'bhd' }, 'disputed', 4_900],
  ] as const)('orderStatusOf – a dispute %s', (_, said, payment, disputed) => {
    for (const status of ['needs_response', 'lost'] as const) {
      const paid = chargeOf({ presentment_details: USD }, [{ ...dispute(status), ...said }]);
      expect(orderStatusOf(snapshotOf(complete, [paid]), SEEN)).toMatchObject({
        paymentStatus: payment,
        amounts: { disputed },
      });
    }
  });

  it('orderStatusOf – a month lost a little below the whole, the other given back – disputed', () => {
    const [first] = paidFor(1);
    const lost = chargeOf({ ...first, payment_intent: 'pi_0', amount_captured: 1_600 } as never, [
      { ...dispute('lost'), amount: 1_590 },
    ]);
    const [, second] = paidFor(2, () => ({ amount_refunded: 1_600 }));
    if (second === undefined) throw new Error('There are two');
    const status = orderStatusOf(snapshotOf(complete, [lost, second], active), SEEN);
    expect(status.paymentStatus).toBe('disputed');
  });

  it.each([
    ['is not listed', { amount_refunded: 2_900 }, 'paid', 'none', 0],
    ['is listed', { amount_refunded: 2_900, refunds: released(2_900) }, 'paid', 'none', 0],
    [
      'is not listed, a refund is',
      { amount_refunded: 3_400, refunds: released(500) },
      'partially_refunded',
      'succeeded',
      500,
    ],
    ['is booked nowhere', { amount_refunded: 0 }, 'paid', 'none', 0],
    [
      'is booked nowhere, a refund is',
      { amount_refunded: 500, refunds: released(500) },
      'partially_refunded',
      'succeeded',
      500,
    ],
    [
      'is not listed, all is given back',
      { amount_refunded: 4_900 },
      'refunded',
      'succeeded',
      2_000,
    ],
  ] as const)(
    'orderStatusOf – a part is captured, the rest %s – counts refunds of that part',
    (_, over, payment, refundStatus, refunded) => {
      const paid = chargeOf({ amount_captured: 2_000, ...over });
      const status = orderStatusOf(snapshotOf(complete, [paid]), SEEN);
      expect(status).toMatchObject({
        paymentStatus: payment,
        refundStatus,
        amounts: { paid: 2_000, refunded },
      });
      expect(status.timeline.filter(({ kind }) => kind === 'refunded')).toHaveLength(
        'refunds' in over && refunded > 0 ? 1 : 0,
      );
    },
  );

  it('should let a later payment go on after a month that was lost to the bank', () => {
    const lost = { ...dispute('lost'), amount: 1_600 };
    const [first, second] = paidFor(2);
    const month = chargeOf({ ...first, amount_captured: 1_600 } as never, [lost]);
    if (second === undefined) throw new Error('There are two');
    expect(orderStatusOf(snapshotOf(complete, [month], active), SEEN).paymentStatus).toBe(
      'disputed',
    );
    const later = snapshotOf(complete, [month, second], active);
    expect(orderStatusOf(later, SEEN).paymentStatus).toBe('paid');
  });

  const FIFTH = CREATED + 5 * 86_400;
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
  const period = (over: Partial<Stripe.Subscription>, invoices = [invoiceOf(0)]) => {
    const { periodEndsAt, renewsAt, endsAt, graceEndsAt, pauseMode } = orderStatusOf(
      snapshotOf(complete, [], { id: 'sub_1', status: 'active', ...over }, invoices),
      SEEN,
    );
    return { periodEndsAt, renewsAt, endsAt, graceEndsAt, pauseMode };
  };

  it('should end a subscription when the provider ends it', () => {
    expect(period({ cancel_at: FIFTH })).toMatchObject({ endsAt: iso(FIFTH), renewsAt: null });
  });

  it.each(['keep_as_draft', 'mark_uncollectible', 'void'] as const)(
    'should promise no charge and count no unpaid period while collection is paused: %s',
    (behavior) => {
      const statuses = {
        keep_as_draft: 'draft',
        mark_uncollectible: 'uncollectible',
        void: 'void',
      };
      const second = invoiceOf(1, {
        status: statuses[behavior],
        amount_paid: 0,
      });
      expect(
        period({ pause_collection: { behavior, resumes_at: null } }, [second, invoiceOf(0)]),
      ).toMatchObject({ periodEndsAt: iso(PERIOD_ENDS), renewsAt: null, pauseMode: behavior });
    },
  );

  it.each([
    ['void', { status: 'void' }],
    ['mark_uncollectible', { status: 'uncollectible', attempted: false }],
    ['keep_as_draft', { status: 'draft', auto_advance: false }],
  ] as const)(
    'orderStatusOf – a period that nobody is charged for (%s), after the pause – is part of it',
    (pauseMode, skipped) => {
      const second = invoiceOf(1, { ...skipped, amount_paid: 0 });
      const now = period({}, [second, invoiceOf(0)]);
      expect(now).toMatchObject({ periodEndsAt: iso(PERIOD_ENDS), renewsAt: null, pauseMode });
      expect(period({}, [invoiceOf(2), second, invoiceOf(0)]).pauseMode).toBeNull();
    },
  );

  it('orderStatusOf – a renewal that fails after a pause – has grace from its own failure', () => {
    const paused = invoiceOf(1, { status: 'uncollectible', attempted: false, amount_paid: 0 });
    const owed = invoiceOf(2, { status: 'open', attempted: true, amount_paid: 0 });
    expect(period({ status: 'past_due' }, [owed, paused, invoiceOf(0)]).graceEndsAt).toBe(
      iso(CREATED + 63 * 86_400),
    );
  });

  it.each([
    ['canceled', 'failed'],
    ['incomplete_expired', 'failed'],
    ['active', 'paid'],
  ] as const)('orderStatusOf – %s, the first payment collected or not – %s', (status, payment) => {
    const invoice = invoiceOf(0, payment === 'paid' ? {} : { status: 'open', amount_paid: 0 });
    const charge = payment === 'paid' ? chargeOf() : chargeOf(failed);
    const session = {
      ...complete,
      payment_status: payment === 'paid' ? 'paid' : 'unpaid',
    } as const;
    const read = snapshotOf(session, [charge], { id: 'sub_1', status }, [invoice]);
    expect(orderStatusOf(read, SEEN).paymentStatus).toBe(payment);
  });

  it('orderStatusOf – a month given back, another paid by credit – partially_refunded', () => {
    const credit = invoiceOf(1, { amount_paid: 0, total: 1_650, payments: undefined as never });
    const byHand = { ...credit, payments: { data: [] } } as unknown as Stripe.Invoice;
    const month = chargeOf({ amount: 1_650, amount_captured: 1_650, amount_refunded: 1_650 });
    const with_ = (invoice: Stripe.Invoice) =>
      orderStatusOf(
        snapshotOf(complete, [month], active, [
          invoice,
          invoiceOf(0, { payments: { data: [{ payment: { payment_intent: 'pi_1' } }] } as never }),
        ]),
        SEEN,
      ).paymentStatus;
    expect(with_(byHand)).toBe('partially_refunded');
    expect(with_(credit)).toBe('refunded');
  });

  it('orderStatusOf – an instalment lost to a dispute – is not paid', () => {
    const lost = { ...dispute('lost'), amount: 1_650 };
    const months = [0, 1, 2].map((nth) =>
      chargeOf(
        {
          id: `ch_${nth}`,
          payment_intent: `pi_${nth}`,
          amount: 1_650,
          amount_captured: 1_650,
          created: CREATED + nth * 30 * 86_400,
        },
        nth === 0 ? [lost] : [],
      ),
    );
    const read = snapshotOf(complete, months, active, [invoiceOf(2), invoiceOf(1), invoiceOf(0)]);
    const seen = { ...SEEN, instalments: 3 };
    expect(orderStatusOf(read, seen).instalmentsPaid).toBe(2);
  });

  it('orderStatusOf – a dispute that takes no answer – has no deadline', () => {
    const closed = { ...dispute('needs_response'), evidence_details: { due_by: 0 } };
    const charge = chargeOf({}, [closed as never]);
    expect(orderStatusOf(snapshotOf(complete, [charge]), SEEN).disputeDueBy).toBeNull();
  });

  it('should give days of grace from the first renewal that failed', () => {
    const owed = invoiceOf(1, { status: 'open', amount_paid: 0 });
    const grace = period({ status: 'past_due' }, [owed, invoiceOf(0)]).graceEndsAt;
    expect(grace).toBe(iso(PERIOD_ENDS + 3 * 86_400));
    const never = invoiceOf(0, { status: 'open', amount_paid: 0 });
    expect(period({ status: 'past_due' }, [never]).graceEndsAt).toBeNull();
  });

  const ended = (reason: string) =>
    ({ status: 'canceled', ended_at: PERIOD_ENDS, cancellation_details: { reason } }) as never;

  it.each<[string, Partial<Stripe.Subscription>, boolean]>([
    ['unpaid', { status: 'unpaid' }, true],
    ['ended for the failure', ended('payment_failed'), true],
    ['ended by the customer', ended('cancellation_requested'), false],
    ['ended without a reason', { status: 'canceled' }, false],
  ])('orderStatusOf – a renewal fails, the subscription is %s – grace', (_, over, hasGrace) => {
    for (const status of ['open', 'uncollectible'] as const) {
      const owed = invoiceOf(1, { status, attempted: true, amount_paid: 0 });
      const { graceEndsAt } = period(over, [owed, invoiceOf(0)]);
      expect(graceEndsAt).toBe(hasGrace ? iso(PERIOD_ENDS + 3 * 86_400) : null);
    }
  });

  it('orderStatusOf – a change of the subscription is not paid, the provider ends it – grace', () => {
    const change = invoiceOf(1, {
      billing_reason: 'subscription_update',
      status: 'open',
      amount_paid: 0,
      created: CREATED + 86_400,
    });
    const { graceEndsAt } = period(ended('payment_failed'), [change, invoiceOf(0)]);
    expect(graceEndsAt).toBe(iso(CREATED + 4 * 86_400));
  });

  it('orderStatusOf – what is owed is paid after the provider has ended it – access until the end of that period', () => {
    const over = { id: 'sub_1', ...(ended('payment_failed') as object) };
    const late = snapshotOf(complete, [chargeOf()], over, [invoiceOf(1), invoiceOf(0)]);
    expect(
      accessOf({ ...orderStatusOf(late, SEEN), mode: 'subscription', instalments: null }),
    ).toEqual({ granted: true, until: iso(PERIOD_ENDS + 30 * 86_400) });
  });

  it('orderStatusOf – a debit that fails after days – has grace from its failure', () => {
    const owed = invoiceOf(1, { status: 'open', amount_paid: 0 });
    const charge = {
      ...chargeOf({ ...failed, payment_intent: 'pi_1', created: PERIOD_ENDS }),
      failedAt: PERIOD_ENDS + 6 * 86_400,
    };
    const past = { id: 'sub_1', status: 'past_due' } as const;
    const read = snapshotOf(complete, [charge], past, [owed, invoiceOf(0)]);
    expect(orderStatusOf(read, SEEN).graceEndsAt).toBe(iso(PERIOD_ENDS + 9 * 86_400));
  });

  it('orderStatusOf – a month given back, another declined and then paid by transfer – partially_refunded', () => {
    const months = [
      chargeOf({ payment_intent: 'pi_0', amount_refunded: 4_900 }),
      chargeOf({ ...failed, id: 'ch_2', payment_intent: 'pi_1' }),
    ];
    const read = snapshotOf(complete, months, active, [
      invoiceOf(1, { total: 1_650 }),
      invoiceOf(0, { total: 1_650 }),
    ]);
    expect(orderStatusOf(read, SEEN).paymentStatus).toBe('partially_refunded');
  });

  it.each([
    ['complete', 'requires_payment_method', 'failed'],
    ['complete', 'canceled', 'failed'],
    ['complete', 'requires_action', 'pending'],
    ['complete', 'processing', 'pending'],
    ['open', 'requires_payment_method', 'pending'],
    ['expired', 'canceled', 'pending'],
  ] as const)(
    'orderStatusOf – no charge, the page %s, the payment %s – %s',
    (status, intentStatus, payment) => {
      const intent = { id: 'pi_1', status: intentStatus } as Stripe.PaymentIntent;
      const read = snapshotOf({ status, payment_intent: intent });
      expect(orderStatusOf(read, SEEN)).toMatchObject({
        paymentStatus: payment,
        paymentIntentId: 'pi_1',
      });
    },
  );

  it.each([
    ['requires_action', 'pending'],
    ['requires_confirmation', 'pending'],
    ['processing', 'pending'],
    ['requires_payment_method', 'failed'],
    ['canceled', 'failed'],
  ] as const)(
    'orderStatusOf – a card declined before the page was completed, the payment %s – %s',
    (intentStatus, payment) => {
      const intent = { id: 'pi_1', status: intentStatus } as Stripe.PaymentIntent;
      const read = snapshotOf({ status: 'complete', payment_intent: intent }, [chargeOf(failed)]);
      expect(orderStatusOf(read, SEEN).paymentStatus).toBe(payment);
    },
  );

  const byTransfer = { amount_paid: 0, total: 1_650, payments: { data: [] } as never };

  it.each([
    ['lost, the next month paid by transfer', 'lost', [0], [1], 'paid'],
    ['open, the next month paid by transfer', 'needs_response', [0], [1], 'disputed'],
    ['lost, the month before paid by transfer', 'lost', [1], [0], 'disputed'],
    ['lost, a month between two paid by transfer', 'lost', [0, 2], [1], 'disputed'],
    ['lost, the next month not paid', 'lost', [0], [], 'disputed'],
  ] as const)('orderStatusOf – a dispute %s – %s', (_, status, disputed, transferred, payment) => {
    const charges = disputed.map((nth) =>
      chargeOf(
        {
          id: `ch_${nth}`,
          payment_intent: `pi_${nth}`,
          created: CREATED + nth * 30 * 86_400,
          amount: 1_650,
          amount_captured: 1_650,
        },
        [{ ...dispute(status), id: `dp_${nth}`, amount: 1_650 }],
      ),
    );
    const invoices = [
      ...disputed.map((nth) => invoiceOf(nth, { total: 1_650 })),
      ...transferred.map((nth) => invoiceOf(nth, byTransfer)),
    ];
    const read = snapshotOf(complete, charges, active, invoices);
    expect(orderStatusOf(read, SEEN).paymentStatus).toBe(payment);
  });

  it.each([
    ['a running subscription', 'active', null, true],
    ['a trial', 'trialing', null, true],
    ['a subscription in arrears', 'past_due', null, false],
    ['a subscription that has ended', 'canceled', null, false],
    ['instalments', 'active', 3, false],
  ] as const)('accessOf – all is given back, %s – %#', (_, status, instalments, granted) => {
    const month = chargeOf({ amount_refunded: 4_900 });
    const read = snapshotOf(complete, [month], { id: 'sub_1', status }, [
      invoiceOf(0, { payments: { data: [{ payment: { payment_intent: 'pi_1' } }] } as never }),
    ]);
    const order = orderStatusOf(read, { ...SEEN, instalments });
    expect(order.paymentStatus).toBe('refunded');
    const access = accessOf({ ...order, mode: 'subscription', instalments });
    expect(access).toEqual({ granted, until: null });
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
        expect(orderStatusOf(snapshotOf(complete, other), SEEN)).toEqual(
          orderStatusOf(snapshotOf(complete, one), SEEN),
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
      graceDays: 3,
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
      ['re_2', 'refunded', iso(CREATED + 91)],
      // The provider does not say when.
      ['re_2:failed', 'refund_failed', NOW.toISOString()],
    ]);
  });

  it('timelineOf – an authorisation – is paid with what is captured', () => {
    const authorised = chargeOf({ amount_captured: 0 });
    expect(historyOf(snapshotOf({ status: 'complete' }, [authorised])).slice(1)).toEqual([
      ['ch_1:pending', 'payment_pending', iso(CREATED + 60)],
      ['completed', 'completed', iso(CREATED + 60)],
    ]);
    const captured = chargeOf({ amount_captured: 2_000, amount_refunded: 2_900 });
    const { timeline, paidAt } = orderStatusOf(snapshotOf(complete, [captured]), SEEN);
    expect(paidAt).toBe(iso(CREATED + 60));
    expect(timeline.find(({ kind }) => kind === 'paid')).toMatchObject({ amount: 2_000 });
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
