import type Stripe from 'stripe';
import { type Admin, signInFirst } from '../support/admin';
import type { App } from '../support/app';
import { until } from '../support/until';
import {
  accounts,
  deliverTo,
  enrol,
  openShop,
  purchase,
  type Session,
  type StandIn,
  subscription,
  untilState,
} from './support';

const ORDER = 'plugin::checkout.order';
const [main] = accounts;

const BOOK = { priceID: 'price_prod_book', productPayID: 'prod_book' };
const INSTALMENTS = { priceID: 'price_book_in_3', productPayID: 'prod_book' };

type Row = {
  documentId: string;
  amountTotal: number;
  amountDiscount: number | null;
  promotionCode: string | null;
  scheduleId: string | null;
  scheduleEnd: string | null;
  subscriptionId: string | null;
  instalmentsPaid: number | null;
};

let standIn: StandIn;
let app: App;
let admin: Admin;
let studentCount = 0;

beforeAll(async () => {
  ({ standIn, app } = await openShop());
  admin = await signInFirst(app);
  await deliverTo(standIn, app.url);
  await standIn.control('POST', 'catalogue', {
    account: main.name,
    prices: [
      {
        id: INSTALMENTS.priceID,
        productId: INSTALMENTS.productPayID,
        amount: 1_650,
        interval: 'month',
        metadata: { instalments: '3' },
      },
    ],
    promotionCodes: [
      { code: 'SUMMER20', percentOff: 20 },
      { code: 'ALWAYS50', percentOff: 50, duration: 'forever' },
      { code: 'GIFT', percentOff: 100 },
      { code: 'TWICE20', percentOff: 20, duration: 'repeating', months: 2 },
    ],
  });
});

afterAll(async () => {
  await app.stop();
  await standIn.stop();
});

const openCheckout = async (body: object, kind = 'session', bearer = ''): Promise<string> => {
  const request = app.request.post(`/api/create-checkout-${kind}`);
  if (bearer !== '') void request.set('Authorization', bearer);
  return ((await request.send(body).expect(200)).body as Session).id;
};

const findSession = async (id: string): Promise<Session | undefined> =>
  (await standIn.objects<Session>(main.name, 'checkout.session')).find(
    (candidate) => candidate.id === id,
  );

const orderOf = async (sessionId: string): Promise<Row> =>
  (await app.strapi.db.query(ORDER).findOne({ where: { sessionId } })) as Row;

const newStudent = () => {
  studentCount += 1;
  return enrol(app.strapi, `codes${studentCount}@example.com`);
};

/** Returns the amounts of the invoices of a session's subscription, in order. */
const listInvoiceAmounts = async (id: string): Promise<number[]> => {
  const session = await findSession(id);
  const invoices = await standIn.objects<Stripe.Invoice>(main.name, 'invoice');
  return invoices
    .filter(({ parent }) => parent?.subscription_details?.subscription === session?.subscription)
    .map(({ total }) => total)
    .reverse();
};

describe('promotion codes', () => {
  it('are accepted only for products that allow them', async () => {
    const book = await openCheckout(purchase(BOOK));
    const course = await openCheckout(purchase());
    expect((await findSession(book))?.allow_promotion_codes).toBe(true);
    expect((await findSession(course))?.allow_promotion_codes).toBeNull();
    await expect(standIn.act(course, 'pay', { code: 'SUMMER20' })).rejects.toThrow('SUMMER20');
    await expect(standIn.act(book, 'pay', { code: 'WINTER' })).rejects.toThrow('WINTER');
  });

  it('are stored on the order with the discount', async () => {
    const { bearer } = await newStudent();
    const id = await openCheckout(purchase(BOOK), 'session', bearer);
    await standIn.act(id, 'pay', { code: 'summer20' });
    await untilState(app.database, id, 'paid');
    const { body } = await app.request
      .get('/api/user-endpoints/orders')
      .set('Authorization', bearer)
      .expect(200);
    const [order] = (body as { data: object[] }).data;
    expect(order).toMatchObject({
      sessionId: id,
      amountSubtotal: 4_900,
      amountTotal: 3_920,
      discount: { code: 'SUMMER20', amount: 980 },
    });
    const { documentId } = await orderOf(id);
    const panelResponse = await admin.get(
      `/content-manager/collection-types/${ORDER}/${documentId}`,
    );
    expect(panelResponse.body.data).toMatchObject({
      promotionCode: 'SUMMER20',
      amountDiscount: 980,
    });
  });

  it('order without a code – has no discount', async () => {
    const { bearer } = await newStudent();
    const id = await openCheckout(purchase(BOOK), 'session', bearer);
    await standIn.act(id, 'pay');
    await untilState(app.database, id, 'paid');
    const { body } = await app.request
      .get('/api/user-endpoints/orders')
      .set('Authorization', bearer)
      .expect(200);
    expect((body as { data: object[] }).data[0]).toMatchObject({ discount: null });
  });

  it('free purchase by a code – gives access', async () => {
    const { bearer } = await newStudent();
    const id = await openCheckout(purchase(BOOK), 'session', bearer);
    await standIn.act(id, 'pay', { code: 'GIFT' });
    await untilState(app.database, id, 'paid');
    const { body } = await app.request
      .get('/api/user-endpoints/entitlements')
      .set('Authorization', bearer)
      .expect(200);
    expect((body as { data: object[] }).data).toMatchObject([
      { product: { SKU: 'BOOK-1' }, mode: 'payment', until: null },
    ]);
  });

  it.each([
    ['ALWAYS50', [825, 825, 825]],
    ['SUMMER20', [1_320, 1_650, 1_650]],
  ])('instalments – are reduced like payments: %s', async (code, amounts) => {
    const id = await openCheckout(subscription(INSTALMENTS), 'subscription');
    await standIn.act(id, 'pay', { code });
    await until(
      () => orderOf(id),
      ({ scheduleId }) => scheduleId !== null,
    );
    for (const paid of [2, 3]) {
      await standIn.act(id, 'renew');
      await until(
        () => orderOf(id),
        ({ instalmentsPaid }) => instalmentsPaid === paid,
      );
    }
    expect(await listInvoiceAmounts(id)).toEqual(amounts);
    const order = await orderOf(id);
    expect(order.promotionCode).toBe(code);
    expect(order.amountDiscount).toBe(1_650 - (amounts[0] ?? 0));
  });

  it('instalments – code for two payments, later end – is not applied again; discounts of the item stay', async () => {
    const id = await openCheckout(subscription(INSTALMENTS), 'subscription');
    await standIn.act(id, 'pay', { code: 'TWICE20' });
    const { subscriptionId, scheduleEnd } = await until(
      () => orderOf(id),
      ({ scheduleEnd: end }) => end !== null,
    );
    const findSubscription = async () =>
      (await standIn.objects<Stripe.Subscription>(main.name, 'subscription')).find(
        (one) => one.id === subscriptionId,
      );
    const items = (await findSubscription())?.items;
    const data = items?.data.map((item) => ({ ...item, discounts: ['di_of_item'] }));
    await standIn.act(id, 'change', { set: { items: { ...items, data } } });
    await standIn.act(id, 'renew');
    await standIn.act(id, 'renew', { credit: 1_650 });
    await until(
      () => orderOf(id),
      ({ scheduleEnd: end }) => end !== null && end !== scheduleEnd,
    );
    const limited = await findSubscription();
    expect(limited?.discounts).toEqual([]);
    expect(limited?.items.data.map(({ discounts }) => discounts)).toEqual([['di_of_item']]);
  });
});
