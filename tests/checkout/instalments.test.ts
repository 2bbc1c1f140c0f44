import type Stripe from 'stripe';
import { reconcile } from '#plugins/commerce/checkout/server/jobs/reconcile';
import type { App } from '../support/app';
import { until } from '../support/until';
import {
  accounts,
  codeOf,
  deliverTo,
  enrol,
  holdEvents,
  openShop,
  type Session,
  type StandIn,
  subscription,
} from './support';

const ORDER = 'plugin::checkout.order';
const TOTAL = 3;
const MONTH = 2_592_000;
const SCHEDULES = '/v1/subscription_schedules';

/** Makes every order overdue, and fetches no events. */
const NOW = { overdueMs: -60_000, undeliveredMs: 0, unseenMs: 0 };

type Row = {
  id: number;
  documentId: string;
  instalments: number | null;
  instalmentsPaid: number | null;
  scheduleId: string | null;
  scheduleEnd: string | null;
  subscriptionId: string | null;
  subscriptionStatus: string | null;
};

type Student = Awaited<ReturnType<typeof enrol>> & { email: string };

let standIn: StandIn;
let app: App;
let studentCount = 0;

const newPrice = (id: string, instalments: string) => ({
  id,
  productId: 'prod_course',
  amount: 1_650,
  interval: 'month',
  metadata: { instalments },
});

beforeAll(async () => {
  ({ standIn, app } = await openShop());
  await standIn.control('POST', 'catalogue', {
    account: accounts[0].name,
    prices: [
      newPrice('price_in_3', String(TOTAL)),
      { ...newPrice('price_in_3_abroad', String(TOTAL)), otherCurrencies: { mxn: 33_000 } },
      { ...newPrice('price_book_in_3', String(TOTAL)), productId: 'prod_book' },
      ...['1', '0', '-3', '3.5', 'three', '61', '3e1'].map((countText, index) =>
        newPrice(`price_unclear_${index}`, countText),
      ),
    ],
  });
});

afterAll(async () => {
  await app.stop();
  await standIn.stop();
});

beforeEach(async () => {
  await standIn.control('DELETE', 'faults');
  await deliverTo(standIn, app.url);
});

const orderOf = async (sessionId: string): Promise<Row> =>
  (await app.strapi.db.query(ORDER).findOne({ where: { sessionId } })) as Row;

const newStudent = async (): Promise<Student> => {
  studentCount += 1;
  const email = `instalments${studentCount}@example.com`;
  return { ...(await enrol(app.strapi, email)), email };
};

/** Buys the course in three payments, and pays the first. */
const buy = async (
  { bearer, email }: Student,
  payment: object = {},
  changes: object = {},
): Promise<string> => {
  const { body } = await app.request
    .post('/api/create-checkout-subscription')
    .set('Authorization', bearer)
    .send(subscription({ customer_email: email, priceID: 'price_in_3', ...changes }))
    .expect(200);
  const { id } = body as Session;
  await standIn.act(id, 'pay', { ...payment });
  return id;
};

const untilScheduled = (sessionId: string) =>
  until(
    async () => (await orderOf(sessionId)).scheduleId !== null,
    Boolean,
    'The end of the instalments',
  );

/** Waits until the schedule ends after this many periods. */
const untilEndsAfter = (sessionId: string, periods: number) =>
  until(
    async () => (await listSchedules(await orderOf(sessionId)))[0]?.phases[0],
    (phase) => phase?.end_date === (phase?.start_date ?? 0) + periods * MONTH,
    `The end after ${periods} periods`,
  );

const untilPaid = (sessionId: string, count: number) =>
  until(
    async () => (await orderOf(sessionId)).instalmentsPaid === count,
    Boolean,
    `Instalment ${count}`,
  );

const listSchedules = async ({ subscriptionId }: Row): Promise<Stripe.SubscriptionSchedule[]> => {
  const schedules = await standIn.objects<Stripe.SubscriptionSchedule>(
    accounts[0].name,
    'subscription_schedule',
  );
  return schedules.filter(
    ({ subscription: scheduleSubscription }) => scheduleSubscription === subscriptionId,
  );
};

const listInvoices = async ({ subscriptionId }: Row): Promise<Stripe.Invoice[]> => {
  const invoices = await standIn.objects<Stripe.Invoice>(accounts[0].name, 'invoice');
  return invoices.filter(
    ({ parent }) => parent?.subscription_details?.subscription === subscriptionId,
  );
};

const listOwn = async <T>(collection: string, { bearer }: Student): Promise<T[]> => {
  const { body } = await app.request
    .get(`/api/user-endpoints/${collection}`)
    .set('Authorization', bearer)
    .expect(200);
  return (body as { data: T[] }).data;
};

type Order = { instalments: object | null; renewsAt: string | null; state: string };
type Entitlement = { mode: string; until: string | null };

/** Pays instalments until the provider cancels the subscription. */
const payAll = async (sessionId: string): Promise<void> => {
  for (let count = 0; count < 3 * TOTAL; count += 1) {
    await standIn.act(sessionId, 'renew');
    const subscriptions = await standIn.objects<Stripe.Subscription>(
      accounts[0].name,
      'subscription',
    );
    const { subscriptionId } = await orderOf(sessionId);
    if (subscriptions.find(({ id }) => id === subscriptionId)?.status === 'canceled') return;
  }
};

it('trial before the instalments – is no instalment; the agreed number is charged after it', async () => {
  const session = await buy(await newStudent(), { trialDays: 14 });
  await until(async () => (await orderOf(session)).subscriptionStatus === 'trialing');
  await standIn.act(session, 'renew');
  await untilScheduled(session);
  expect(await orderOf(session)).toMatchObject({ instalmentsPaid: 1 });
  await payAll(session);
  const chargedInvoices = (await listInvoices(await orderOf(session))).filter(
    ({ amount_paid: amount }) => amount > 0,
  );
  expect(chargedInvoices).toHaveLength(TOTAL);
});

it('last instalment – ends the subscription and keeps the access', async () => {
  const ana = await newStudent();
  const session = await buy(ana);
  await untilScheduled(session);
  const order = await orderOf(session);
  const [schedule, ...otherSchedules] = await listSchedules(order);
  expect(otherSchedules).toEqual([]);
  expect(schedule).toMatchObject({
    end_behavior: 'cancel',
    metadata: { order: order.documentId },
  });
  const [phase] = schedule?.phases ?? [];
  expect((phase?.end_date ?? 0) - (phase?.start_date ?? 0)).toBe(TOTAL * MONTH);

  const [first] = await listOwn<Order>('orders', ana);
  expect(first).toMatchObject({ instalments: { total: TOTAL, paid: 1 }, state: 'paid' });
  expect(first?.renewsAt).not.toBeNull();
  expect(await listOwn<Entitlement>('entitlements', ana)).toMatchObject([
    { mode: 'subscription', until: null },
  ]);

  await standIn.act(session, 'renew');
  await untilPaid(session, 2);
  await standIn.act(session, 'renew');
  await untilPaid(session, TOTAL);
  const [last] = await listOwn<Order>('orders', ana);
  expect(last).toMatchObject({ instalments: { total: TOTAL, paid: TOTAL }, renewsAt: null });
  const purchased = [{ mode: 'payment', until: null }];
  expect(await listOwn<Entitlement>('entitlements', ana)).toMatchObject(purchased);

  await standIn.act(session, 'renew');
  await until(async () => (await orderOf(session)).subscriptionStatus === 'canceled');
  expect(await listInvoices(order)).toHaveLength(TOTAL);
  expect(await listOwn<Entitlement>('entitlements', ana)).toMatchObject(purchased);
  expect(await listOwn<Order>('orders', ana)).toMatchObject([{ state: 'paid' }]);
});

it.each(
  ['1', '0', '-3', '3.5', 'three', '61', '3e1'].map((countText, index) => [countText, index]),
)(
  'POST /create-checkout-subscription – price with "%s" instalments – INSTALMENTS_NOT_CLEAR',
  async (countText, index) => {
    const answer = await app.request
      .post('/api/create-checkout-subscription')
      .send(subscription({ priceID: `price_unclear_${index}` }));
    expect([answer.status, codeOf(answer)]).toEqual([400, 'INSTALMENTS_NOT_CLEAR']);
    const { error } = answer.body as { error: { details: object } };
    expect(error.details).toMatchObject({ instalments: countText });
  },
);

it('POST /create-checkout-subscription – instalment product, price without a number – INSTALMENTS_NOT_CLEAR', async () => {
  await app.strapi.db
    .query('api::product.product')
    .updateMany({ where: { payID: 'prod_book' }, data: { purchaseType: 'instalments' } });
  const buyBook = (priceID: string) =>
    app.request
      .post('/api/create-checkout-subscription')
      .send(subscription({ productPayID: 'prod_book', priceID }));
  const answer = await buyBook('price_prod_book_monthly');
  expect([answer.status, codeOf(answer)]).toEqual([400, 'INSTALMENTS_NOT_CLEAR']);
  await buyBook('price_book_in_3').expect(200);
});

it('subscription without instalments – gets no end', async () => {
  const ana = await newStudent();
  const { body } = await app.request
    .post('/api/create-checkout-subscription')
    .set('Authorization', ana.bearer)
    .send(subscription({ customer_email: ana.email }))
    .expect(200);
  const { id } = body as Session;
  await standIn.act(id, 'pay');
  await until(async () => (await orderOf(id)).subscriptionStatus === 'active');
  await reconcile({ strapi: app.strapi }, NOW);
  const order = await orderOf(id);
  expect(order).toMatchObject({ instalments: null, instalmentsPaid: null, scheduleId: null });
  expect(await listSchedules(order)).toEqual([]);
  expect(await listOwn<Order>('orders', ana)).toMatchObject([{ instalments: null }]);
});

it.each([
  ['rejects', { kind: 'status', status: 500 }],
  ['succeeds and closes the connection', { kind: 'lost' }],
  ['closes the connection', { kind: 'reset' }],
])('provider %s at any step – does not charge further instalments', async (_, fault) => {
  await standIn.fault({ ...fault, method: 'POST', path: SCHEDULES, times: 3 });
  const session = await buy(await newStudent());
  await untilScheduled(session);
  await standIn.control('DELETE', 'faults');
  const order = await orderOf(session);
  expect(await listSchedules(order)).toHaveLength(1);
  await payAll(session);
  expect(await listInvoices(order)).toHaveLength(TOTAL);
});

it('end that is set a period late, after a half-finished attempt – is correct', async () => {
  const ana = await newStudent();
  // The schedule is created but never limited: each attempt fails until the second instalment is charged.
  await standIn.fault({
    kind: 'status',
    status: 400,
    method: 'POST',
    path: `${SCHEDULES}/sub_`,
    times: 9,
  });
  const session = await buy(ana);
  await until(async () => (await listSchedules(await orderOf(session))).length === 1);
  await standIn.act(session, 'renew');
  await untilPaid(session, 2);
  await standIn.control('DELETE', 'faults');
  await reconcile({ strapi: app.strapi }, NOW);
  await untilScheduled(session);
  await payAll(session);
  const order = await orderOf(session);
  expect(await listInvoices(order)).toHaveLength(TOTAL);
  await untilPaid(session, TOTAL);
  expect(await listOwn<Entitlement>('entitlements', ana)).toMatchObject([{ mode: 'payment' }]);
});

it('instalment paid by a credit – is charged after the others, with the same taxes and card', async () => {
  const session = await buy(await newStudent());
  await untilScheduled(session);
  const terms = { default_tax_rates: [{ id: 'txr_iva' }], default_payment_method: 'pm_new' };
  await standIn.act(session, 'change', { set: terms });
  await standIn.act(session, 'renew', { credit: 1_650 });
  await untilEndsAfter(session, TOTAL + 1);
  const { subscriptionId } = await orderOf(session);
  const subscriptions = await standIn.objects<Stripe.Subscription>(
    accounts[0].name,
    'subscription',
  );
  expect(subscriptions.find(({ id }) => id === subscriptionId)).toMatchObject(terms);
  await payAll(session);
  const order = await orderOf(session);
  await untilPaid(session, TOTAL);
  expect(await listInvoices(order)).toHaveLength(TOTAL + 1);
  expect(await listSchedules(order)).toHaveLength(1);
});

it('instalment paid in part by a credit – no instalment is charged beyond the agreed sum', async () => {
  const ana = await newStudent();
  const session = await buy(ana);
  await untilScheduled(session);
  await standIn.act(session, 'renew', { credit: 1_000 });
  await payAll(session);
  await untilPaid(session, TOTAL);
  expect(await listInvoices(await orderOf(session))).toHaveLength(TOTAL);
  expect(await listOwn<Entitlement>('entitlements', ana)).toMatchObject([{ mode: 'payment' }]);
});

it('instalment lost to a dispute – moves the end by a period; a won correction moves it back', async () => {
  const session = await buy(await newStudent());
  await untilScheduled(session);
  await standIn.act(session, 'renew');
  await untilPaid(session, 2);
  await standIn.act(session, 'dispute', { nth: 0 });
  await standIn.act(session, 'close-dispute', { status: 'lost' });
  await untilEndsAfter(session, TOTAL + 1);
  await standIn.act(session, 'change-dispute', { status: 'won' });
  await untilEndsAfter(session, TOTAL);
});

it('refunded instalment – stays counted, and is not charged again', async () => {
  const ana = await newStudent();
  const session = await buy(ana);
  await untilScheduled(session);
  await standIn.act(session, 'renew');
  await untilPaid(session, 2);
  await standIn.act(session, 'refund', { nth: 1 });
  await until(
    () => listOwn<Order>('orders', ana),
    ([order]) => order?.state === 'partially_refunded',
    'The refund',
  );
  await untilEndsAfter(session, TOTAL);
  await payAll(session);
  await untilPaid(session, TOTAL);
  expect(await listInvoices(await orderOf(session))).toHaveLength(TOTAL);
  expect(await listOwn<Entitlement>('entitlements', ana)).toMatchObject([{ mode: 'payment' }]);
});

it('POST /create-checkout-subscription – plan with amounts in several currencies – page in the currency of the price', async () => {
  const { id } = (
    await app.request
      .post('/api/create-checkout-subscription')
      .send(subscription({ priceID: 'price_in_3_abroad' }))
      .expect(200)
  ).body as Session;
  const sessions = await standIn.objects<Session>(accounts[0].name, 'checkout.session');
  expect(sessions.find((candidate) => candidate.id === id)?.currency).toBe('eur');
});

it('plan in the currency of the business line – is charged in it, and ends after the last instalment', async () => {
  const [businessLine, product] = await Promise.all([
    app.strapi.documents('api::vertical.vertical').create({
      data: { name: 'mexico', slug: 'mexico', currency: 'MXN' } as never,
    }),
    app.strapi.db.query('api::product.product').findMany({
      where: { payID: 'prod_course', publishedAt: { $notNull: true } },
      populate: ['verticals'],
    }) as Promise<{ id: number; verticals: { id: number }[] }[]>,
  ]);
  for (const { id, verticals } of product) {
    await app.strapi.db.query('api::product.product').update({
      where: { id },
      data: { verticals: [...verticals.map((vertical) => vertical.id), businessLine.id] },
    });
  }
  const ana = await newStudent();
  const session = await buy(ana, {}, { priceID: 'price_in_3_abroad', vertical: 'mexico' });
  await untilEndsAfter(session, TOTAL);
  // The provider lets amounts in other currencies change. The agreed amount still applies.
  await standIn.control('POST', 'catalogue', {
    account: accounts[0].name,
    prices: [{ ...newPrice('price_in_3_abroad', String(TOTAL)), otherCurrencies: { mxn: 40_000 } }],
  });
  await payAll(session);
  await untilPaid(session, TOTAL);
  const chargedInvoices = await listInvoices(await orderOf(session));
  expect(chargedInvoices.map(({ amount_paid: amount, currency }) => [amount, currency])).toEqual(
    chargedInvoices.map(() => [33_000, 'mxn']),
  );
  expect(chargedInvoices).toHaveLength(TOTAL);
  expect(await listOwn<Entitlement>('entitlements', ana)).toMatchObject([{ mode: 'payment' }]);
});

it('schedule released at the provider – gets a successor that ends after the last instalment', async () => {
  const session = await buy(await newStudent());
  await untilScheduled(session);
  const { scheduleId } = await orderOf(session);
  await standIn.act(session, 'change', { set: { schedule: null, cancel_at: null } });
  await until(
    async () => (await orderOf(session)).scheduleId,
    (id) => id !== null && id !== scheduleId,
    'The successor of the schedule',
  );
  await payAll(session);
  expect(await listInvoices(await orderOf(session))).toHaveLength(TOTAL);
});

it('end set at the provider – is kept, and shown to the customer', async () => {
  const ana = await newStudent();
  const session = await buy(ana);
  await until(async () => (await orderOf(session)).scheduleEnd !== null);
  const [before] = await listSchedules(await orderOf(session));
  const end = Math.floor(Date.now() / 1000) + 432_000;
  await standIn.act(session, 'change', { set: { cancel_at: end } });
  const iso = new Date(end * 1000).toISOString();
  await until(
    () => listOwn<Entitlement>('entitlements', ana),
    ([entitlement]) => entitlement?.until === iso,
    'The end that was set',
  );
  await reconcile({ strapi: app.strapi }, NOW);
  expect(await listOwn<Order>('orders', ana)).toMatchObject([{ renewsAt: null }]);
  expect((await listSchedules(await orderOf(session)))[0]?.phases).toEqual(before?.phases);
});

it('parallel events and reconciliations – set one end', async () => {
  await holdEvents(standIn);
  const sessions: string[] = [];
  for (let count = 0; count < 3; count += 1) sessions.push(await buy(await newStudent()));
  await Promise.all([
    ...sessions.map((id) => app.request.get(`/api/checkout/session/${id}`)),
    reconcile({ strapi: app.strapi }, NOW),
    reconcile({ strapi: app.strapi }, NOW),
  ]);
  await reconcile({ strapi: app.strapi }, NOW);
  for (const session of sessions) {
    await untilScheduled(session);
    expect(await listSchedules(await orderOf(session))).toHaveLength(1);
    await payAll(session);
    expect(await listInvoices(await orderOf(session))).toHaveLength(TOTAL);
  }
});

it('cancelled instalments – remove the access', async () => {
  const ana = await newStudent();
  const session = await buy(ana);
  await untilScheduled(session);
  await standIn.act(session, 'cancel');
  await until(async () => (await orderOf(session)).subscriptionStatus === 'canceled');
  expect(await listOwn<Entitlement>('entitlements', ana)).toEqual([]);
  expect(await orderOf(session)).toMatchObject({ instalmentsPaid: 1 });
});
