import type Stripe from 'stripe';
import { reconcile } from '../../src/plugins/commerce/checkout/server/jobs/reconcile';
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

/** Makes every order overdue, and no event is fetched. */
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
let students = 0;

const priced = (id: string, instalments: string) => ({
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
      priced('price_in_3', String(TOTAL)),
      { ...priced('price_in_3_abroad', String(TOTAL)), otherCurrencies: { mxn: 33_000 } },
      { ...priced('price_book_in_3', String(TOTAL)), productId: 'prod_book' },
      ...['1', '0', '-3', '3.5', 'three', '61', '3e1'].map((said, at) =>
        priced(`price_unclear_${at}`, said),
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

const student = async (): Promise<Student> => {
  students += 1;
  const email = `instalments${students}@example.com`;
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

const ended = (sessionId: string) =>
  until(
    async () => (await orderOf(sessionId)).scheduleId !== null,
    Boolean,
    'The end of the instalments',
  );

/** Waits until the schedule ends after so many periods. */
const endsAfter = (sessionId: string, periods: number) =>
  until(
    async () => (await schedulesOf(await orderOf(sessionId)))[0]?.phases[0],
    (phase) => phase?.end_date === (phase?.start_date ?? 0) + periods * MONTH,
    `The end after ${periods} periods`,
  );

const paid = (sessionId: string, count: number) =>
  until(
    async () => (await orderOf(sessionId)).instalmentsPaid === count,
    Boolean,
    `Instalment ${count}`,
  );

const schedulesOf = async ({ subscriptionId }: Row): Promise<Stripe.SubscriptionSchedule[]> => {
  const all = await standIn.objects<Stripe.SubscriptionSchedule>(
    accounts[0].name,
    'subscription_schedule',
  );
  return all.filter(({ subscription: one }) => one === subscriptionId);
};

const invoicesOf = async ({ subscriptionId }: Row): Promise<Stripe.Invoice[]> => {
  const all = await standIn.objects<Stripe.Invoice>(accounts[0].name, 'invoice');
  return all.filter(({ parent }) => parent?.subscription_details?.subscription === subscriptionId);
};

const listed = async <T>(what: string, { bearer }: Student): Promise<T[]> => {
  const { body } = await app.request
    .get(`/api/user-endpoints/${what}`)
    .set('Authorization', bearer)
    .expect(200);
  return (body as { data: T[] }).data;
};

type Order = { instalments: object | null; renewsAt: string | null; state: string };
type Entitlement = { mode: string; until: string | null };

/** Pays every instalment until the provider requests no more. */
const payOn = async (sessionId: string): Promise<void> => {
  for (let count = 0; count < 3 * TOTAL; count += 1) {
    await standIn.act(sessionId, 'renew');
    const found = await standIn.objects<Stripe.Subscription>(accounts[0].name, 'subscription');
    const { subscriptionId } = await orderOf(sessionId);
    if (found.find(({ id }) => id === subscriptionId)?.status === 'canceled') return;
  }
};

it('a trial before the instalments – is no instalment, and as many are charged after it as were agreed', async () => {
  const session = await buy(await student(), { trialDays: 14 });
  await until(async () => (await orderOf(session)).subscriptionStatus === 'trialing');
  await standIn.act(session, 'renew');
  await ended(session);
  expect(await orderOf(session)).toMatchObject({ instalmentsPaid: 1 });
  await payOn(session);
  const charged = (await invoicesOf(await orderOf(session))).filter(
    ({ amount_paid: amount }) => amount > 0,
  );
  expect(charged).toHaveLength(TOTAL);
});

it('Instalments should end after the last, and what was bought stay', async () => {
  const ana = await student();
  const session = await buy(ana);
  await ended(session);
  const order = await orderOf(session);
  const [schedule, ...others] = await schedulesOf(order);
  expect(others).toEqual([]);
  expect(schedule).toMatchObject({
    end_behavior: 'cancel',
    metadata: { order: order.documentId },
  });
  const [phase] = schedule?.phases ?? [];
  expect((phase?.end_date ?? 0) - (phase?.start_date ?? 0)).toBe(TOTAL * MONTH);

  const [first] = await listed<Order>('orders', ana);
  expect(first).toMatchObject({ instalments: { total: TOTAL, paid: 1 }, state: 'paid' });
  expect(first?.renewsAt).not.toBeNull();
  expect(await listed<Entitlement>('entitlements', ana)).toMatchObject([
    { mode: 'subscription', until: null },
  ]);

  await standIn.act(session, 'renew');
  await paid(session, 2);
  await standIn.act(session, 'renew');
  await paid(session, TOTAL);
  const [last] = await listed<Order>('orders', ana);
  expect(last).toMatchObject({ instalments: { total: TOTAL, paid: TOTAL }, renewsAt: null });
  const own = [{ mode: 'payment', until: null }];
  expect(await listed<Entitlement>('entitlements', ana)).toMatchObject(own);

  await standIn.act(session, 'renew');
  await until(async () => (await orderOf(session)).subscriptionStatus === 'canceled');
  expect(await invoicesOf(order)).toHaveLength(TOTAL);
  expect(await listed<Entitlement>('entitlements', ana)).toMatchObject(own);
  expect(await listed<Order>('orders', ana)).toMatchObject([{ state: 'paid' }]);
});

it.each(['1', '0', '-3', '3.5', 'three', '61', '3e1'].map((said, at) => [said, at]))(
  'A price that is to be paid in "%s" payments should not be sold',
  async (said, at) => {
    const answer = await app.request
      .post('/api/create-checkout-subscription')
      .send(subscription({ priceID: `price_unclear_${at}` }));
    expect([answer.status, codeOf(answer)]).toEqual([400, 'INSTALMENTS_NOT_CLEAR']);
    const { error } = answer.body as { error: { details: object } };
    expect(error.details).toMatchObject({ instalments: said });
  },
);

it('POST /create-checkout-subscription – a product by instalments, a price without a number – INSTALMENTS_NOT_CLEAR', async () => {
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

it('A subscription that is no purchase by instalments should get no end', async () => {
  const ana = await student();
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
  expect(await schedulesOf(order)).toEqual([]);
  expect(await listed<Order>('orders', ana)).toMatchObject([{ instalments: null }]);
});

it.each([
  ['refuses', { kind: 'status', status: 500 }],
  ['does it and hangs up', { kind: 'lost' }],
  ['hangs up', { kind: 'reset' }],
])('A provider that %s at any step should not make instalments run on', async (_, fault) => {
  await standIn.fault({ ...fault, method: 'POST', path: SCHEDULES, times: 3 });
  const session = await buy(await student());
  await ended(session);
  await standIn.control('DELETE', 'faults');
  const order = await orderOf(session);
  expect(await schedulesOf(order)).toHaveLength(1);
  await payOn(session);
  expect(await invoicesOf(order)).toHaveLength(TOTAL);
});

it('An end that was only half made, and is made a period late, should be the right one', async () => {
  const ana = await student();
  // The schedule is created but never limited: every attempt is refused until the second instalment is charged.
  await standIn.fault({
    kind: 'status',
    status: 400,
    method: 'POST',
    path: `${SCHEDULES}/sub_`,
    times: 9,
  });
  const session = await buy(ana);
  await until(async () => (await schedulesOf(await orderOf(session))).length === 1);
  await standIn.act(session, 'renew');
  await paid(session, 2);
  await standIn.control('DELETE', 'faults');
  await reconcile({ strapi: app.strapi }, NOW);
  await ended(session);
  await payOn(session);
  const order = await orderOf(session);
  expect(await invoicesOf(order)).toHaveLength(TOTAL);
  await paid(session, TOTAL);
  expect(await listed<Entitlement>('entitlements', ana)).toMatchObject([{ mode: 'payment' }]);
});

it('An instalment that a credit paid should be charged after the others, with the taxes and the card of the first', async () => {
  const session = await buy(await student());
  await ended(session);
  const terms = { default_tax_rates: [{ id: 'txr_iva' }], default_payment_method: 'pm_new' };
  await standIn.act(session, 'change', { set: terms });
  await standIn.act(session, 'renew', { credit: 1_650 });
  await endsAfter(session, TOTAL + 1);
  const { subscriptionId } = await orderOf(session);
  const all = await standIn.objects<Stripe.Subscription>(accounts[0].name, 'subscription');
  expect(all.find(({ id }) => id === subscriptionId)).toMatchObject(terms);
  await payOn(session);
  const order = await orderOf(session);
  await paid(session, TOTAL);
  expect(await invoicesOf(order)).toHaveLength(TOTAL + 1);
  expect(await schedulesOf(order)).toHaveLength(1);
});

it('an instalment lost to a dispute – moves the end by a period, and back when the bank corrects itself', async () => {
  const session = await buy(await student());
  await ended(session);
  await standIn.act(session, 'renew');
  await paid(session, 2);
  await standIn.act(session, 'dispute', { nth: 0 });
  await standIn.act(session, 'close-dispute', { status: 'lost' });
  await endsAfter(session, TOTAL + 1);
  await standIn.act(session, 'change-dispute', { status: 'won' });
  await endsAfter(session, TOTAL);
});

it('POST /create-checkout-subscription – a plan with amounts in several currencies – a page in the currency of the price', async () => {
  const { id } = (
    await app.request
      .post('/api/create-checkout-subscription')
      .send(subscription({ priceID: 'price_in_3_abroad' }))
      .expect(200)
  ).body as Session;
  const sessions = await standIn.objects<Session>(accounts[0].name, 'checkout.session');
  expect(sessions.find((one) => one.id === id)?.currency).toBe('eur');
});

it('a plan in another currency of its price – is charged in the line’s, and ends after the last instalment', async () => {
  const [line, product] = await Promise.all([
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
      data: { verticals: [...verticals.map((one) => one.id), line.id] },
    });
  }
  const ana = await student();
  const session = await buy(ana, {}, { priceID: 'price_in_3_abroad', vertical: 'mexico' });
  await endsAfter(session, TOTAL);
  // The provider lets amounts in other currencies change. The agreed amount still counts.
  await standIn.control('POST', 'catalogue', {
    account: accounts[0].name,
    prices: [{ ...priced('price_in_3_abroad', String(TOTAL)), otherCurrencies: { mxn: 40_000 } }],
  });
  await payOn(session);
  await paid(session, TOTAL);
  const charged = await invoicesOf(await orderOf(session));
  expect(charged.map(({ amount_paid: amount, currency }) => [amount, currency])).toEqual(
    charged.map(() => [33_000, 'mxn']),
  );
  expect(charged).toHaveLength(TOTAL);
  expect(await listed<Entitlement>('entitlements', ana)).toMatchObject([{ mode: 'payment' }]);
});

it('a schedule that somebody releases at the provider – gets a successor that ends after the last instalment', async () => {
  const session = await buy(await student());
  await ended(session);
  const { scheduleId } = await orderOf(session);
  await standIn.act(session, 'change', { set: { schedule: null, cancel_at: null } });
  await until(
    async () => (await orderOf(session)).scheduleId,
    (id) => id !== null && id !== scheduleId,
    'The successor of the schedule',
  );
  await payOn(session);
  expect(await invoicesOf(await orderOf(session))).toHaveLength(TOTAL);
});

it('an end that somebody sets at the provider – stays, and is told of', async () => {
  const ana = await student();
  const session = await buy(ana);
  await until(async () => (await orderOf(session)).scheduleEnd !== null);
  const [before] = await schedulesOf(await orderOf(session));
  const end = Math.floor(Date.now() / 1000) + 432_000;
  await standIn.act(session, 'change', { set: { cancel_at: end } });
  const iso = new Date(end * 1000).toISOString();
  await until(
    () => listed<Entitlement>('entitlements', ana),
    ([one]) => one?.until === iso,
    'The end that was set',
  );
  await reconcile({ strapi: app.strapi }, NOW);
  expect(await listed<Order>('orders', ana)).toMatchObject([{ renewsAt: null }]);
  expect((await schedulesOf(await orderOf(session)))[0]?.phases).toEqual(before?.phases);
});

it('Events and reconciliation at the same time should make one end', async () => {
  await holdEvents(standIn);
  const sessions: string[] = [];
  for (let count = 0; count < 3; count += 1) sessions.push(await buy(await student()));
  await Promise.all([
    ...sessions.map((id) => app.request.get(`/api/checkout/session/${id}`)),
    reconcile({ strapi: app.strapi }, NOW),
    reconcile({ strapi: app.strapi }, NOW),
  ]);
  await reconcile({ strapi: app.strapi }, NOW);
  for (const session of sessions) {
    await ended(session);
    expect(await schedulesOf(await orderOf(session))).toHaveLength(1);
    await payOn(session);
    expect(await invoicesOf(await orderOf(session))).toHaveLength(TOTAL);
  }
});

it('Who stops paying should not keep what was not paid to the end', async () => {
  const ana = await student();
  const session = await buy(ana);
  await ended(session);
  await standIn.act(session, 'cancel');
  await until(async () => (await orderOf(session)).subscriptionStatus === 'canceled');
  expect(await listed<Entitlement>('entitlements', ana)).toEqual([]);
  expect(await orderOf(session)).toMatchObject({ instalmentsPaid: 1 });
});
