import { type AccessFacts, computeAccess } from './access';

const FEBRUARY = '2026-02-01T00:00:00.000Z';
const MARCH = '2026-03-01T00:00:00.000Z';
const APRIL = '2026-04-01T00:00:00.000Z';

const paidOrder: AccessFacts = {
  mode: 'payment',
  sessionStatus: 'complete',
  paymentStatus: 'paid',
  subscriptionStatus: null,
  periodEndsAt: null,
  renewsAt: null,
  endsAt: null,
  graceEndsAt: null,
  pauseMode: null,
  amounts: {},
  instalments: null,
  instalmentsPaid: null,
};

const activeSubscription: AccessFacts = {
  ...paidOrder,
  mode: 'subscription',
  subscriptionStatus: 'active',
  periodEndsAt: MARCH,
  renewsAt: MARCH,
};

const overdue = { subscriptionStatus: 'past_due', paymentStatus: 'failed' };
const paidInFull = { instalments: 3, instalmentsPaid: 3 };

const noAccess = { granted: false, until: null };
const unlimitedAccess = { granted: true, until: null };
const accessUntil = (time: string) => ({ granted: true, until: time });

it.each([
  ['paid', paidOrder, unlimitedAccess],
  ['partially refunded', { ...paidOrder, paymentStatus: 'partially_refunded' }, unlimitedAccess],
  ['refunded', { ...paidOrder, paymentStatus: 'refunded' }, noAccess],
  ['disputed', { ...paidOrder, paymentStatus: 'disputed' }, noAccess],
  ['pending', { ...paidOrder, paymentStatus: 'pending' }, noAccess],
  ['failed', { ...paidOrder, paymentStatus: 'failed' }, noAccess],
  ['in an open session', { ...paidOrder, sessionStatus: 'open' }, noAccess],
  ['an active subscription', activeSubscription, unlimitedAccess],
  [
    'an active subscription of an earlier release',
    { ...activeSubscription, amounts: null },
    unlimitedAccess,
  ],
  ['a subscription without renewal', { ...activeSubscription, renewsAt: null }, accessUntil(MARCH)],
  [
    'a subscription without renewal whose last period is refunded',
    { ...activeSubscription, renewsAt: null, periodEndsAt: null, endsAt: MARCH },
    noAccess,
  ],
  [
    'a subscription without renewal of an earlier release',
    { ...activeSubscription, renewsAt: null, periodEndsAt: null, endsAt: MARCH, amounts: null },
    accessUntil(MARCH),
  ],
  [
    'a refunded subscription',
    { ...activeSubscription, paymentStatus: 'refunded' },
    unlimitedAccess,
  ],
  [
    'a refunded subscription without renewal',
    { ...activeSubscription, paymentStatus: 'refunded', renewsAt: null },
    noAccess,
  ],
  [
    'a refunded subscription that ends after a renewal',
    { ...activeSubscription, paymentStatus: 'refunded', endsAt: APRIL },
    accessUntil(APRIL),
  ],
  [
    'a subscription that ends before its period',
    { ...activeSubscription, renewsAt: null, endsAt: FEBRUARY },
    accessUntil(FEBRUARY),
  ],
  [
    'a subscription that ends after a renewal',
    { ...activeSubscription, endsAt: APRIL },
    accessUntil(APRIL),
  ],
  [
    'a paused collection',
    { ...activeSubscription, renewsAt: null, pauseMode: 'void' },
    accessUntil(MARCH),
  ],
  [
    'overdue in the grace period',
    { ...activeSubscription, ...overdue, graceEndsAt: APRIL },
    accessUntil(APRIL),
  ],
  [
    'overdue and ends before the grace period',
    { ...activeSubscription, ...overdue, graceEndsAt: APRIL, endsAt: FEBRUARY },
    accessUntil(FEBRUARY),
  ],
  [
    'overdue, of an earlier release',
    { ...activeSubscription, ...overdue, amounts: null },
    noAccess,
  ],
  [
    'unpaid in the grace period',
    { ...activeSubscription, ...overdue, subscriptionStatus: 'unpaid', graceEndsAt: APRIL },
    accessUntil(APRIL),
  ],
  [
    'canceled for non-payment, in the grace period',
    { ...activeSubscription, subscriptionStatus: 'canceled', endsAt: FEBRUARY, graceEndsAt: APRIL },
    accessUntil(APRIL),
  ],
  [
    'canceled for non-payment, in the paid period',
    {
      ...activeSubscription,
      subscriptionStatus: 'canceled',
      endsAt: FEBRUARY,
      graceEndsAt: FEBRUARY,
    },
    accessUntil(MARCH),
  ],
  [
    'unpaid',
    { ...activeSubscription, ...overdue, subscriptionStatus: 'unpaid' },
    accessUntil(MARCH),
  ],
  [
    'without a payment method',
    { ...activeSubscription, subscriptionStatus: 'paused' },
    accessUntil(MARCH),
  ],
  ['never paid', { ...activeSubscription, ...overdue, periodEndsAt: null }, noAccess],
  ['canceled', { ...activeSubscription, subscriptionStatus: 'canceled' }, noAccess],
  [
    'paid in full',
    { ...activeSubscription, ...paidInFull, subscriptionStatus: 'canceled' },
    unlimitedAccess,
  ],
  [
    'paid in full with a later failed charge',
    { ...activeSubscription, ...paidInFull, ...overdue },
    unlimitedAccess,
  ],
  [
    'paid in full and refunded',
    { ...activeSubscription, ...paidInFull, paymentStatus: 'refunded' },
    noAccess,
  ],
])('computeAccess – %s – returns the expected access', (_, order, access) => {
  expect(computeAccess(order)).toEqual(access);
});
