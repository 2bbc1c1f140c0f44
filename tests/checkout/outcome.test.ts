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
import { reconcile } from '../../src/plugins/commerce/checkout/server/jobs/reconcile';

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

/** Creates a checkout and returns its session; for a signed-in student or for a guest. */
const open = async (
  body: object = purchase(),
  { kind = 'session', bearer }: { kind?: string; bearer?: string } = {},
): Promise<string> => {
  const request = app.request.post(`/api/create-checkout-${kind}`);
  if (bearer !== undefined) void request.set('Authorization', bearer);
  const { body: answer } = await request.send(body).expect(200);
  return (answer as Session).id;
};

const ask = (id: string) => app.request.get(`/api/checkout/session/${id}`);

const outcomeOf = async (id: string): Promise<Outcome> =>
  ((await ask(id).expect(200)).body as { data: Outcome }).data;

const lookUps = async (id: string): Promise<number> => {
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

describe('what became of a checkout session', () => {
  it('should be known to the page that the buyer comes back to, before the provider tells it', async () => {
    const id = await open();
    expect(await outcomeOf(id)).toMatchObject({ state: 'open', sessionStatus: 'open' });
    const paid = await open();
    await standIn.act(paid, 'pay');
    const answer = await ask(paid).expect(200);
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

  it('should be nobody’s secret that is not the session’s own', async () => {
    for (const id of [`cs_test_${'a'.repeat(58)}`, `cs_live_${'0'.repeat(58)}`]) {
      const answer = await ask(id);
      expect([answer.status, codeOf(answer)]).toEqual([404, 'SESSION_NOT_FOUND']);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    for (const id of ['1', 'cs_1', `cs_${'%27'.repeat(20)}`, `cs_${'a'.repeat(300)}`]) {
      expect((await ask(id)).status).toBe(404);
    }
  });

  it('should be looked up once for all who ask at the same time, and not again once it is settled', async () => {
    const id = await open();
    await standIn.act(id, 'pay');
    const before = await lookUps(id);
    const all = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(id)));
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['paid']));
    const after = await lookUps(id);
    expect(after - before).toBe(1);
    await outcomeOf(id);
    expect(await lookUps(id)).toBe(after);
  });

  it('should be what was known last where the provider cannot be asked', async () => {
    const id = await open();
    await standIn.act(id, 'pay');
    await standIn.fault({ kind: 'status', path: '/v1/checkout/sessions', status: 500, times: 100 });
    expect(await outcomeOf(id)).toMatchObject({ state: 'open' });
    await standIn.control('DELETE', 'faults');
    expect(await outcomeOf(id)).toMatchObject({ state: 'paid' });
  });
});

describe('what a student may use', () => {
  const entitlements = async (bearer: string): Promise<Entitlement[]> => {
    const { body } = await app.request
      .get('/api/user-endpoints/entitlements')
      .set('Authorization', bearer)
      .expect(200);
    return (body as { data: Entitlement[] }).data;
  };

  const skusOf = async (bearer: string) =>
    (await entitlements(bearer)).map(({ product }) => product.SKU);

  it('should be what was paid and not given back, each product once', async () => {
    const { bearer } = await enrol(app.strapi, 'rosa@example.com');
    expect(await entitlements(bearer)).toEqual([]);
    const course = await open(purchase(), { bearer });
    const again = await open(purchase(), { bearer });
    const book = { priceID: 'price_prod_book', productPayID: 'prod_book' };
    const bought = await open(purchase(book), { bearer });
    await open(purchase({ ...book, customer_email: 'somebody@example.com' }));
    for (const id of [course, again, bought]) {
      await standIn.act(id, 'pay');
      await outcomeOf(id);
    }
    const [first, second, ...others] = await entitlements(bearer);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ mode: 'payment', until: null, product: { SKU: 'COURSE-1' } });
    expect(first?.orders).toHaveLength(2);
    expect(second?.product.SKU).toBe('BOOK-1');

    const reach = { overdueMs: -60_000, undeliveredMs: 60_000, unseenMs: 0 };
    await standIn.act(course, 'refund');
    await standIn.act(again, 'refund', { amount: 1_000 });
    await standIn.act(bought, 'refund');
    await reconcile({ strapi: app.strapi }, reach);
    const left = await entitlements(bearer);
    expect(left.map(({ product }) => product.SKU)).toEqual(['COURSE-1']);
    expect(left[0]?.orders).toHaveLength(1);
    const nobody = await enrol(app.strapi, 'nobody@example.com');
    expect(await entitlements(nobody.bearer)).toEqual([]);
  });

  it('should be what is subscribed to, until it ends', async () => {
    const { bearer } = await enrol(app.strapi, 'leo@example.com');
    const id = await open(subscription(), { kind: 'subscription', bearer });
    await standIn.act(id, 'pay');
    await outcomeOf(id);
    expect(await entitlements(bearer)).toMatchObject([{ mode: 'subscription', until: null }]);
    const { body } = await app.request
      .get('/api/user-endpoints/orders')
      .set('Authorization', bearer)
      .expect(200);
    const [order] = (body as { data: { renewsAt: string; subscriptionStatus: string }[] }).data;
    expect(order?.subscriptionStatus).toBe('active');
    expect(Date.parse(order?.renewsAt ?? '')).toBeGreaterThan(Date.now());

    const reach = { overdueMs: -60_000, undeliveredMs: 60_000, unseenMs: 0 };
    await standIn.act(id, 'end-after-period');
    await reconcile({ strapi: app.strapi }, reach);
    expect(await entitlements(bearer)).toMatchObject([{ until: order?.renewsAt }]);

    await standIn.act(id, 'cancel');
    await reconcile({ strapi: app.strapi }, reach);
    expect(await skusOf(bearer)).toEqual([]);
  });

  it('should be no stranger’s, whatever address they register or buy with', async () => {
    const address = 'marta@example.com';
    const bought = await open(purchase({ customer_email: address }));
    await standIn.act(bought, 'pay');
    await outcomeOf(bought);
    const { id, bearer } = await enrol(app.strapi, address);
    const prove = (confirmed: boolean) =>
      app.strapi.db
        .query('plugin::users-permissions.user')
        .update({ where: { id }, data: { confirmed } });
    await prove(false);
    expect(await skusOf(bearer)).toEqual([]);

    // A signed-in student who enters another person's address pays for the own account.
    const stranger = await enrol(app.strapi, 'stranger@example.com');
    const gift = { customer_email: address, priceID: 'price_prod_book', productPayID: 'prod_book' };
    const given = await open(purchase(gift), { bearer: stranger.bearer });
    await standIn.act(given, 'pay');
    await outcomeOf(given);
    await prove(true);
    expect(await skusOf(bearer)).toEqual(['COURSE-1']);
    expect(await skusOf(stranger.bearer)).toEqual(['BOOK-1']);
  });

  it('GET /user-endpoints/entitlements – another address of the account – keeps what was bought under the proven one', async () => {
    const users = app.strapi.db.query('plugin::users-permissions.user');
    const change = (id: number, data: object) => users.update({ where: { id }, data });
    const [before, after] = ['nina@example.com', 'nina@work.example.com'];
    const bought = await open(purchase({ customer_email: before }));
    await standIn.act(bought, 'pay');
    await outcomeOf(bought);

    // An account that has not proven the address takes nothing along.
    const squatter = await enrol(app.strapi, before);
    await change(squatter.id, { confirmed: false });
    await change(squatter.id, { email: 'squatter@example.com' });
    await change(squatter.id, { confirmed: true });
    expect(await skusOf(squatter.bearer)).toEqual([]);

    const nina = await enrol(app.strapi, before);
    expect(await skusOf(nina.bearer)).toEqual(['COURSE-1']);
    await change(nina.id, { email: after });
    await change(nina.id, { confirmed: true });
    expect(await skusOf(nina.bearer)).toEqual(['COURSE-1']);
    const successor = await enrol(app.strapi, before);
    expect(await skusOf(successor.bearer)).toEqual([]);
  });

  it('GET /user-endpoints/entitlements?productPayID – a product that was deleted since – is found by its former identifier', async () => {
    const { bearer } = await enrol(app.strapi, 'hugo@example.com');
    const soldAs = async (productPayID: string) => {
      const { body } = await app.request
        .get('/api/user-endpoints/entitlements')
        .query({ productPayID })
        .set('Authorization', bearer)
        .expect(200);
      return (body as { data: Entitlement[] }).data.map(({ product }) => product.SKU);
    };
    const products = app.strapi.documents('api::product.product');
    const { documentId } = (await app.strapi.db
      .query('api::product.product')
      .findOne({ where: { SKU: 'HIDDEN-1' } })) as { documentId: string };
    await products.publish({ documentId, locale: 'es' });
    const body = purchase({ priceID: 'price_prod_hidden', productPayID: 'prod_hidden' });
    const id = await open(body, { bearer });
    await standIn.act(id, 'pay');
    await outcomeOf(id);
    expect(await soldAs('prod_hidden')).toEqual(['HIDDEN-1']);
    await products.delete({ documentId, locale: '*' });
    expect(await soldAs('prod_hidden')).toEqual(['HIDDEN-1']);
    const next = { title: 'Nuevo', slug: 'nuevo', SKU: 'NEW-1', order: 0, payID: 'prod_hidden' };
    await products.create({ data: next as never, locale: 'es' });
    expect(await soldAs('prod_hidden')).toEqual(['HIDDEN-1']);
    expect(await soldAs('prod_course')).toEqual([]);
  });

  it('should be nobody’s without a valid token', async () => {
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

  /** Returns the period of the current month, in which the tests buy. */
  const now = () => {
    const today = new Date().toISOString().slice(0, 10);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    return { today, from: yesterday, to: tomorrow, timeZone: 'UTC', language: 'en' };
  };

  const exported = async (query: object): Promise<string[][]> => {
    const admin = await signIn(app);
    const { text } = await app.request
      .get('/checkout/orders/export')
      .query({ ...now(), ...query })
      .set('Authorization', `Bearer ${admin.token}`)
      .expect(200);
    return text
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
  };

  it('GET /checkout/orders/export – a payment with tax, refunded in part – rows and sums', async () => {
    const id = await open();
    await standIn.act(id, 'pay', { tax: 850 });
    await standIn.act(id, 'refund', { amount: 1_000 });
    await outcomeOf(id);
    const [titles = [], ...rows] = await exported({ content: 'movements' });
    const own = rows.filter((row) => row.includes(id));
    const cell = (row: string[], title: string) => row[titles.indexOf(title)];
    expect(
      own.map((row) =>
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

    const [sumTitles = [], ...sums] = await exported({ content: 'sums' });
    const total = (from: string[], lines: string[][], title: string) =>
      lines.reduce((sum, row) => sum + Number(row[from.indexOf(title)]), 0).toFixed(2);
    for (const title of ['Paid', 'Tax', 'Refunded', 'Lost to disputes']) {
      expect([title, total(sumTitles, sums, title)]).toEqual([title, total(titles, rows, title)]);
    }
  });

  it('GET /checkout/orders/export – a period with a refund only – a negative number as the net amount', async () => {
    const id = await open();
    await standIn.act(id, 'pay');
    await standIn.act(id, 'refund', { amount: 1_050 });
    await outcomeOf(id);
    const orders = app.strapi.db.query('plugin::checkout.order');
    type Kept = { payments: { refunds: object[] }[] };
    const { payments } = (await orders.findOne({ where: { sessionId: id } })) as Kept;
    const longAgo = payments.map(({ refunds, ...payment }) => ({
      ...payment,
      ...{ at: 1_000_000_000, currency: 'chf' },
      refunds: refunds.map((refund) => ({ ...refund, currency: 'chf' })),
    }));
    await orders.updateMany({ where: { sessionId: id }, data: { payments: longAgo } });
    const [titles = [], ...sums] = await exported({ content: 'sums' });
    const francs = sums.find((row) => row.includes('CHF')) ?? [];
    expect(francs[titles.indexOf('Net')]).toBe('-10.5');
  });

  it('GET /checkout/orders/export – format=xlsx – a sheet of sums and one of payments', async () => {
    const { token } = await signIn(app);
    const { body } = await app.request
      .get('/checkout/orders/export')
      .query({ ...now(), format: 'xlsx', language: 'es' })
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

  it('GET /checkout/orders/export – without permission or with a wrong period – refused', async () => {
    const ask = async (role: string, query: object) => {
      const { token } = await signIn(app, role);
      const { status } = await app.request
        .get('/checkout/orders/export')
        .query(query)
        .set('Authorization', `Bearer ${token}`);
      return status;
    };
    expect(await ask('marketing', period)).toBe(403);
    expect(await ask('support', period)).toBe(200);
    expect(await ask('support', { ...period, to: '2019-01-01' })).toBe(400);
    expect(await ask('support', { ...period, format: 'pdf' })).toBe(400);
  });
});
