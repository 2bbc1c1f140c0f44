import { logIn, registerSomeone, someEmail } from '../account/support/accounts';
import { createCheckoutSession } from '../../src/plugins/commerce/checkout/contract';
import { type Admin, signIn } from '../support/admin';
import type { App } from '../support/app';
import { everyColumn } from '../support/every-column';
import { until } from '../support/until';
import {
  accounts,
  codeOf,
  enrol,
  onDatabase,
  openShop,
  orderOf,
  ordersIn,
  purchase,
  type Session,
  type StandIn,
  subscription,
} from './support';

const ORDER = 'plugin::checkout.order';
const PAYMENT = '/api/create-checkout-session';
const SUBSCRIPTION = '/api/create-checkout-subscription';

type Customer = { id: string; email: string };

describe('creating a checkout', () => {
  let standIn: StandIn;
  let app: App;

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    app.request.post(path).set(headers).send(body);

  const sessionAt = async (id: string): Promise<Session> => {
    const sessions = await standIn.objects<Session>('main', 'checkout.session');
    const found = sessions.find((session) => session.id === id);
    if (found === undefined) throw new Error(`No session ${id}`);
    return found;
  };

  const atProvider = (method: string, path: string, body?: Record<string, string>) =>
    fetch(`${standIn.url}/v1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${accounts[0].secretKey}` },
      ...(body !== undefined && { body: new URLSearchParams(body).toString() }),
    });

  const customers = {
    create: async (email: string): Promise<string> => {
      const answer = await atProvider('POST', 'customers', { email });
      return ((await answer.json()) as { id: string }).id;
    },
    remove: async (id: string): Promise<void> => {
      expect((await atProvider('DELETE', `customers/${id}`)).status).toBe(200);
    },
  };

  /** A session that was just read is read again. */
  const letProviderAnswerAgain = (sessionId: string) =>
    app.strapi.db
      .query('plugin::checkout.order')
      .updateMany({ where: { sessionId }, data: { syncedMs: '0' } });

  const countSessions = async () =>
    (await standIn.objects<Session>('main', 'checkout.session')).length;

  beforeAll(async () => {
    ({ standIn, app } = await openShop());
  });

  afterAll(async () => {
    await app.stop();
    await standIn.stop();
  });

  beforeEach(async () => {
    await standIn.control('DELETE', 'faults');
    await standIn.control('DELETE', 'calls');
  });

  describe('answers', () => {
    it('should answer exactly a payment session', async () => {
      const body = purchase();
      const { body: answer } = await post(PAYMENT, body).expect(200);
      const session = await sessionAt((answer as Session).id);
      expect(Object.keys(answer as object)).toEqual([
        'id',
        'object',
        'payment_method_types',
        'mode',
        'status',
        'success_url',
        'cancel_url',
        'url',
        'amount_subtotal',
        'amount_total',
        'currency',
        'customer',
      ]);
      expect(answer).toEqual({
        id: session.id,
        object: 'checkout.session',
        payment_method_types: ['card'],
        mode: 'payment',
        status: 'open',
        success_url: body.success_url,
        cancel_url: body.cancel_url,
        url: `${standIn.url}/c/pay/${session.id}`,
        amount_subtotal: 4_900,
        amount_total: 4_900,
        currency: 'eur',
        customer: session.customer,
      });
    });

    it('should answer exactly a subscription session', async () => {
      const { body: answer } = await post(SUBSCRIPTION, subscription()).expect(200);
      expect(Object.keys(answer as object).sort()).toEqual(
        [
          'id',
          'payment_method_types',
          'object',
          'mode',
          'status',
          'success_url',
          'cancel_url',
          'url',
        ].sort(),
      );
      expect(answer).toMatchObject({ mode: 'subscription', status: 'open' });
    });

    it('should record an order with a snapshot of what is sold', async () => {
      const { body: answer } = await post(PAYMENT, purchase({ origin: 'MAIN' })).expect(200);
      expect(await orderOf(app.database, (answer as Session).id)).toMatchObject({
        state: 'open',
        session_status: 'open',
        payment_status: 'pending',
        product_title: 'Curso de prueba',
        product_sku: 'COURSE-1',
        amount_total: 4_900,
        currency: 'eur',
        vertical: 'medicina',
        origin: 'main',
        mode: 'payment',
      });
    });

    it('POST /create-checkout-session – an address beyond ASCII – has one customer and one spelling', async () => {
      const name = someEmail().split('@')[0] ?? '';
      const customers = new Set<unknown>();
      for (const domain of ['peñalver.es', 'xn--pealver-5za.es', 'PEÑALVER.ES']) {
        const body = purchase({ customer_email: `${name}@${domain}` });
        const { body: answer } = await post(PAYMENT, body).expect(200);
        customers.add((answer as Session).customer);
        expect(await orderOf(app.database, (answer as Session).id)).toMatchObject({
          customer_email: `${name}@xn--pealver-5za.es`,
        });
      }
      expect(customers.size).toBe(1);
    });

    it('POST /create-checkout-session – an amount beyond 32 bits – is recorded', async () => {
      const amount = 2_500_000_000;
      await standIn.control('POST', 'catalogue', {
        account: accounts[0].name,
        prices: [{ id: 'price_large', productId: 'prod_course', amount, currency: 'idr' }],
      });
      const { body } = await post(PAYMENT, purchase({ priceID: 'price_large' })).expect(200);
      const { id } = body as Session;
      expect(await orderOf(app.database, id)).toMatchObject({ amount_total: amount });
    });

    it('should use the account that origin names', async () => {
      const { body: answer } = await post(
        PAYMENT,
        purchase({
          origin: 'Partners',
          productPayID: 'prod_partner',
          priceID: 'price_prod_partner',
        }),
      ).expect(200);
      const sessions = await standIn.objects<Session>('partners', 'checkout.session');
      expect(sessions.map(({ id }) => id)).toEqual([(answer as Session).id]);
    });
  });

  describe('validation', () => {
    it.each([
      ['an unknown account', { origin: 'nobody' }, 400, 'UNKNOWN_ORIGIN'],
      ['a product of another account', { origin: 'partners' }, 400, 'ORIGIN_MISMATCH'],
      ['an unknown product', { productPayID: 'prod_none' }, 404, 'PRODUCT_NOT_FOUND'],
      ['a draft', { productPayID: 'prod_hidden' }, 404, 'PRODUCT_NOT_FOUND'],
      ['another business line', { vertical: 'psicologia' }, 400, 'PRODUCT_NOT_IN_VERTICAL'],
      ['an unknown business line', { vertical: 'nothing' }, 400, 'PRODUCT_NOT_IN_VERTICAL'],
      ['another product’s price', { priceID: 'price_prod_book' }, 400, 'PRICE_NOT_IN_PRODUCT'],
      ['an unknown price', { priceID: 'price_none' }, 400, 'PRICE_NOT_IN_PRODUCT'],
      ['a price no longer sold', { priceID: 'price_prod_course_old' }, 400, 'PRICE_NOT_ACTIVE'],
      ['another host', { success_url: 'https://evil.example.org/' }, 400, 'RETURN_URL_NOT_ALLOWED'],
      ['no address', { cancel_url: 'basket' }, 400, 'RETURN_URL_NOT_ALLOWED'],
      ['a script', { cancel_url: 'javascript:alert(1)' }, 400, 'RETURN_URL_NOT_ALLOWED'],
      [
        'an allowed host as user name',
        { cancel_url: 'https://shop.example.com@evil.example.org/' },
        400,
        'RETURN_URL_NOT_ALLOWED',
      ],
      [
        'a backslash',
        { cancel_url: 'https://shop.example.com\\@evil.example.org/' },
        400,
        'RETURN_URL_NOT_ALLOWED',
      ],
      ['no e-mail address', { customer_email: 'nobody' }, 400, 'INVALID_REQUEST'],
      ['a missing key', { priceID: undefined }, 400, 'INVALID_REQUEST'],
      ['a wrong type', { priceID: 7 }, 400, 'INVALID_REQUEST'],
    ])('should refuse %s before anything is made', async (_, changes, status, code) => {
      const before = await countSessions();
      const response = await post(PAYMENT, purchase(changes));
      expect([response.status, codeOf(response)]).toEqual([status, code]);
      expect(await countSessions()).toBe(before);
      const calls = await standIn.control<{ method: string }[]>('GET', 'calls');
      expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    });

    it('POST /create-checkout-session – every column of the order as a field – records the same order', async () => {
      const named = Object.keys(createCheckoutSession.body.shape);
      const recorded = async (body: object) => {
        const { body: answer } = await post(PAYMENT, body).expect(200);
        const order = await orderOf(app.database, (answer as Session).id);
        const its = /^id$|document_id|session_id|_at$|url|_key$|number|hash|digest|customer_id/;
        return Object.fromEntries(Object.entries(order ?? {}).filter(([name]) => !its.test(name)));
      };
      const hostile = { ...everyColumn(app, ORDER, named), discount: 100, utm_source: 'x' };
      const customer = { customer_email: someEmail() };
      expect(await recorded(purchase({ ...hostile, ...customer }))).toEqual(
        await recorded(purchase(customer)),
      );
    });

    it('should hold each endpoint to its kind of price', async () => {
      const recurring = await post(PAYMENT, subscription());
      expect([recurring.status, codeOf(recurring)]).toEqual([400, 'PRICE_NOT_ONE_TIME']);
      const single = await post(SUBSCRIPTION, purchase());
      expect([single.status, codeOf(single)]).toEqual([400, 'PRICE_NOT_RECURRING']);
      const other = await post(SUBSCRIPTION, subscription({ priceID: 'price_prod_book_monthly' }));
      expect([other.status, codeOf(other)]).toEqual([400, 'PRICE_NOT_IN_PRODUCT']);
    });

    it('should say it in Spanish to those who read Spanish', async () => {
      const { body } = await post(PAYMENT, purchase({ origin: 'x' }), { 'Accept-Language': 'es' });
      expect((body as { error: { message: string } }).error.message).toMatch(/cuenta de pago/);
    });

    it('should take a subdomain where a wildcard allows it', async () => {
      await post(
        PAYMENT,
        purchase({ success_url: 'https://medicina.campus.example.com/ok' }),
      ).expect(200);
    });
  });

  describe('the customer', () => {
    const customers = async (email: string) =>
      (await standIn.objects<Customer>('main', 'customer')).filter(
        (customer) => customer.email.toLowerCase() === email,
      );

    it('should be one for an e-mail address, however it is written', async () => {
      const email = 'ana@example.com';
      await post(PAYMENT, purchase({ customer_email: email })).expect(200);
      await post(SUBSCRIPTION, subscription({ customer_email: ' ANA@Example.com ' })).expect(200);
      expect(await customers(email)).toHaveLength(1);
    });

    it('should be one when two calls come at once', async () => {
      const email = 'twins@example.com';
      const answers = await Promise.all([
        ...['prod_course', 'prod_book'].map((id) =>
          post(
            PAYMENT,
            purchase({ customer_email: email, productPayID: id, priceID: `price_${id}` }),
          ),
        ),
        post(SUBSCRIPTION, subscription({ customer_email: email })),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await customers(email)).toHaveLength(1);
    });
  });

  describe('a customer of another currency', () => {
    const inUsd = { id: 'price_usd_monthly', productId: 'prod_course', amount: 900 };
    const onceInUsd = { id: 'price_usd', productId: 'prod_course', amount: 4_900 };

    beforeAll(async () => {
      await standIn.control('POST', 'catalogue', {
        account: 'main',
        prices: [
          { ...inUsd, currency: 'usd', interval: 'month' },
          { ...onceInUsd, currency: 'usd' },
        ],
      });
    });

    const customerOf = async (path: string, body: object): Promise<string> => {
      const { body: answer } = await post(path, body).expect(200);
      return (await sessionAt((answer as Session).id)).customer as string;
    };

    it('POST /create-checkout-subscription – two currencies of an address – a customer for each', async () => {
      const email = 'travels@example.com';
      const eur = subscription({ customer_email: email });
      const usd = { ...eur, priceID: 'price_usd_monthly' };
      const pages = [];
      for (const body of [eur, usd]) {
        pages.push((await post(SUBSCRIPTION, body).expect(200)).body as Session);
      }
      // Both pages are open before either is paid.
      for (const { id } of pages) await standIn.act(id, 'pay');
      const [first, second] = await Promise.all(
        pages.map(async ({ id }) => (await sessionAt(id)).customer),
      );
      expect(first).not.toBe(second);
      expect(await customerOf(SUBSCRIPTION, eur)).toBe(first);
      expect(await customerOf(SUBSCRIPTION, usd)).toBe(second);
      expect(await customerOf(PAYMENT, purchase({ customer_email: email }))).toBe(first);
      expect(
        await customerOf(PAYMENT, purchase({ customer_email: email, priceID: 'price_usd' })),
      ).toBe(second);
    });

    it('POST /create-checkout-subscription – a customer from elsewhere without a currency – is taken, for one currency', async () => {
      const email = 'elsewhere@example.com';
      const made = await customers.create(email);
      const body = subscription({ customer_email: email });
      expect(await customerOf(SUBSCRIPTION, body)).toBe(made);
      expect(await customerOf(SUBSCRIPTION, { ...body, priceID: 'price_usd_monthly' })).not.toBe(
        made,
      );
    });
  });

  it('POST /create-checkout-session – a deleted customer that the search finds – another is made', async () => {
    const email = 'deleted@example.com';
    const open = async (page: string): Promise<string> => {
      const success_url = `https://shop.example.com/${page}`;
      const { body } = await post(PAYMENT, purchase({ customer_email: email, success_url }));
      return (body as { customer: string }).customer;
    };
    const elsewhere = await customers.create(email);
    await customers.remove(elsewhere);
    const first = await open('first');
    expect(first).toMatch(/^cus_/);
    await customers.remove(first);
    const second = await open('second');
    expect([elsewhere, first]).not.toContain(second);
    expect(await open('third')).toBe(second);
  });

  describe('metadata', () => {
    it('should be merged in the documented order, ours last, on session and payment', async () => {
      const { body: answer } = await post(
        PAYMENT,
        purchase({
          payment_intent_data: { metadata: { a: 'intent', b: 'intent', n: 7, origin: 'forged' } },
          metadata: {
            laab_fetch: [
              { key: 'b', value: 'first' },
              { key: 'b', value: 'fetch' },
              { key: 'SKU', value: 'forged' },
            ],
          },
        }),
      ).expect(200);
      const { id } = answer as Session;
      const { metadata } = await sessionAt(id);
      expect(metadata).toEqual({
        a: 'intent',
        b: 'fetch',
        n: '7',
        origin: 'main',
        SKU: 'COURSE-1',
        vertical: 'medicina',
        productDocumentId: expect.stringMatching(/^[a-z0-9]{24}$/) as string,
      });
      await standIn.act(id, 'pay');
      const intents = await standIn.objects<{ id: string; metadata: object }>(
        'main',
        'payment_intent',
      );
      const { payment_intent: intent } = await sessionAt(id);
      expect(intents.find((one) => one.id === intent)?.metadata).toEqual(metadata);
    });

    it('should be on the subscription too', async () => {
      const { body: answer } = await post(SUBSCRIPTION, subscription()).expect(200);
      const { id } = answer as Session;
      await standIn.act(id, 'pay');
      const [bought] = await standIn.objects<{ metadata: object }>('main', 'subscription');
      expect(bought?.metadata).toMatchObject({ SKU: 'COURSE-1', origin: 'main' });
    });

    const pairs = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ key: `key${index}`, value: 'x' }));

    it.each([
      ['too many keys', pairs(47)],
      ['too long a key', [{ key: 'k'.repeat(41), value: 'x' }]],
      ['an empty key', [{ key: '', value: 'x' }]],
      ['too long a value', [{ key: 'k', value: 'x'.repeat(501) }]],
    ])('should refuse %s', async (_, pairsOf) => {
      const response = await post(PAYMENT, purchase({ metadata: { laab_fetch: pairsOf } }));
      expect([response.status, codeOf(response)]).toEqual([400, 'METADATA_LIMIT']);
    });

    it('should take what just fits', async () => {
      const fitting = [...pairs(45), { key: 'k'.repeat(40), value: 'x'.repeat(500) }];
      await post(PAYMENT, purchase({ metadata: { laab_fetch: fitting } })).expect(200);
    });
  });

  describe('idempotency', () => {
    it('should answer the same session to the same key and body, and record one order', async () => {
      const body = purchase();
      const headers = { 'Idempotency-Key': 'click-1' };
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => post(PAYMENT, body, headers)),
      );
      const ids = new Set(answers.map((answer) => (answer.body as Session).id));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(ids.size).toBe(1);
      const again = await post(PAYMENT, body, headers).expect(200);
      expect(again.body).toEqual(answers[0]?.body);
      const orders = await ordersIn(app.database);
      expect(orders.filter(({ session_id: id }) => ids.has(id))).toHaveLength(1);
    });

    it('should refuse a used key with another body, also on the other endpoint', async () => {
      const headers = { 'Idempotency-Key': 'click-2' };
      const body = purchase();
      await post(PAYMENT, body, headers).expect(200);
      const other = await post(PAYMENT, { ...body, vertical: 'psicologia' }, headers);
      expect([other.status, codeOf(other)]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
      const elsewhere = await post(SUBSCRIPTION, body, headers);
      expect([elsewhere.status, codeOf(elsewhere)]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    });

    it.each([
      ['an empty', ''],
      ['too long a', 'k'.repeat(256)],
    ])('should refuse %s key', async (_, key) => {
      const response = await post(PAYMENT, purchase(), { 'Idempotency-Key': key });
      expect([response.status, codeOf(response)]).toEqual([400, 'INVALID_IDEMPOTENCY_KEY']);
    });

    const keyed = (key: string, body: object) => post(PAYMENT, body, { 'Idempotency-Key': key });

    it.each([
      ['expire', 'expired'],
      ['pay-later', 'failed'],
    ])(
      'POST /create-checkout-session – a key whose page ends unpaid (%s) – a new page',
      async (action, key) => {
        const body = purchase();
        const first = (await keyed(key, body).expect(200)).body as Session;
        await standIn.act(first.id, action);
        // A debit is pending: until it fails, the purchase counts.
        if (action === 'pay-later') {
          const answer = await keyed(key, body);
          expect([answer.status, codeOf(answer)]).toEqual([409, 'CHECKOUT_ALREADY_PAID']);
          await letProviderAnswerAgain(first.id);
          await standIn.act(first.id, 'settle', { works: false });
        }
        const second = (await keyed(key, body).expect(200)).body as Session;
        expect(second.id).not.toBe(first.id);
        expect(((await keyed(key, body).expect(200)).body as Session).id).toBe(second.id);
      },
    );

    it('POST /create-checkout-…, a product off sale – PRODUCT_OFF_SALE until its date, also for a renewed attempt', async () => {
      const body = purchase();
      const first = (await keyed('closed', body).expect(200)).body as Session;
      await standIn.act(first.id, 'expire');
      const change = (data: object) =>
        app.strapi.db.query('api::product.product').updateMany({ where: {}, data });
      const codes = async () =>
        (
          await Promise.all([
            keyed('closed', body),
            post(PAYMENT, purchase()),
            post(SUBSCRIPTION, subscription()),
          ])
        ).map((answer) => [answer.status, codeOf(answer)]);
      const refused = [400, 'PRODUCT_OFF_SALE'];
      await change({ isOffSale: true });
      expect(await codes()).toEqual([refused, refused, refused]);
      await change({ onSaleAgainAt: new Date(Date.now() + 3_600_000) });
      expect(await codes()).toEqual([refused, refused, refused]);
      await change({ onSaleAgainAt: new Date(Date.now() - 3_600_000) });
      expect((await codes()).map(([status]) => status)).toEqual([200, 200, 200]);
      await change({ isOffSale: null, onSaleAgainAt: null });
    });

    it('POST /create-checkout-session – a key whose page is paid – CHECKOUT_ALREADY_PAID', async () => {
      const body = purchase();
      const { id } = (await keyed('paid', body).expect(200)).body as Session;
      await standIn.act(id, 'pay');
      const answer = await keyed('paid', body);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'CHECKOUT_ALREADY_PAID']);
      const order = await app.strapi.db
        .query('plugin::checkout.order')
        .findOne({ where: { sessionId: id } });
      expect((answer.body as { error: { details: object } }).error.details).toMatchObject({
        sessionId: id,
        order: (order as { documentId: string }).documentId,
      });
      expect(((await keyed('another', body).expect(200)).body as Session).id).not.toBe(id);
    });

    it('POST /create-checkout-session – a page whose time is over while the provider is away – a new page', async () => {
      const body = purchase();
      const first = (await keyed('over', body).expect(200)).body as Session;
      await app.strapi.db.query('plugin::checkout.order').updateMany({
        where: { sessionId: first.id },
        data: { expiresAt: new Date(Date.now() - 1_000) },
      });
      await standIn.fault({
        kind: 'status',
        status: 500,
        method: 'GET',
        path: `/v1/checkout/sessions/${first.id}`,
        times: 10,
      });
      expect(((await keyed('over', body).expect(200)).body as Session).id).not.toBe(first.id);
    });

    it('should let a browser of an allowed origin send a key', async () => {
      const response = await app.request.options(PAYMENT).set({
        Origin: 'http://localhost:3000',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,idempotency-key',
      });
      expect(response.headers['access-control-allow-headers']).toMatch(/idempotency-key/i);
    });

    it('should let another key make another session of the same body', async () => {
      const body = purchase();
      const first = await post(PAYMENT, body, { 'Idempotency-Key': 'a' }).expect(200);
      const second = await post(PAYMENT, body, { 'Idempotency-Key': 'b' }).expect(200);
      expect((first.body as Session).id).not.toBe((second.body as Session).id);
    });

    it('should make each account, and a guest, a session of their own of the same body and key', async () => {
      const tokens = await Promise.all(
        [1, 2].map(async () => logIn(app, (await registerSomeone(app)).email)),
      );
      const callers: Record<string, string>[] = [
        {},
        ...tokens.map((jwt) => ({ Authorization: `Bearer ${jwt}` })),
      ];
      for (const key of [{}, { 'Idempotency-Key': 'shared' }] as Record<string, string>[]) {
        const body = purchase({ customer_email: someEmail() });
        const ids = new Set<string>();
        for (const caller of callers) {
          const first = await post(PAYMENT, body, { ...caller, ...key }).expect(200);
          const again = await post(PAYMENT, body, { ...caller, ...key }).expect(200);
          expect(again.body).toEqual(first.body);
          ids.add((first.body as Session).id);
        }
        expect(ids.size).toBe(callers.length);
      }
    });

    it('should not remember a request that was refused', async () => {
      const headers = { 'Idempotency-Key': 'click-3' };
      await post(PAYMENT, purchase({ productPayID: 'prod_none' }), headers).expect(404);
      await post(PAYMENT, purchase(), headers).expect(200);
    });

    it('should take a double click for one, whatever the order of the keys', async () => {
      const body = purchase();
      const turned = Object.fromEntries(Object.entries(body).reverse());
      const [first, second] = await Promise.all([post(PAYMENT, body), post(PAYMENT, turned)]);
      const third = await post(PAYMENT, body).expect(200);
      const ids = [first, second, third].map((answer) => (answer.body as Session).id);
      expect(new Set(ids).size).toBe(1);
    });

    it('should make a new session when the last one is paid', async () => {
      const body = purchase();
      const { body: first } = await post(PAYMENT, body).expect(200);
      await app.strapi.db.query('plugin::checkout.order').updateMany({
        where: { sessionId: (first as Session).id },
        data: { sessionStatus: 'complete' },
      });
      const { body: second } = await post(PAYMENT, body).expect(200);
      expect((second as Session).id).not.toBe((first as Session).id);
    });

    it('should make a new session when the click is long ago', async () => {
      const body = purchase();
      const { body: first } = await post(PAYMENT, body).expect(200);
      await app.strapi.db.query('plugin::checkout.request').updateMany({
        where: { sessionId: (first as Session).id },
        data: { usedMs: String(Date.now() - 11_000) },
      });
      const { body: second } = await post(PAYMENT, body).expect(200);
      expect((second as Session).id).not.toBe((first as Session).id);
    });
  });

  /** Requests a checkout, and releases a table only after a delay and another action. */
  const whileWaiting = <T>(
    { table, seconds }: { table: string; seconds: number },
    ask: () => PromiseLike<T>,
    meanwhile: () => Promise<void> = () => Promise.resolve(),
  ) =>
    onDatabase(app.database, async (client) => {
      await client.query('BEGIN');
      await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      const asked = Promise.all([ask()]);
      await until(
        async () => {
          const { rows } = await client.query(
            `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
             WHERE datname = current_database() AND relation = $1::regclass
               AND NOT granted AND clock_timestamp() - waitstart >= make_interval(secs => $2)`,
            [table, seconds],
          );
          return rows.length;
        },
        (waiting) => waiting > 0,
      );
      await meanwhile();
      await client.query('COMMIT');
      return (await asked)[0];
    });

  /** Requests a checkout, and runs an action after its session is created and before its order is stored. */
  const whileRecording = <T>(ask: () => PromiseLike<T>, meanwhile: () => Promise<void>) =>
    whileWaiting({ table: 'checkout_orders', seconds: 0 }, ask, meanwhile);

  describe('that waits for the database', () => {
    /** In seconds. The provider has 2.1 seconds, three times `PAY_TIMEOUT_MS`. */
    const beforeAsking = (seconds: number, body: object) =>
      whileWaiting({ table: 'checkout_requests', seconds }, () => post(PAYMENT, body));

    it('should leave the provider the time that is the provider’s', async () => {
      const answer = await beforeAsking(2.3, purchase());
      expect([answer.status, codeOf(answer)]).toEqual([200, undefined]);
      const { id } = answer.body as Session;
      expect(await orderOf(app.database, id)).toMatchObject({ state: 'open' });
    });

    it('should say when to ask again once it has waited for too long, and have asked nobody', async () => {
      const body = purchase();
      const before = await countSessions();
      const answer = await beforeAsking(7, body);
      expect([answer.status, codeOf(answer)]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      // Does not count the provider's reads of every minute.
      const calls = await standIn.control<{ method: string }[]>('GET', 'calls');
      expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
      const { body: again } = await post(PAYMENT, body).expect(200);
      expect(await countSessions()).toBe(before + 1);
      expect(await orderOf(app.database, (again as Session).id)).toMatchObject({ state: 'open' });
    });
  });

  describe('whose account is deleted meanwhile', () => {
    let admin: Admin;

    beforeAll(async () => {
      admin = await signIn(app, 'strapi-super-admin');
    });

    const deleteUser = async (id: number): Promise<void> => {
      const uid = 'plugin::users-permissions.user';
      const { documentId } = (await app.strapi.db.query(uid).findOne({ where: { id } })) as {
        documentId: string;
      };
      const path = `/content-manager/collection-types/${uid}/${documentId}`;
      expect((await admin.delete(path)).status).toBe(200);
    };
    const ownersOf = (session: unknown): Promise<unknown[]> =>
      app.strapi.db.query('plugin::checkout.order').findMany({
        where: { sessionId: (session as Session).id },
        select: ['placedSignedIn'],
        populate: { user: { select: ['id'] } },
      });
    const nobodys = [expect.objectContaining({ user: null, placedSignedIn: false })];

    it.each(['signed in', 'known by its proven address'])(
      'should be nobody’s order where it was %s',
      async (how) => {
        const email = someEmail();
        const { id, bearer } = await enrol(app.strapi, email);
        const headers: Record<string, string> =
          how === 'signed in' ? { Authorization: bearer } : {};
        const { status, body } = await whileRecording(
          () => post(PAYMENT, purchase({ customer_email: email }), headers),
          () => deleteUser(id),
        );
        expect(status).toBe(200);
        expect(await ownersOf(body)).toEqual(nobodys);
      },
    );

    it('should lose nothing, whichever comes first', async () => {
      const students = await Promise.all(
        Array.from({ length: 4 }, () => enrol(app.strapi, someEmail())),
      );
      const answers = await Promise.all(
        students.map(async ({ id, bearer }) => {
          const asked = post(PAYMENT, purchase(), { Authorization: bearer });
          const [answer] = await Promise.all([asked, deleteUser(id)]);
          return answer;
        }),
      );
      for (const { status, body } of answers) {
        // Without an account, or because the provider had too little time.
        expect([200, 401, 504]).toContain(status);
        if (status === 200) {
          expect(await ownersOf(body)).toEqual([expect.objectContaining({ user: null })]);
        }
      }
    });
  });

  it('should say when to ask again for what takes too long to be made', async () => {
    const body = purchase();
    const first = await whileRecording(
      () => post(PAYMENT, body),
      async () => {
        const second = await post(PAYMENT, body);
        expect([second.status, codeOf(second)]).toEqual([409, 'CHECKOUT_IN_PROGRESS']);
        expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
      },
    );
    expect(first.status).toBe(200);
  });

  describe('a failing provider', () => {
    const SESSIONS = { method: 'POST', path: '/v1/checkout/sessions' };

    it.each([
      ['is silent', { kind: 'hang', times: 99 }, 504, 'PROVIDER_TIMEOUT'],
      ['dribbles for ever', { kind: 'trickle', times: 99 }, 504, 'PROVIDER_TIMEOUT'],
      ['hangs up', { kind: 'reset', times: 99 }, 502, 'PROVIDER_UNREACHABLE'],
      ['stops halfway', { kind: 'half', times: 99 }, 502, 'PROVIDER_UNREACHABLE'],
      ['answers nonsense', { kind: 'garbage', times: 99 }, 502, 'PROVIDER_ERROR'],
      ['breaks', { kind: 'status', status: 500, times: 99 }, 502, 'PROVIDER_ERROR'],
      ['is down for service', { kind: 'status', status: 503, times: 99 }, 502, 'PROVIDER_ERROR'],
      ['is busy', { kind: 'status', status: 429, times: 99 }, 503, 'PROVIDER_BUSY'],
      ['refuses the key', { kind: 'status', status: 401, times: 99 }, 502, 'PROVIDER_REFUSED'],
      ['refuses the request', { kind: 'status', status: 400, times: 99 }, 502, 'PROVIDER_REFUSED'],
    ])('should be a clear failure when it %s', async (_, fault, status, code) => {
      await standIn.fault({ ...SESSIONS, ...fault });
      const orders = (await ordersIn(app.database)).length;
      const response = await post(PAYMENT, purchase());
      expect([response.status, codeOf(response)]).toEqual([status, code]);
      expect('retry-after' in response.headers).toBe(status === 503);
      expect(JSON.stringify(response.body)).not.toMatch(/sk_test|whsec/);
      expect((await ordersIn(app.database)).length).toBe(orders);
    });

    it('should pass over a failure that is gone at the next try', async () => {
      await standIn.fault({ ...SESSIONS, kind: 'status', status: 500, times: 1 });
      await post(PAYMENT, purchase()).expect(200);
      await standIn.fault({ method: 'GET', path: '/v1/customers', kind: 'reset', times: 1 });
      await post(PAYMENT, purchase()).expect(200);
    });

    it.each([400, 429, 500])(
      'POST /create-checkout-session – the search for customers answers %i – a page for a new customer',
      async (status) => {
        const customer_email = `unsearched${status}@example.com`;
        await standIn.fault({ kind: 'status', status, path: '/v1/customers/search', times: 9 });
        const { body } = await post(PAYMENT, purchase({ customer_email })).expect(200);
        expect((body as { customer: string }).customer).toMatch(/^cus_/);
      },
    );

    it.each(['lost', 'half', 'garbage'])(
      'should not make a second session when the answer was %s',
      async (kind) => {
        const before = await countSessions();
        const body = purchase();
        await standIn.fault({ ...SESSIONS, kind, times: 99 });
        await post(PAYMENT, body).expect(502);
        expect(await countSessions()).toBe(before + 1);
        await standIn.control('DELETE', 'faults');
        const { body: answer } = await post(PAYMENT, body).expect(200);
        expect(await countSessions()).toBe(before + 1);
        expect(await orderOf(app.database, (answer as Session).id)).toMatchObject({
          state: 'open',
        });
      },
    );

    it.each([500, 503, 429])(
      'should not make a second session when the answer was lost and the next tries were answered %i',
      async (status) => {
        const before = await countSessions();
        const body = purchase();
        await standIn.fault({ ...SESSIONS, kind: 'lost', times: 1 });
        await standIn.fault({ ...SESSIONS, kind: 'status', status, times: 99 });
        expect((await post(PAYMENT, body)).status).toBeGreaterThanOrEqual(502);
        await standIn.control('DELETE', 'faults');
        const { body: answer } = await post(PAYMENT, body).expect(200);
        expect(await countSessions()).toBe(before + 1);
        expect(await orderOf(app.database, (answer as Session).id)).toMatchObject({
          state: 'open',
        });
      },
    );

    it('should work again for the same key once the provider does', async () => {
      const headers = { 'Idempotency-Key': 'stubborn' };
      const body = purchase();
      await standIn.fault({ ...SESSIONS, kind: 'status', status: 400, times: 1 });
      await post(PAYMENT, body, headers).expect(502);
      await post(PAYMENT, body, headers).expect(200);
    });

    it('should ask under another key once the provider repeats its failure to the first', async () => {
      const body = purchase();
      const fault = { ...SESSIONS, kind: 'status', status: 500 };
      const keys = async (): Promise<Set<string | undefined>> => {
        const calls = await standIn.control<{ method: string; path: string; key?: string }[]>(
          'GET',
          'calls',
        );
        return new Set(calls.flatMap(({ path, key }) => (path === SESSIONS.path ? [key] : [])));
      };
      await standIn.fault({ ...fault, times: 3 });
      await post(PAYMENT, body).expect(502);
      expect((await keys()).size).toBe(1);
      await standIn.fault({ ...fault, headers: { 'idempotent-replayed': 'true' }, times: 3 });
      await post(PAYMENT, body).expect(502);
      expect((await keys()).size).toBe(1);
      await post(PAYMENT, body).expect(200);
      expect((await keys()).size).toBe(2);
    });

    it('should say so when the provider is not there at all', async () => {
      await standIn.fault({ path: '/v1/', kind: 'reset', times: 99 });
      const response = await post(PAYMENT, purchase());
      expect([response.status, codeOf(response)]).toEqual([502, 'PROVIDER_UNREACHABLE']);
    });
  });
});
