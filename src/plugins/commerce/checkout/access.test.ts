import { type AccessFacts, accessOf } from './access';

const FEBRUARY = '2026-02-01T00:00:00.000Z';
const MARCH = '2026-03-01T00:00:00.000Z';
const APRIL = '2026-04-01T00:00:00.000Z';

const bought: AccessFacts = {
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

const subscribed: AccessFacts = {
  ...bought,
  mode: 'subscription',
  subscriptionStatus: 'active',
  periodEndsAt: MARCH,
  renewsAt: MARCH,
};

const overdue = { subscriptionStatus: 'past_due', paymentStatus: 'failed' };
const paidUp = { instalments: 3, instalmentsPaid: 3 };

const none = { granted: false, until: null };
const forGood = { granted: true, until: null };
const until = (time: string) => ({ granted: true, until: time });

it.each([
  ['bought', bought, forGood],
  ['given back in part', { ...bought, paymentStatus: 'partially_refunded' }, forGood],
  ['given back', { ...bought, paymentStatus: 'refunded' }, none],
  ['contested', { ...bought, paymentStatus: 'disputed' }, none],
  ['not paid yet', { ...bought, paymentStatus: 'pending' }, none],
  ['not paid', { ...bought, paymentStatus: 'failed' }, none],
  ['on an open page', { ...bought, sessionStatus: 'open' }, none],
  ['subscribed to', subscribed, forGood],
  ['subscribed to, of an earlier release', { ...subscribed, amounts: null }, forGood],
  ['not to be renewed', { ...subscribed, renewsAt: null }, until(MARCH)],
  [
    'to end before its period',
    { ...subscribed, renewsAt: null, endsAt: FEBRUARY },
    until(FEBRUARY),
  ],
  ['to end after a renewal', { ...subscribed, endsAt: APRIL }, until(APRIL)],
  ['paused', { ...subscribed, renewsAt: null, pauseMode: 'void' }, until(MARCH)],
  [
    'overdue, in its days of grace',
    { ...subscribed, ...overdue, graceEndsAt: APRIL },
    until(APRIL),
  ],
  [
    'overdue, and to end before',
    { ...subscribed, ...overdue, graceEndsAt: APRIL, endsAt: FEBRUARY },
    until(FEBRUARY),
  ],
  ['overdue, of an earlier release', { ...subscribed, ...overdue, amounts: null }, none],
  [
    'unpaid, in its days of grace',
    { ...subscribed, ...overdue, subscriptionStatus: 'unpaid', graceEndsAt: APRIL },
    until(APRIL),
  ],
  [
    'ended for want of money, in its days of grace',
    { ...subscribed, subscriptionStatus: 'canceled', endsAt: FEBRUARY, graceEndsAt: APRIL },
    until(APRIL),
  ],
  [
    'ended for want of money, in its paid period',
    { ...subscribed, subscriptionStatus: 'canceled', endsAt: FEBRUARY, graceEndsAt: FEBRUARY },
    until(MARCH),
  ],
  ['unpaid', { ...subscribed, ...overdue, subscriptionStatus: 'unpaid' }, until(MARCH)],
  ['waiting for a way to pay', { ...subscribed, subscriptionStatus: 'paused' }, until(MARCH)],
  ['never paid', { ...subscribed, ...overdue, periodEndsAt: null }, none],
  ['over', { ...subscribed, subscriptionStatus: 'canceled' }, none],
  ['paid up', { ...subscribed, ...paidUp, subscriptionStatus: 'canceled' }, forGood],
  ['paid up, with a later charge refused', { ...subscribed, ...paidUp, ...overdue }, forGood],
  ['paid up and given back', { ...subscribed, ...paidUp, paymentStatus: 'refunded' }, none],
])('accessOf – an order that is %s – says so', (_, order, access) => {
  expect(accessOf(order)).toEqual(access);
});
