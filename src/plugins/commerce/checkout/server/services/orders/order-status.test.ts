import fc from 'fast-check';
import type Stripe from 'stripe';
import { type Payment, toPayment } from '../provider/payments';
import type { Snapshot } from '../provider/snapshot';
import { orderStatusOf } from './order-status';
import { computeAccess } from '#plugins/commerce/checkout/access';

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
  toPayment(
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
        (entry) =>
          ({ evidence_details: { due_by: CREATED + 900_000 }, ...entry }) as Stripe.Dispute,
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

const CONTEXT = { previous: [], now: NOW, graceDays: 3 };

const statusOf = (snapshot: Snapshot) => {
  const { state, sessionStatus, paymentStatus } = orderStatusOf(snapshot, CONTEXT);
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
const refundsOf = (amount: number) =>
  ({
    data: [{ id: 're_0', status: 'succeeded', created: CREATED + 70, amount, currency: 'eur' }],
  }) as Stripe.ApiList<Stripe.Refund>;

describe('orderStatusOf', () => {
  it.each([
    ['open session', snapshotOf(), ['open', 'open', 'pending']],
    ['expired session', snapshotOf({ status: 'expired' }), ['expired', 'expired', 'pending']],
    ['declined card', snapshotOf({}, [chargeOf(failed)]), ['failed', 'open', 'failed']],
    [
      'declined card in an expired session',
      snapshotOf({ status: 'expired' }, [chargeOf(failed)]),
      ['expired', 'expired', 'failed'],
    ],
    [
      'pending debit',
      snapshotOf({ status: 'complete' }, [chargeOf({ status: 'pending', paid: false })]),
      ['complete', 'complete', 'pending'],
    ],
    ['succeeded charge', snapshotOf(complete, [chargeOf()]), ['paid', 'complete', 'paid']],
    [
      'second charge succeeded',
      snapshotOf(complete, [chargeOf({ id: 'ch_0', ...failed }), chargeOf()]),
      ['paid', 'complete', 'paid'],
    ],
    [
      'no payment required',
      snapshotOf({ ...complete, payment_status: 'no_payment_required' }),
      ['paid', 'complete', 'paid'],
    ],
    [
      'partial refund',
      snapshotOf(complete, [chargeOf({ amount_refunded: 1_000 })]),
      ['partially_refunded', 'complete', 'partially_refunded'],
    ],
    [
      'full refund',
      snapshotOf(complete, [chargeOf({ amount_refunded: 4_900 })]),
      ['refunded', 'complete', 'refunded'],
    ],
    [
      'authorised charge',
      snapshotOf({ status: 'complete' }, [chargeOf({ amount_captured: 0 })]),
      ['complete', 'complete', 'pending'],
    ],
    [
      'canceled authorisation',
      snapshotOf({ status: 'complete' }, [
        chargeOf({ amount_captured: 0, amount_refunded: 4_900, refunds: refundsOf(4_900) }),
      ]),
      ['failed', 'complete', 'failed'],
    ],
    [
      'partial capture',
      snapshotOf(complete, [chargeOf({ amount_captured: 2_000, amount_refunded: 2_900 })]),
      ['paid', 'complete', 'paid'],
    ],
    [
      'open dispute',
      snapshotOf(complete, [chargeOf({}, [dispute('needs_response')])]),
      ['disputed', 'complete', 'disputed'],
    ],
    [
      'won dispute',
      snapshotOf(complete, [chargeOf({}, [dispute('won')])]),
      ['paid', 'complete', 'paid'],
    ],
    [
      'subscription past due',
      snapshotOf(complete, [chargeOf()], { id: 'sub_1', status: 'past_due' }),
      ['failed', 'complete', 'failed'],
    ],
  ])('%s – returns its status', (_, snapshot, status) => {
    expect(statusOf(snapshot)).toEqual(status);
  });

  it.each<[string, Partial<Stripe.Subscription>, boolean]>([
    ['active', { status: 'active' }, true],
    ['past due', { status: 'past_due' }, true],
    ['ending with its period', { status: 'active', cancel_at_period_end: true }, false],
    ['ending at the end of the period', { status: 'active', cancel_at: PERIOD_ENDS }, false],
    ['ending later', { status: 'active', cancel_at: PERIOD_ENDS + 86_400 }, true],
    ['canceled', { status: 'canceled' }, false],
  ])(
    'subscription %s – returns the end of the period and the next charge',
    (_, subscription, isRenewed) => {
      const snapshot = snapshotOf(complete, [chargeOf()], { id: 'sub_1', ...subscription });
      const { periodEndsAt, renewsAt } = orderStatusOf(snapshot, CONTEXT);
      const ends = new Date(PERIOD_ENDS * 1000).toISOString();
      expect([periodEndsAt, renewsAt]).toEqual([ends, isRenewed ? ends : null]);
    },
  );

  it('last instalment paid – returns no next charge', () => {
    const snapshot = snapshotOf(complete, [], { id: 'sub_1', status: 'active' }, [
      invoiceOf(0),
      invoiceOf(1),
    ]);
    const statuses = [3, 2, null].map((instalments) =>
      orderStatusOf(snapshot, { ...CONTEXT, instalments }),
    );
    const ends = new Date(PERIOD_ENDS * 1000).toISOString();
    expect(statuses.map(({ instalmentsPaid, renewsAt }) => [instalmentsPaid, renewsAt])).toEqual([
      [2, ends],
      [2, null],
      [null, ends],
    ]);
  });

  it.each([
    ['open session', { status: 'open' }, 'open'],
    ['expired session', { status: 'expired' }, 'expired'],
    ['completed session', { status: 'complete' }, 'paid'],
  ] as const)('%s without a payment – returns its state', (_, session, state) => {
    const snapshot = snapshotOf({ ...session, payment_status: 'no_payment_required' });
    expect(orderStatusOf(snapshot, CONTEXT).state).toBe(state);
  });

  const monthlyCharges = (
    months: number,
    overrides: (nth: number) => Partial<Stripe.Charge> = () => ({}),
  ) =>
    Array.from({ length: months }, (_, nth) =>
      chargeOf({
        id: `ch_${nth}`,
        payment_intent: `pi_${nth}`,
        created: CREATED + nth * 2_592_000,
        amount: 1_600,
        amount_captured: 1_600,
        ...overrides(nth),
      }),
    );
  const active = { id: 'sub_1', status: 'active' } as const;

  it('refunds – are compared with all payments', () => {
    const refundedOnce = monthlyCharges(60, (nth) => (nth === 0 ? { amount_refunded: 1_600 } : {}));
    const { amounts, paidAt, paymentStatus } = orderStatusOf(
      snapshotOf(complete, refundedOnce, active),
      CONTEXT,
    );
    expect({ amounts, paidAt, paymentStatus }).toMatchObject({
      amounts: { paid: 96_000, refunded: 1_600 },
      paidAt: new Date(CREATED * 1000).toISOString(),
      paymentStatus: 'partially_refunded',
    });
    const allRefunded = snapshotOf(
      complete,
      monthlyCharges(2, () => ({ amount_refunded: 1_600 })),
      active,
    );
    expect(orderStatusOf(allRefunded, CONTEXT)).toMatchObject({
      amounts: { paid: 3_200, refunded: 3_200 },
      paymentStatus: 'refunded',
    });
  });

  it('charges in different currencies – are not added', () => {
    const payments = [
      chargeOf({ id: 'ch_0', amount_refunded: 4_900 }),
      chargeOf({ currency: 'usd', amount: 5_300, amount_captured: 5_300 }),
    ];
    expect(orderStatusOf(snapshotOf(complete, payments), CONTEXT)).toMatchObject({
      amounts: { paid: 4_900, refunded: 4_900 },
      paymentStatus: 'partially_refunded',
    });
  });

  it('presentment currency – returns its amounts beside the settled amounts', () => {
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
    expect(orderStatusOf(snapshotOf(complete, [paid]), CONTEXT)).toMatchObject({
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
    ['open inquiry', [{ status: 'warning_needs_response' }], 'paid', 'inquiry', true],
    ['inquiry under review', [{ status: 'warning_under_review' }], 'paid', 'inquiry', true],
    ['closed inquiry', [{ status: 'warning_closed' }], 'paid', 'none', false],
    ['open dispute', [{ status: 'needs_response' }], 'disputed', 'open', true],
    ['dispute under review', [{ status: 'under_review' }], 'disputed', 'open', true],
    ['partial dispute', [{ status: 'needs_response', amount: 900 }], 'paid', 'open', true],
    ['won dispute', [{ status: 'won' }], 'paid', 'won', false],
    ['lost dispute', [{ status: 'lost' }], 'disputed', 'lost', false],
    ['lost partial dispute', [{ status: 'lost', amount: 900 }], 'paid', 'lost', false],
  ] as const)(
    '%s – returns the payment status, phase and deadline',
    (_, disputes, payment, phase, hasDeadline) => {
      const all = disputes.map((entry) => ({ ...dispute(entry.status), ...entry }));
      const status = orderStatusOf(snapshotOf(complete, [chargeOf({}, all)]), CONTEXT);
      expect([status.paymentStatus, status.disputePhase, status.disputeDueBy !== null]).toEqual([
        payment,
        phase,
        hasDeadline,
      ]);
    },
  );

  const USD = { presentment_amount: 5_243, presentment_currency: 'usd' };

  it.each([
    ['of the whole', { amount: 4_900 }, 'disputed', 4_900],
    ['a little below the whole', { amount: 4_880 }, 'disputed', 4_880],
    ['at the threshold of the whole', { amount: 4_802 }, 'disputed', 4_802],
    ['over a part', { amount: 4_801 }, 'paid', 4_801],
    ['above the whole', { amount: 4_950 }, 'disputed', 4_950],
    [
      'of the whole in the customer’s currency',
      { amount: 5_243, currency: 'usd' },
      'disputed',
      4_900,
    ],
    ['over a part in the customer’s currency', { amount: 4_900, currency: 'usd' }, 'paid', 4_579],
    ['in an unknown currency', { amount: 44, currency: 'bhd' }, 'disputed', 4_900],
  ] as const)(
    'orderStatusOf – dispute %s – returns the status and the disputed amount',
    (_, details, payment, disputed) => {
      for (const status of ['needs_response', 'lost'] as const) {
        const paid = chargeOf({ presentment_details: USD }, [{ ...dispute(status), ...details }]);
        expect(orderStatusOf(snapshotOf(complete, [paid]), CONTEXT)).toMatchObject({
          paymentStatus: payment,
          amounts: { disputed },
        });
      }
    },
  );

  it('orderStatusOf – one month lost in a dispute, the other refunded – is disputed', () => {
    const [first] = monthlyCharges(1);
    const lost = chargeOf({ ...first, payment_intent: 'pi_0', amount_captured: 1_600 } as never, [
      { ...dispute('lost'), amount: 1_590 },
    ]);
    const [, second] = monthlyCharges(2, () => ({ amount_refunded: 1_600 }));
    if (second === undefined) throw new Error('There are two');
    const status = orderStatusOf(snapshotOf(complete, [lost, second], active), CONTEXT);
    expect(status.paymentStatus).toBe('disputed');
  });

  it.each([
    ['refund not listed', { amount_refunded: 2_900 }, 'paid', 'none', 0],
    ['refund listed', { amount_refunded: 2_900, refunds: refundsOf(2_900) }, 'paid', 'none', 0],
    [
      'refund not listed, another refund listed',
      { amount_refunded: 3_400, refunds: refundsOf(500) },
      'partially_refunded',
      'succeeded',
      500,
    ],
    ['refund not booked', { amount_refunded: 0 }, 'paid', 'none', 0],
    [
      'refund not booked, another refund listed',
      { amount_refunded: 500, refunds: refundsOf(500) },
      'partially_refunded',
      'succeeded',
      500,
    ],
    ['refund not listed, all refunded', { amount_refunded: 4_900 }, 'refunded', 'succeeded', 2_000],
  ] as const)(
    'orderStatusOf – partial capture, %s – counts refunds of the captured part only',
    (_, overrides, payment, refundStatus, refunded) => {
      const paid = chargeOf({ amount_captured: 2_000, ...overrides });
      const status = orderStatusOf(snapshotOf(complete, [paid]), CONTEXT);
      expect(status).toMatchObject({
        paymentStatus: payment,
        refundStatus,
        amounts: { paid: 2_000, refunded },
      });
      expect(status.timeline.filter(({ kind }) => kind === 'refunded')).toHaveLength(
        'refunds' in overrides && refunded > 0 ? 1 : 0,
      );
    },
  );

  it('payment after a lost dispute – is paid again', () => {
    const lost = { ...dispute('lost'), amount: 1_600 };
    const [first, second] = monthlyCharges(2);
    const month = chargeOf({ ...first, amount_captured: 1_600 } as never, [lost]);
    if (second === undefined) throw new Error('There are two');
    expect(orderStatusOf(snapshotOf(complete, [month], active), CONTEXT).paymentStatus).toBe(
      'disputed',
    );
    const later = snapshotOf(complete, [month, second], active);
    expect(orderStatusOf(later, CONTEXT).paymentStatus).toBe('paid');
  });

  const FIFTH = CREATED + 5 * 86_400;
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
  const period = (overrides: Partial<Stripe.Subscription>, invoices = [invoiceOf(0)]) => {
    const { periodEndsAt, renewsAt, endsAt, graceEndsAt, pauseMode } = orderStatusOf(
      snapshotOf(complete, [], { id: 'sub_1', status: 'active', ...overrides }, invoices),
      CONTEXT,
    );
    return { periodEndsAt, renewsAt, endsAt, graceEndsAt, pauseMode };
  };

  it('subscription with cancel_at – returns it as the end', () => {
    expect(period({ cancel_at: FIFTH })).toMatchObject({ endsAt: iso(FIFTH), renewsAt: null });
  });

  it.each(['keep_as_draft', 'mark_uncollectible', 'void'] as const)(
    'collection paused with %s – returns no next charge and no unpaid period',
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
    'orderStatusOf – period skipped with %s – counts as paused until the next paid period',
    (pauseMode, skipped) => {
      const second = invoiceOf(1, { ...skipped, amount_paid: 0 });
      const paused = period({}, [second, invoiceOf(0)]);
      expect(paused).toMatchObject({ periodEndsAt: iso(PERIOD_ENDS), renewsAt: null, pauseMode });
      expect(period({}, [invoiceOf(2), second, invoiceOf(0)]).pauseMode).toBeNull();
    },
  );

  it('orderStatusOf – failed renewal after a pause – starts the grace period at its own failure', () => {
    const paused = invoiceOf(1, { status: 'uncollectible', attempted: false, amount_paid: 0 });
    const unpaidInvoice = invoiceOf(2, { status: 'open', attempted: true, amount_paid: 0 });
    expect(period({ status: 'past_due' }, [unpaidInvoice, paused, invoiceOf(0)]).graceEndsAt).toBe(
      iso(CREATED + 63 * 86_400),
    );
  });

  it.each([
    ['canceled', 'failed'],
    ['incomplete_expired', 'failed'],
    ['active', 'paid'],
  ] as const)('orderStatusOf – subscription %s – payment status is %s', (status, payment) => {
    const invoice = invoiceOf(0, payment === 'paid' ? {} : { status: 'open', amount_paid: 0 });
    const charge = payment === 'paid' ? chargeOf() : chargeOf(failed);
    const session = {
      ...complete,
      payment_status: payment === 'paid' ? 'paid' : 'unpaid',
    } as const;
    const snapshot = snapshotOf(session, [charge], { id: 'sub_1', status }, [invoice]);
    expect(orderStatusOf(snapshot, CONTEXT).paymentStatus).toBe(payment);
  });

  it('orderStatusOf – one month refunded, another paid manually – is partially_refunded', () => {
    const credit = invoiceOf(1, { amount_paid: 0, total: 1_650, payments: undefined as never });
    const paidManually = { ...credit, payments: { data: [] } } as unknown as Stripe.Invoice;
    const month = chargeOf({ amount: 1_650, amount_captured: 1_650, amount_refunded: 1_650 });
    const statusWith = (invoice: Stripe.Invoice) =>
      orderStatusOf(
        snapshotOf(complete, [month], active, [
          invoice,
          invoiceOf(0, { payments: { data: [{ payment: { payment_intent: 'pi_1' } }] } as never }),
        ]),
        CONTEXT,
      ).paymentStatus;
    expect(statusWith(paidManually)).toBe('partially_refunded');
    expect(statusWith(credit)).toBe('refunded');
  });

  it('orderStatusOf – instalment lost in a dispute – does not count as paid', () => {
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
    const snapshot = snapshotOf(complete, months, active, [
      invoiceOf(2),
      invoiceOf(1),
      invoiceOf(0),
    ]);
    const context = { ...CONTEXT, instalments: 3 };
    expect(orderStatusOf(snapshot, context).instalmentsPaid).toBe(2);
  });

  it('orderStatusOf – dispute without a due date – has no deadline', () => {
    const closed = { ...dispute('needs_response'), evidence_details: { due_by: 0 } };
    const charge = chargeOf({}, [closed as never]);
    expect(orderStatusOf(snapshotOf(complete, [charge]), CONTEXT).disputeDueBy).toBeNull();
  });

  it('failed renewal – starts the grace period; failed first payment does not', () => {
    const unpaidInvoice = invoiceOf(1, { status: 'open', amount_paid: 0 });
    const grace = period({ status: 'past_due' }, [unpaidInvoice, invoiceOf(0)]).graceEndsAt;
    expect(grace).toBe(iso(PERIOD_ENDS + 3 * 86_400));
    const neverPaid = invoiceOf(0, { status: 'open', amount_paid: 0 });
    expect(period({ status: 'past_due' }, [neverPaid]).graceEndsAt).toBeNull();
  });

  const ended = (reason: string) =>
    ({ status: 'canceled', ended_at: PERIOD_ENDS, cancellation_details: { reason } }) as never;

  it.each<[string, Partial<Stripe.Subscription>, boolean]>([
    ['unpaid', { status: 'unpaid' }, true],
    ['canceled for non-payment', ended('payment_failed'), true],
    ['canceled by the customer', ended('cancellation_requested'), false],
    ['canceled without a reason', { status: 'canceled' }, false],
  ])(
    'orderStatusOf – failed renewal, subscription %s – returns the grace period',
    (_, overrides, hasGrace) => {
      for (const status of ['open', 'uncollectible'] as const) {
        const unpaidInvoice = invoiceOf(1, { status, attempted: true, amount_paid: 0 });
        const { graceEndsAt } = period(overrides, [unpaidInvoice, invoiceOf(0)]);
        expect(graceEndsAt).toBe(hasGrace ? iso(PERIOD_ENDS + 3 * 86_400) : null);
      }
    },
  );

  it('orderStatusOf – unpaid subscription update, canceled for non-payment – returns the grace period', () => {
    const change = invoiceOf(1, {
      billing_reason: 'subscription_update',
      status: 'open',
      amount_paid: 0,
      created: CREATED + 86_400,
    });
    const { graceEndsAt } = period(ended('payment_failed'), [change, invoiceOf(0)]);
    expect(graceEndsAt).toBe(iso(CREATED + 4 * 86_400));
  });

  it('orderStatusOf – late payment after the cancellation – grants access until the end of the paid period', () => {
    const overrides = { id: 'sub_1', ...(ended('payment_failed') as object) };
    const late = snapshotOf(complete, [chargeOf()], overrides, [invoiceOf(1), invoiceOf(0)]);
    expect(
      computeAccess({ ...orderStatusOf(late, CONTEXT), mode: 'subscription', instalments: null }),
    ).toEqual({ granted: true, until: iso(PERIOD_ENDS + 30 * 86_400) });
  });

  it('orderStatusOf – debit that fails days later – starts the grace period at its failure', () => {
    const unpaidInvoice = invoiceOf(1, { status: 'open', amount_paid: 0 });
    const charge = {
      ...chargeOf({ ...failed, payment_intent: 'pi_1', created: PERIOD_ENDS }),
      failedAt: PERIOD_ENDS + 6 * 86_400,
    };
    const past = { id: 'sub_1', status: 'past_due' } as const;
    const snapshot = snapshotOf(complete, [charge], past, [unpaidInvoice, invoiceOf(0)]);
    expect(orderStatusOf(snapshot, CONTEXT).graceEndsAt).toBe(iso(PERIOD_ENDS + 9 * 86_400));
  });

  it('orderStatusOf – one month refunded, another declined and paid by transfer – is partially_refunded', () => {
    const months = [
      chargeOf({ payment_intent: 'pi_0', amount_refunded: 4_900 }),
      chargeOf({ ...failed, id: 'ch_2', payment_intent: 'pi_1' }),
    ];
    const snapshot = snapshotOf(complete, months, active, [
      invoiceOf(1, { total: 1_650 }),
      invoiceOf(0, { total: 1_650 }),
    ]);
    expect(orderStatusOf(snapshot, CONTEXT).paymentStatus).toBe('partially_refunded');
  });

  it.each([
    ['complete', 'requires_payment_method', 'failed'],
    ['complete', 'canceled', 'failed'],
    ['complete', 'requires_action', 'pending'],
    ['complete', 'processing', 'pending'],
    ['open', 'requires_payment_method', 'pending'],
    ['expired', 'canceled', 'pending'],
  ] as const)(
    'orderStatusOf – no charge, session %s, payment intent %s – is %s',
    (status, intentStatus, payment) => {
      const intent = { id: 'pi_1', status: intentStatus } as Stripe.PaymentIntent;
      const snapshot = snapshotOf({ status, payment_intent: intent });
      expect(orderStatusOf(snapshot, CONTEXT)).toMatchObject({
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
    'orderStatusOf – card declined before completion, payment intent %s – is %s',
    (intentStatus, payment) => {
      const intent = { id: 'pi_1', status: intentStatus } as Stripe.PaymentIntent;
      const snapshot = snapshotOf({ status: 'complete', payment_intent: intent }, [
        chargeOf(failed),
      ]);
      expect(orderStatusOf(snapshot, CONTEXT).paymentStatus).toBe(payment);
    },
  );

  type Refunds = { refunded: number[]; transferred?: number[]; upgraded?: boolean };

  const byTransfer = { amount_paid: 0, total: 1_650, payments: { data: [] } as never };

  it.each([
    ['lost, the next month paid by transfer', 'lost', [0], [1], 'paid'],
    ['open, the next month paid by transfer', 'needs_response', [0], [1], 'disputed'],
    ['lost, the month before paid by transfer', 'lost', [1], [0], 'disputed'],
    ['lost, a month between two paid by transfer', 'lost', [0, 2], [1], 'disputed'],
    ['lost, the next month not paid', 'lost', [0], [], 'disputed'],
  ] as const)(
    'orderStatusOf – dispute %s – status is %s',
    (_, status, disputed, transferred, payment) => {
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
      const snapshot = snapshotOf(complete, charges, active, invoices);
      expect(orderStatusOf(snapshot, CONTEXT).paymentStatus).toBe(payment);
    },
  );

  it.each([
    ['active subscription', 'active', null, true],
    ['trial', 'trialing', null, true],
    ['subscription past due', 'past_due', null, false],
    ['canceled subscription', 'canceled', null, false],
    ['instalments', 'active', 3, false],
  ] as const)(
    'computeAccess – full refund, %s – returns the expected access',
    (_, status, instalments, granted) => {
      const month = chargeOf({ amount_refunded: 4_900 });
      const snapshot = snapshotOf(complete, [month], { id: 'sub_1', status }, [
        invoiceOf(0, { payments: { data: [{ payment: { payment_intent: 'pi_1' } }] } as never }),
      ]);
      const order = orderStatusOf(snapshot, { ...CONTEXT, instalments });
      expect(order.paymentStatus).toBe('refunded');
      const access = computeAccess({ ...order, mode: 'subscription', instalments });
      expect(access).toEqual({ granted, until: null });
    },
  );

  it.each([
    ['last month refunded', { refunded: [1] }, false],
    ['first month refunded', { refunded: [0] }, true],
    ['refunded month followed by a transfer', { refunded: [0], transferred: [1] }, true],
    ['last month refunded, an upgrade kept', { refunded: [1], upgraded: true }, false],
  ])(
    'computeAccess – subscription ends with its period, %s – returns the expected access',
    (_, { refunded, transferred = [], upgraded = false }: Refunds, granted) => {
      const months = [0, 1].filter((nth) => !transferred.includes(nth));
      const charges = monthlyCharges(2, (nth) =>
        refunded.includes(nth) ? { amount_refunded: 1_600 } : {},
      ).filter((__, nth) => months.includes(nth));
      const upgrade = invoiceOf(2, {
        billing_reason: 'subscription_update',
        lines: {
          data: [
            {
              period: { start: CREATED, end: PERIOD_ENDS },
              parent: { subscription_item_details: { proration: true } },
            },
          ],
        } as never,
      });
      const invoices = [
        ...[0, 1].map((nth) => invoiceOf(nth, months.includes(nth) ? {} : byTransfer)),
        ...(upgraded ? [upgrade] : []),
      ];
      const ending = { ...active, cancel_at_period_end: true };
      const order = orderStatusOf(snapshotOf(complete, charges, ending, invoices), CONTEXT);
      const access = computeAccess({ ...order, mode: 'subscription', instalments: null });
      expect(access.granted).toBe(granted);
    },
  );

  it('charges in any sequence – returns the same status', () => {
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
      all.map(({ disputes, ...details }, index) =>
        chargeOf(
          { id: `ch_${index}`, ...details, paid: details.status === 'succeeded' },
          disputes.map((entry) => ({ ...entry, id: `dp_${index}` })),
        ),
      ),
    );
    const twoOrders = charges.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(twoOrders, ([original, shuffled]) => {
        expect(orderStatusOf(snapshotOf(complete, shuffled), CONTEXT)).toEqual(
          orderStatusOf(snapshotOf(complete, original), CONTEXT),
        );
      }),
    );
  });
});

describe('debits and prevented disputes', () => {
  it.each(['pending', 'failed'] as const)(
    'orderStatusOf – %s debit that the provider reports as captured – is no payment',
    (status) => {
      const debit = chargeOf({ status, amount_captured: 4_900 });
      const { amounts, paymentStatus } = orderStatusOf(
        snapshotOf({ status: 'complete' }, [debit]),
        CONTEXT,
      );
      expect([amounts?.paid, paymentStatus]).toEqual([0, status]);
    },
  );

  it('orderStatusOf – two months refunded, the debit of the third failed – is refunded', () => {
    const month = (nth: number, charge: Partial<Stripe.Charge>) =>
      chargeOf({ id: `ch_${nth}`, payment_intent: `pi_${nth}`, ...charge });
    const given = [0, 1].map((nth) => month(nth, { amount_refunded: 4_900 }));
    const debit = month(2, { status: 'failed' });
    const invoices = [0, 1, 2].map((nth) => invoiceOf(nth, nth === 2 ? { status: 'open' } : {}));
    const snapshot = snapshotOf(complete, [...given, debit], { status: 'past_due' }, invoices);
    expect(orderStatusOf(snapshot, CONTEXT).paymentStatus).toBe('refunded');
  });

  it.each([
    ['took the money', 'disputed', [-4_900]],
    ['took the money and returned it', 'paid', [-4_900, 4_900]],
    ['took nothing', 'paid', []],
  ] as const)('orderStatusOf – prevented dispute that %s – is %s', (_, paymentStatus, moved) => {
    const balance = moved.map((amount) => ({ amount }) as Stripe.BalanceTransaction);
    const prevented = { ...dispute('prevented'), balance_transactions: balance };
    const snapshot = snapshotOf(complete, [chargeOf({}, [prevented])]);
    expect(orderStatusOf(snapshot, CONTEXT).paymentStatus).toBe(paymentStatus);
  });
});

describe('timeline', () => {
  const historyOf = (snapshot: Snapshot, previous: { key: string; at: string }[] = [], now = NOW) =>
    orderStatusOf(snapshot, {
      previous: previous.map((entry) => ({ ...entry, kind: 'opened' as const })),
      now,
      graceDays: 3,
    }).timeline.map(({ key, kind, at }) => [key, kind, at]);

  const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

  it('charges and refunds – returns events, the earliest first', () => {
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

  it('buildTimeline – authorisation – is paid with the captured amount', () => {
    const authorised = chargeOf({ amount_captured: 0 });
    expect(historyOf(snapshotOf({ status: 'complete' }, [authorised])).slice(1)).toEqual([
      ['ch_1:pending', 'payment_pending', iso(CREATED + 60)],
      ['completed', 'completed', iso(CREATED + 60)],
    ]);
    const captured = chargeOf({ amount_captured: 2_000, amount_refunded: 2_900 });
    const { timeline, paidAt } = orderStatusOf(snapshotOf(complete, [captured]), CONTEXT);
    expect(paidAt).toBe(iso(CREATED + 60));
    expect(timeline.find(({ kind }) => kind === 'paid')).toMatchObject({ amount: 2_000 });
  });

  it('event without a date – keeps the time of its first reading', () => {
    const lost = snapshotOf(complete, [chargeOf({}, [dispute('lost')])]);
    const later = new Date(NOW.getTime() + 60_000);
    const first = historyOf(lost).at(-1);
    expect(first).toEqual(['dp_1:lost', 'dispute_lost', NOW.toISOString()]);
    const previous = [{ key: 'dp_1:lost', at: NOW.toISOString() }];
    expect(historyOf(lost, previous, later).at(-1)).toEqual(first);
  });
});
