import { signIn } from '../support/admin';
import type { App } from '../support/app';
import {
  codeOf,
  enrol,
  holdEvents,
  openShop,
  purchase,
  type Session,
  type StandIn,
  subscription,
} from './support';
import { reconcile } from '#plugins/commerce/checkout/server/jobs/reconcile';

type Outcome = { state: string; amountTotal: number };
type Entitlement = {
  product: { documentId: string; title: string; SKU: string };
  mode: string;
  since: string;
  until: string | null;
  orders: string[];
};

let standIn: StandIn;
let app: App;

/** Creates a checkout for a signed-in student or a guest, and returns its session. */
const openCheckout = async (
  body: object = purchase(),
  { kind = 'session', bearer }: { kind?: string; bearer?: string } = {},
): Promise<string> => {
  const request = app.request.post(`/api/create-checkout-${kind}`);
  if (bearer !== undefined) void request.set('Authorization', bearer);
  const { body: answer } = await request.send(body).expect(200);
  return (answer as Session).id;
};

const requestOutcome = (id: string) => app.request.get(`/api/checkout/session/${id}`);

/** Code that holds a connection and waits for a second one can deadlock the pool. */
type PooledClient = {
  pool: { max: number };
  acquireConnection: () => Promise<unknown>;
  releaseConnection: (connection: unknown) => Promise<void>;
};

const readOutcome = async (id: string): Promise<Outcome> =>
  ((await requestOutcome(id).expect(200)).body as { data: Outcome }).data;

const countLookUps = async (id: string): Promise<number> => {
  const calls = await standIn.control<{ method: string; path: string }[]>('GET', 'calls');
  return calls.filter(({ path }) => path.includes(`sessions/${id}`)).length;
};

beforeAll(async () => {
  ({ standIn, app } = await openShop({ PAY_TIMEOUT_MS: '5000' }));
  // No event of the provider arrives here.
  await holdEvents(standIn);
});

afterAll(async () => {
  await app.stop();
  await standIn.stop();
});

beforeEach(() => standIn.control('DELETE', 'faults'));

describe('GET /checkout/session/:id', () => {
  it('paid session without an event – returns its state, read from the provider', async () => {
    const id = await openCheckout();
    expect(await readOutcome(id)).toMatchObject({ state: 'open', sessionStatus: 'open' });
    const paid = await openCheckout();
    await standIn.act(paid, 'pay');
    const answer = await requestOutcome(paid).expect(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toEqual({
      data: {
        sessionId: paid,
        state: 'paid',
        sessionStatus: 'complete',
        paymentStatus: 'paid',
        mode: 'payment',
        product: {
          documentId: expect.stringMatching(/^[a-z0-9]{24}$/) as string,
          title: 'Curso de prueba',
          SKU: 'COURSE-1',
        },
        vertical: 'medicina',
        amountSubtotal: 4_900,
        amountTotal: 4_900,
        currency: 'eur',
        presentment: null,
        paidAt: expect.stringMatching(/Z$/) as string,
      },
    });
  });

  it('unknown session – responds with SESSION_NOT_FOUND', async () => {
    for (const id of [`cs_test_${'a'.repeat(58)}`, `cs_live_${'0'.repeat(58)}`]) {
      const answer = await requestOutcome(id);
      expect([answer.status, codeOf(answer)]).toEqual([404, 'SESSION_NOT_FOUND']);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    for (const id of ['1', 'cs_1', `cs_${'%27'.repeat(20)}`, `cs_${'a'.repeat(300)}`]) {
      expect((await requestOutcome(id)).status).toBe(404);
    }
  });

  it('20 parallel requests – read the provider once, and not again after payment', async () => {
    const id = await openCheckout();
    await standIn.act(id, 'pay');
    const before = await countLookUps(id);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => readOutcome(id)));
    expect(new Set(outcomes.map(({ state }) => state))).toEqual(new Set(['paid']));
    const after = await countLookUps(id);
    expect(after - before).toBe(1);
    await readOutcome(id);
    expect(await countLookUps(id)).toBe(after);
  });

  it('paid session, one free connection – is recorded with its messages', async () => {
    const { client } = app.strapi.db.connection as unknown as { client: PooledClient };
    const id = await openCheckout();
    await standIn.act(id, 'pay');
    const held = await Promise.all(
      Array.from({ length: client.pool.max - 1 }, () => client.acquireConnection()),
    );
    const outcome = await readOutcome(id).finally(() =>
      Promise.all(held.map((connection) => client.releaseConnection(connection))),
    );
    expect(outcome).toMatchObject({ state: 'paid' });
  });

  it('outage of the provider – returns the last known state', async () => {
    const id = await openCheckout();
    await standIn.act(id, 'pay');
    await standIn.fault({ kind: 'status', path: '/v1/checkout/sessions', status: 500, times: 100 });
    expect(await readOutcome(id)).toMatchObject({ state: 'open' });
    await standIn.control('DELETE', 'faults');
    expect(await readOutcome(id)).toMatchObject({ state: 'paid' });
  });
});

describe('GET /user-endpoints/entitlements', () => {
  const listEntitlements = async (bearer: string, query: object = {}): Promise<Entitlement[]> => {
    const { body } = await app.request
      .get('/api/user-endpoints/entitlements')
      .query(query)
      .set('Authorization', bearer)
      .expect(200);
    return (body as { data: Entitlement[] }).data;
  };

  const listSkus = async (bearer: string, query?: { productPayID: string }) =>
    (await listEntitlements(bearer, query)).map(({ product }) => product.SKU);

  it('paid and refunded orders – return each paid product once', async () => {
    const { bearer } = await enrol(app.strapi, 'rosa@example.com');
    expect(await listEntitlements(bearer)).toEqual([]);
    const course = await openCheckout(purchase(), { bearer });
    const secondCourse = await openCheckout(purchase(), { bearer });
    const book = { priceID: 'price_prod_book', productPayID: 'prod_book' };
    const boughtBook = await openCheckout(purchase(book), { bearer });
    await openCheckout(purchase({ ...book, customer_email: 'somebody@example.com' }));
    for (const id of [course, secondCourse, boughtBook]) {
      await standIn.act(id, 'pay');
      await readOutcome(id);
    }
    const [first, second, ...otherEntitlements] = await listEntitlements(bearer);
    expect(otherEntitlements).toEqual([]);
    expect(first).toMatchObject({ mode: 'payment', until: null, product: { SKU: 'COURSE-1' } });
    expect(first?.orders).toHaveLength(2);
    expect(second?.product.SKU).toBe('BOOK-1');

    const limits = { overdueMs: -60_000, undeliveredMs: 60_000, unseenMs: 0 };
    await standIn.act(course, 'refund');
    await standIn.act(secondCourse, 'refund', { amount: 1_000 });
    await standIn.act(boughtBook, 'refund');
    await reconcile({ strapi: app.strapi }, limits);
    const remaining = await listEntitlements(bearer);
    expect(remaining.map(({ product }) => product.SKU)).toEqual(['COURSE-1']);
    expect(remaining[0]?.orders).toHaveLength(1);
    const newStudent = await enrol(app.strapi, 'nobody@example.com');
    expect(await listEntitlements(newStudent.bearer)).toEqual([]);
  });

  it('subscription – is returned until it ends', async () => {
    const { bearer } = await enrol(app.strapi, 'leo@example.com');
    const id = await openCheckout(subscription(), { kind: 'subscription', bearer });
    await standIn.act(id, 'pay');
    await readOutcome(id);
    expect(await listEntitlements(bearer)).toMatchObject([{ mode: 'subscription', until: null }]);
    const { body } = await app.request
      .get('/api/user-endpoints/orders')
      .set('Authorization', bearer)
      .expect(200);
    const [order] = (body as { data: { renewsAt: string; subscriptionStatus: string }[] }).data;
    expect(order?.subscriptionStatus).toBe('active');
    expect(Date.parse(order?.renewsAt ?? '')).toBeGreaterThan(Date.now());

    const limits = { overdueMs: -60_000, undeliveredMs: 60_000, unseenMs: 0 };
    await standIn.act(id, 'end-after-period');
    await reconcile({ strapi: app.strapi }, limits);
    expect(await listEntitlements(bearer)).toMatchObject([{ until: order?.renewsAt }]);

    await standIn.act(id, 'cancel');
    await reconcile({ strapi: app.strapi }, limits);
    expect(await listSkus(bearer)).toEqual([]);
  });

  it('unconfirmed address or order of a stranger – gives no access', async () => {
    const address = 'marta@example.com';
    const boughtId = await openCheckout(purchase({ customer_email: address }));
    await standIn.act(boughtId, 'pay');
    await readOutcome(boughtId);
    const { id, bearer } = await enrol(app.strapi, address);
    const setConfirmed = (confirmed: boolean) =>
      app.strapi.db
        .query('plugin::users-permissions.user')
        .update({ where: { id }, data: { confirmed } });
    await setConfirmed(false);
    expect(await listSkus(bearer)).toEqual([]);

    // A signed-in student who enters another person's address buys for the own account.
    const stranger = await enrol(app.strapi, 'stranger@example.com');
    const gift = { customer_email: address, priceID: 'price_prod_book', productPayID: 'prod_book' };
    const giftId = await openCheckout(purchase(gift), { bearer: stranger.bearer });
    await standIn.act(giftId, 'pay');
    await readOutcome(giftId);
    await setConfirmed(true);
    expect(await listSkus(bearer)).toEqual(['COURSE-1']);
    expect(await listSkus(stranger.bearer)).toEqual(['BOOK-1']);
  });

  it('GET /user-endpoints/entitlements – changed address of the account – keeps purchases of the confirmed one', async () => {
    const users = app.strapi.db.query('plugin::users-permissions.user');
    const changeUser = (id: number, data: object) => users.update({ where: { id }, data });
    const [formerEmail, newEmail] = ['nina@example.com', 'nina@work.example.com'];
    const boughtId = await openCheckout(purchase({ customer_email: formerEmail }));
    await standIn.act(boughtId, 'pay');
    await readOutcome(boughtId);

    // An account that has not confirmed the address keeps no purchases of it.
    const squatter = await enrol(app.strapi, formerEmail);
    await changeUser(squatter.id, { confirmed: false });
    await changeUser(squatter.id, { email: 'squatter@example.com' });
    await changeUser(squatter.id, { confirmed: true });
    expect(await listSkus(squatter.bearer)).toEqual([]);

    const nina = await enrol(app.strapi, formerEmail);
    expect(await listSkus(nina.bearer)).toEqual(['COURSE-1']);
    await changeUser(nina.id, { email: newEmail });
    await changeUser(nina.id, { confirmed: true });
    expect(await listSkus(nina.bearer)).toEqual(['COURSE-1']);
    const successor = await enrol(app.strapi, formerEmail);
    expect(await listSkus(successor.bearer)).toEqual([]);
  });

  it('GET /user-endpoints/entitlements?productPayID – deleted product – is found by its former identifier', async () => {
    const { bearer } = await enrol(app.strapi, 'hugo@example.com');
    const listSkusOf = (productPayID: string) => listSkus(bearer, { productPayID });
    const products = app.strapi.documents('api::product.product');
    const { documentId } = (await app.strapi.db
      .query('api::product.product')
      .findOne({ where: { SKU: 'HIDDEN-1' } })) as { documentId: string };
    await products.publish({ documentId, locale: 'es' });
    const body = purchase({ priceID: 'price_prod_hidden', productPayID: 'prod_hidden' });
    const id = await openCheckout(body, { bearer });
    await standIn.act(id, 'pay');
    await readOutcome(id);
    expect(await listSkusOf('prod_hidden')).toEqual(['HIDDEN-1']);
    await products.delete({ documentId, locale: '*' });
    expect(await listSkusOf('prod_hidden')).toEqual(['HIDDEN-1']);
    const next = { title: 'Nuevo', slug: 'nuevo', SKU: 'NEW-1', order: 0, payID: 'prod_hidden' };
    await products.create({ data: next as never, locale: 'es' });
    expect(await listSkusOf('prod_hidden')).toEqual(['HIDDEN-1']);
    expect(await listSkusOf('prod_course')).toEqual([]);
  });

  it('GET /user-endpoints/entitlements?productPayID – identifiers of drafts – neither give nor take access', async () => {
    const { bearer } = await enrol(app.strapi, 'irene@example.com');
    const listSkusOf = (productPayID: string) => listSkus(bearer, { productPayID });
    const products = app.strapi.documents('api::product.product');
    const create = async (SKU: string, payID: string) => {
      const line = await app.strapi.documents('api::vertical.vertical').findFirst({});
      const verticals = [line?.documentId];
      const values = { title: SKU, slug: SKU.toLowerCase(), SKU, order: 0, payCrm: 'main' };
      const data = { ...values, payID, verticals };
      return products.create({ data: data as never, locale: 'es' });
    };
    const change = (documentId: string, payID: string) =>
      products.update({ documentId, locale: 'es', data: { payID } as never });
    const { documentId } = (await app.strapi.db
      .query('api::product.product')
      .findOne({ where: { SKU: 'COURSE-1', publishedAt: { $notNull: true } } })) as {
      documentId: string;
    };
    const id = await openCheckout(purchase(), { bearer });
    await standIn.act(id, 'pay');
    await readOutcome(id);

    await change(documentId, 'prod_book');
    expect(await listSkusOf('prod_book')).toEqual([]);
    expect(await listSkusOf('prod_course')).toEqual(['COURSE-1']);

    await standIn.control('POST', 'catalogue', {
      account: 'main',
      products: [{ id: 'prod_course_2', name: 'Curso de prueba' }],
      prices: [{ id: 'price_course_2', productId: 'prod_course_2', amount: 4_900 }],
    });
    await change(documentId, 'prod_course_2');
    await products.publish({ documentId, locale: 'es' });
    const draft = await create('COPY-1', 'prod_course');
    expect(await listSkusOf('prod_course')).toEqual(['COURSE-1']);
    expect(await listSkusOf('prod_course_2')).toEqual(['COURSE-1']);

    await products.unpublish({ documentId, locale: 'es' });
    expect(await listSkusOf('prod_course_2')).toEqual(['COURSE-1']);
    const publishCopy = async (payID: string) => {
      await change(draft.documentId, payID);
      await products.publish({ documentId: draft.documentId, locale: 'es' });
    };
    await publishCopy('prod_course_2');
    expect(await listSkusOf('prod_course_2')).toEqual([]);
    await publishCopy('prod_course');
    expect(await listSkusOf('prod_course')).toEqual(['COURSE-1']);
    await products.delete({ documentId: draft.documentId, locale: '*' });
    await change(documentId, 'prod_course');
    await products.publish({ documentId, locale: 'es' });
  });

  it('invalid token – responds with UNAUTHENTICATED', async () => {
    for (const bearer of ['', 'Bearer x']) {
      const answer = await app.request
        .get('/api/user-endpoints/entitlements')
        .set('Authorization', bearer);
      expect([answer.status, codeOf(answer)]).toEqual([401, 'UNAUTHENTICATED']);
    }
  });
});

describe('the export of orders', () => {
  const period = { from: '2020-01-01', to: '2022-12-31', timeZone: 'Europe/Madrid' };

  /** Returns the period of the current days, in which the tests buy. */
  const currentPeriod = () => {
    const today = new Date().toISOString().slice(0, 10);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    return { today, from: yesterday, to: tomorrow, timeZone: 'UTC', language: 'en' };
  };

  const exportOrders = async (query: object): Promise<string[][]> => {
    const admin = await signIn(app);
    const { text } = await app.request
      .get('/checkout/orders/export')
      .query({ ...currentPeriod(), ...query })
      .set('Authorization', `Bearer ${admin.token}`)
      .expect(200);
    return text
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
  };

  it('GET /checkout/orders/export – payment with tax and partial refund – returns rows and sums', async () => {
    const id = await openCheckout();
    await standIn.act(id, 'pay', { tax: 850 });
    await standIn.act(id, 'refund', { amount: 1_000 });
    await readOutcome(id);
    const [titles = [], ...rows] = await exportOrders({ content: 'movements' });
    const ownRows = rows.filter((row) => row.includes(id));
    const cell = (row: string[], title: string) => row[titles.indexOf(title)];
    expect(
      ownRows.map((row) =>
        [
          'Kind',
          'SKU',
          'Business line',
          'Payment account',
          'Currency',
          'Paid',
          'Tax',
          'Refunded',
        ].map((title) => cell(row, title)),
      ),
    ).toEqual([
      ['Payment', 'COURSE-1', 'medicina', 'main', 'EUR', '49', '8.5', ''],
      ['Refund', 'COURSE-1', 'medicina', 'main', 'EUR', '', '', '10'],
    ]);

    const [sumTitles = [], ...sums] = await exportOrders({ content: 'sums' });
    const total = (titleRow: string[], lines: string[][], title: string) =>
      lines.reduce((sum, row) => sum + Number(row[titleRow.indexOf(title)]), 0).toFixed(2);
    for (const title of ['Paid', 'Tax', 'Refunded', 'Lost to disputes']) {
      expect([title, total(sumTitles, sums, title)]).toEqual([title, total(titles, rows, title)]);
    }
  });

  it('GET /checkout/orders/export – period with a refund only – negative net amount', async () => {
    const id = await openCheckout();
    await standIn.act(id, 'pay');
    await standIn.act(id, 'refund', { amount: 1_050 });
    await readOutcome(id);
    const orders = app.strapi.db.query('plugin::checkout.order');
    type StoredOrder = { payments: { refunds: object[] }[] };
    const { payments } = (await orders.findOne({ where: { sessionId: id } })) as StoredOrder;
    const longAgo = payments.map(({ refunds, ...payment }) => ({
      ...payment,
      ...{ at: 1_000_000_000, currency: 'chf' },
      refunds: refunds.map((refund) => ({ ...refund, currency: 'chf' })),
    }));
    await orders.updateMany({ where: { sessionId: id }, data: { payments: longAgo } });
    const [titles = [], ...sums] = await exportOrders({ content: 'sums' });
    const francs = sums.find((row) => row.includes('CHF')) ?? [];
    expect(francs[titles.indexOf('Net')]).toBe('-10.5');
  });

  it('GET /checkout/orders/export – format=xlsx – one sheet of sums and one of payments', async () => {
    const { token } = await signIn(app);
    const { body } = await app.request
      .get('/checkout/orders/export')
      .query({ ...currentPeriod(), format: 'xlsx', language: 'es' })
      .set('Authorization', `Bearer ${token}`)
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => done(null, Buffer.concat(chunks)));
      })
      .expect(200);
    const { default: readWorkbook } = await import('read-excel-file/node');
    const sheets = await readWorkbook(body as Buffer);
    expect(sheets.map(({ sheet, data }) => [sheet, data[0]?.[0]])).toEqual([
      ['Sumas por mes', 'Mes'],
      ['Pagos y devoluciones', 'Fecha'],
    ]);
    expect(typeof sheets[0]?.data[1]?.[4]).toBe('number');
  });

  it('GET /checkout/orders/export – more payments than a workbook can hold – 413', async () => {
    const id = await openCheckout();
    await standIn.act(id, 'pay');
    await readOutcome(id);
    const { token } = await signIn(app);
    const orders = app.strapi.db.query('plugin::checkout.order');
    const { payments } = (await orders.findOne({ where: { sessionId: id } })) as {
      payments: object[];
    };
    const many = Array.from({ length: 72_000 }, () => payments[0]);
    await orders.updateMany({ where: { sessionId: id }, data: { payments: many } });
    const { body } = await app.request
      .get('/checkout/orders/export')
      .query({ ...currentPeriod(), format: 'xlsx' })
      .set('Authorization', `Bearer ${token}`)
      .expect(413);
    await orders.updateMany({ where: { sessionId: id }, data: { payments } });
    expect(body).toMatchObject({ error: { details: { code: 'WORKBOOK_TOO_LARGE' } } });
  });

  it('GET /checkout/orders/export – missing permission or invalid period – 403 or 400', async () => {
    const requestExport = async (role: string, query: object) => {
      const { token } = await signIn(app, role);
      const { status } = await app.request
        .get('/checkout/orders/export')
        .query(query)
        .set('Authorization', `Bearer ${token}`);
      return status;
    };
    expect(await requestExport('marketing', period)).toBe(403);
    expect(await requestExport('support', period)).toBe(200);
    expect(await requestExport('support', { ...period, to: '2019-01-01' })).toBe(400);
    expect(await requestExport('support', { ...period, format: 'pdf' })).toBe(400);
  });
});
