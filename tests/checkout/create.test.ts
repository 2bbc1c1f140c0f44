import { logIn, registerSomeone, someEmail } from '../account/support/accounts';
import { createCheckoutSession } from '#plugins/commerce/checkout/contract';
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

  const findSession = async (id: string): Promise<Session> => {
    const sessions = await standIn.objects<Session>('main', 'checkout.session');
    const match = sessions.find((session) => session.id === id);
    if (match === undefined) throw new Error(`No session ${id}`);
    return match;
  };

  const requestProvider = (method: string, path: string, body?: Record<string, string>) =>
    fetch(`${standIn.url}/v1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${accounts[0].secretKey}` },
      ...(body !== undefined && { body: new URLSearchParams(body).toString() }),
    });

  const customers = {
    create: async (email: string): Promise<string> => {
      const answer = await requestProvider('POST', 'customers', { email });
      return ((await answer.json()) as { id: string }).id;
    },
    remove: async (id: string): Promise<void> => {
      expect((await requestProvider('DELETE', `customers/${id}`)).status).toBe(200);
    },
  };

  /** Lets the next request read a session from the provider again. */
  const expireSync = (sessionId: string) =>
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

  describe('responses', () => {
    it('POST /create-checkout-session – responds with exactly the fields of a payment session', async () => {
      const body = purchase();
      const { body: answer } = await post(PAYMENT, body).expect(200);
      const session = await findSession((answer as Session).id);
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

    it('POST /create-checkout-subscription – responds with exactly the fields of a subscription session', async () => {
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

    it('POST /create-checkout-session – stores an order with a snapshot of the product', async () => {
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

    it('POST /create-checkout-session – internationalized domain – one customer and one spelling', async () => {
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

    it('POST /create-checkout-session – amount beyond 32 bits – is stored', async () => {
      const amount = 2_500_000_000;
      await standIn.control('POST', 'catalogue', {
        account: accounts[0].name,
        prices: [{ id: 'price_large', productId: 'prod_course', amount, currency: 'idr' }],
      });
      const { body } = await post(PAYMENT, purchase({ priceID: 'price_large' })).expect(200);
      const { id } = body as Session;
      expect(await orderOf(app.database, id)).toMatchObject({ amount_total: amount });
    });

    it('POST /create-checkout-session – origin – uses the payment account of that name', async () => {
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
      [
        'a price that is no longer sold',
        { priceID: 'price_prod_course_old' },
        400,
        'PRICE_NOT_ACTIVE',
      ],
      ['another host', { success_url: 'https://evil.example.org/' }, 400, 'RETURN_URL_NOT_ALLOWED'],
      ['an invalid URL', { cancel_url: 'basket' }, 400, 'RETURN_URL_NOT_ALLOWED'],
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
      ['an invalid e-mail address', { customer_email: 'nobody' }, 400, 'INVALID_REQUEST'],
      ['a missing key', { priceID: undefined }, 400, 'INVALID_REQUEST'],
      ['a wrong type', { priceID: 7 }, 400, 'INVALID_REQUEST'],
    ])('rejects %s before it creates anything', async (_, changes, status, code) => {
      const before = await countSessions();
      const response = await post(PAYMENT, purchase(changes));
      expect([response.status, codeOf(response)]).toEqual([status, code]);
      expect(await countSessions()).toBe(before);
      const calls = await standIn.control<{ method: string }[]>('GET', 'calls');
      expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    });

    it('POST /create-checkout-session – every column of the order as a field – stores the same order', async () => {
      const contractFields = Object.keys(createCheckoutSession.body.shape);
      const createAndReadOrder = async (body: object) => {
        const { body: answer } = await post(PAYMENT, body).expect(200);
        const order = await orderOf(app.database, (answer as Session).id);
        const volatileColumns =
          /^id$|document_id|session_id|_at$|url|_key$|number|hash|digest|customer_id/;
        return Object.fromEntries(
          Object.entries(order ?? {}).filter(([name]) => !volatileColumns.test(name)),
        );
      };
      const hostile = {
        ...everyColumn(app, ORDER, contractFields),
        discount: 100,
        utm_source: 'x',
      };
      const customer = { customer_email: someEmail() };
      expect(await createAndReadOrder(purchase({ ...hostile, ...customer }))).toEqual(
        await createAndReadOrder(purchase(customer)),
      );
    });

    it('price of the wrong kind for the endpoint – is rejected', async () => {
      const recurringResponse = await post(PAYMENT, subscription());
      expect([recurringResponse.status, codeOf(recurringResponse)]).toEqual([
        400,
        'PRICE_NOT_ONE_TIME',
      ]);
      const oneTimeResponse = await post(SUBSCRIPTION, purchase());
      expect([oneTimeResponse.status, codeOf(oneTimeResponse)]).toEqual([
        400,
        'PRICE_NOT_RECURRING',
      ]);
      const otherResponse = await post(
        SUBSCRIPTION,
        subscription({ priceID: 'price_prod_book_monthly' }),
      );
      expect([otherResponse.status, codeOf(otherResponse)]).toEqual([400, 'PRICE_NOT_IN_PRODUCT']);
    });

    it('errors – are in Spanish for Accept-Language es', async () => {
      const { body } = await post(PAYMENT, purchase({ origin: 'x' }), { 'Accept-Language': 'es' });
      expect((body as { error: { message: string } }).error.message).toMatch(/cuenta de pago/);
    });

    it('success_url – subdomain allowed by a wildcard – is accepted', async () => {
      await post(
        PAYMENT,
        purchase({ success_url: 'https://medicina.campus.example.com/ok' }),
      ).expect(200);
    });
  });

  describe('the customer', () => {
    const listCustomers = async (email: string) =>
      (await standIn.objects<Customer>('main', 'customer')).filter(
        (customer) => customer.email.toLowerCase() === email,
      );

    it('is one for each e-mail address, in any spelling', async () => {
      const email = 'ana@example.com';
      await post(PAYMENT, purchase({ customer_email: email })).expect(200);
      await post(SUBSCRIPTION, subscription({ customer_email: ' ANA@Example.com ' })).expect(200);
      expect(await listCustomers(email)).toHaveLength(1);
    });

    it('is one for three parallel requests', async () => {
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
      expect(await listCustomers(email)).toHaveLength(1);
    });
  });

  describe('a customer of another currency', () => {
    const monthlyUsdPrice = { id: 'price_usd_monthly', productId: 'prod_course', amount: 900 };
    const usdPrice = { id: 'price_usd', productId: 'prod_course', amount: 4_900 };

    beforeAll(async () => {
      await standIn.control('POST', 'catalogue', {
        account: 'main',
        prices: [
          { ...monthlyUsdPrice, currency: 'usd', interval: 'month' },
          { ...usdPrice, currency: 'usd' },
        ],
      });
    });

    const createAndReadCustomer = async (path: string, body: object): Promise<string> => {
      const { body: answer } = await post(path, body).expect(200);
      return (await findSession((answer as Session).id)).customer as string;
    };

    it('POST /create-checkout-subscription – two currencies for one address – one customer for each', async () => {
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
        pages.map(async ({ id }) => (await findSession(id)).customer),
      );
      expect(first).not.toBe(second);
      expect(await createAndReadCustomer(SUBSCRIPTION, eur)).toBe(first);
      expect(await createAndReadCustomer(SUBSCRIPTION, usd)).toBe(second);
      expect(await createAndReadCustomer(PAYMENT, purchase({ customer_email: email }))).toBe(first);
      expect(
        await createAndReadCustomer(
          PAYMENT,
          purchase({ customer_email: email, priceID: 'price_usd' }),
        ),
      ).toBe(second);
    });

    it('POST /create-checkout-subscription – existing customer without a currency – is used, for one currency', async () => {
      const email = 'elsewhere@example.com';
      const customerId = await customers.create(email);
      const body = subscription({ customer_email: email });
      expect(await createAndReadCustomer(SUBSCRIPTION, body)).toBe(customerId);
      expect(
        await createAndReadCustomer(SUBSCRIPTION, { ...body, priceID: 'price_usd_monthly' }),
      ).not.toBe(customerId);
    });
  });

  it('POST /create-checkout-session – deleted customer in the search results – creates another one', async () => {
    const email = 'deleted@example.com';
    const createCustomerBy = async (page: string): Promise<string> => {
      const success_url = `https://shop.example.com/${page}`;
      const { body } = await post(PAYMENT, purchase({ customer_email: email, success_url }));
      return (body as { customer: string }).customer;
    };
    const deletedId = await customers.create(email);
    await customers.remove(deletedId);
    const first = await createCustomerBy('first');
    expect(first).toMatch(/^cus_/);
    await customers.remove(first);
    const second = await createCustomerBy('second');
    expect([deletedId, first]).not.toContain(second);
    expect(await createCustomerBy('third')).toBe(second);
  });

  describe('metadata', () => {
    it('merges the sources in the documented order, with our keys last, on session and payment', async () => {
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
      const { metadata } = await findSession(id);
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
      const { payment_intent: intent } = await findSession(id);
      expect(intents.find((candidate) => candidate.id === intent)?.metadata).toEqual(metadata);
    });

    it('is on the subscription', async () => {
      const { body: answer } = await post(SUBSCRIPTION, subscription()).expect(200);
      const { id } = answer as Session;
      await standIn.act(id, 'pay');
      const [boughtSubscription] = await standIn.objects<{ metadata: object }>(
        'main',
        'subscription',
      );
      expect(boughtSubscription?.metadata).toMatchObject({ SKU: 'COURSE-1', origin: 'main' });
    });

    const newPairs = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ key: `key${index}`, value: 'x' }));

    it.each([
      ['too many keys', newPairs(47)],
      ['too long a key', [{ key: 'k'.repeat(41), value: 'x' }]],
      ['an empty key', [{ key: '', value: 'x' }]],
      ['too long a value', [{ key: 'k', value: 'x'.repeat(501) }]],
    ])('rejects %s', async (_, entries) => {
      const response = await post(PAYMENT, purchase({ metadata: { laab_fetch: entries } }));
      expect([response.status, codeOf(response)]).toEqual([400, 'METADATA_LIMIT']);
    });

    it('accepts the maximum length and number', async () => {
      const maximalPairs = [...newPairs(45), { key: 'k'.repeat(40), value: 'x'.repeat(500) }];
      await post(PAYMENT, purchase({ metadata: { laab_fetch: maximalPairs } })).expect(200);
    });
  });

  describe('idempotency', () => {
    it('five parallel requests with one key – respond with one session and store one order', async () => {
      const body = purchase();
      const headers = { 'Idempotency-Key': 'click-1' };
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => post(PAYMENT, body, headers)),
      );
      const ids = new Set(answers.map((answer) => (answer.body as Session).id));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(ids.size).toBe(1);
      const repeated = await post(PAYMENT, body, headers).expect(200);
      expect(repeated.body).toEqual(answers[0]?.body);
      const orders = await ordersIn(app.database);
      expect(orders.filter(({ session_id: id }) => ids.has(id))).toHaveLength(1);
    });

    it('used key with another body or endpoint – is rejected', async () => {
      const headers = { 'Idempotency-Key': 'click-2' };
      const body = purchase();
      await post(PAYMENT, body, headers).expect(200);
      const otherBody = await post(PAYMENT, { ...body, vertical: 'psicologia' }, headers);
      expect([otherBody.status, codeOf(otherBody)]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
      const otherEndpoint = await post(SUBSCRIPTION, body, headers);
      expect([otherEndpoint.status, codeOf(otherEndpoint)]).toEqual([
        409,
        'IDEMPOTENCY_KEY_REUSED',
      ]);
    });

    it.each([
      ['an empty', ''],
      ['an overlong', 'k'.repeat(256)],
    ])('rejects %s key', async (_, key) => {
      const response = await post(PAYMENT, purchase(), { 'Idempotency-Key': key });
      expect([response.status, codeOf(response)]).toEqual([400, 'INVALID_IDEMPOTENCY_KEY']);
    });

    const postWithKey = (key: string, body: object) =>
      post(PAYMENT, body, { 'Idempotency-Key': key });

    it.each([
      ['expire', 'expired'],
      ['pay-later', 'failed'],
    ])(
      'POST /create-checkout-session – key of a page that ended unpaid (%s) – creates a new page',
      async (action, key) => {
        const body = purchase();
        const first = (await postWithKey(key, body).expect(200)).body as Session;
        await standIn.act(first.id, action);
        // A pending debit counts as a purchase until it fails.
        if (action === 'pay-later') {
          const answer = await postWithKey(key, body);
          expect([answer.status, codeOf(answer)]).toEqual([409, 'CHECKOUT_ALREADY_PAID']);
          await expireSync(first.id);
          await standIn.act(first.id, 'settle', { works: false });
        }
        const second = (await postWithKey(key, body).expect(200)).body as Session;
        expect(second.id).not.toBe(first.id);
        expect(((await postWithKey(key, body).expect(200)).body as Session).id).toBe(second.id);
      },
    );

    it('POST /create-checkout-… – product off sale – PRODUCT_OFF_SALE until its date, also for a new attempt with a used key', async () => {
      const body = purchase();
      const first = (await postWithKey('closed', body).expect(200)).body as Session;
      await standIn.act(first.id, 'expire');
      const updateProducts = (data: object) =>
        app.strapi.db.query('api::product.product').updateMany({ where: {}, data });
      const readCodes = async () =>
        (
          await Promise.all([
            postWithKey('closed', body),
            post(PAYMENT, purchase()),
            post(SUBSCRIPTION, subscription()),
          ])
        ).map((answer) => [answer.status, codeOf(answer)]);
      const rejection = [400, 'PRODUCT_OFF_SALE'];
      await updateProducts({ isOffSale: true });
      expect(await readCodes()).toEqual([rejection, rejection, rejection]);
      await updateProducts({ onSaleAgainAt: new Date(Date.now() + 3_600_000) });
      expect(await readCodes()).toEqual([rejection, rejection, rejection]);
      await updateProducts({ onSaleAgainAt: new Date(Date.now() - 3_600_000) });
      expect((await readCodes()).map(([status]) => status)).toEqual([200, 200, 200]);
      await updateProducts({ isOffSale: null, onSaleAgainAt: null });
    });

    it('POST /create-checkout-session – key of a paid page – CHECKOUT_ALREADY_PAID', async () => {
      const body = purchase();
      const { id } = (await postWithKey('paid', body).expect(200)).body as Session;
      await standIn.act(id, 'pay');
      const answer = await postWithKey('paid', body);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'CHECKOUT_ALREADY_PAID']);
      const order = await app.strapi.db
        .query('plugin::checkout.order')
        .findOne({ where: { sessionId: id } });
      expect((answer.body as { error: { details: object } }).error.details).toMatchObject({
        sessionId: id,
        order: (order as { documentId: string }).documentId,
      });
      expect(((await postWithKey('another', body).expect(200)).body as Session).id).not.toBe(id);
    });

    it('POST /create-checkout-session – key of an expired page during an outage of the provider – creates a new page', async () => {
      const body = purchase();
      const first = (await postWithKey('over', body).expect(200)).body as Session;
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
      expect(((await postWithKey('over', body).expect(200)).body as Session).id).not.toBe(first.id);
    });

    it('preflight request – allows the header Idempotency-Key', async () => {
      const response = await app.request.options(PAYMENT).set({
        Origin: 'http://localhost:3000',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,idempotency-key',
      });
      expect(response.headers['access-control-allow-headers']).toMatch(/idempotency-key/i);
    });

    it('another key with the same body – creates another session', async () => {
      const body = purchase();
      const first = await post(PAYMENT, body, { 'Idempotency-Key': 'a' }).expect(200);
      const second = await post(PAYMENT, body, { 'Idempotency-Key': 'b' }).expect(200);
      expect((first.body as Session).id).not.toBe((second.body as Session).id);
    });

    it('one body and key for two accounts and a guest – creates a session for each', async () => {
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
          const repeated = await post(PAYMENT, body, { ...caller, ...key }).expect(200);
          expect(repeated.body).toEqual(first.body);
          ids.add((first.body as Session).id);
        }
        expect(ids.size).toBe(callers.length);
      }
    });

    it('key of a rejected request – is usable again', async () => {
      const headers = { 'Idempotency-Key': 'click-3' };
      await post(PAYMENT, purchase({ productPayID: 'prod_none' }), headers).expect(404);
      await post(PAYMENT, purchase(), headers).expect(200);
    });

    it('double click without a key – creates one session, for any order of the fields', async () => {
      const body = purchase();
      const reversedBody = Object.fromEntries(Object.entries(body).reverse());
      const [first, second] = await Promise.all([post(PAYMENT, body), post(PAYMENT, reversedBody)]);
      const third = await post(PAYMENT, body).expect(200);
      const ids = [first, second, third].map((answer) => (answer.body as Session).id);
      expect(new Set(ids).size).toBe(1);
    });

    it('last session is paid – creates a new session', async () => {
      const body = purchase();
      const { body: first } = await post(PAYMENT, body).expect(200);
      await app.strapi.db.query('plugin::checkout.order').updateMany({
        where: { sessionId: (first as Session).id },
        data: { sessionStatus: 'complete' },
      });
      const { body: second } = await post(PAYMENT, body).expect(200);
      expect((second as Session).id).not.toBe((first as Session).id);
    });

    it('last request is older than ten seconds – creates a new session', async () => {
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

  /** Locks a table, requests a checkout, and releases the table after a delay and another action. */
  const requestWhileLocked = <T>(
    { table, seconds }: { table: string; seconds: number },
    request: () => PromiseLike<T>,
    runMeanwhile: () => Promise<void> = () => Promise.resolve(),
  ) =>
    onDatabase(app.database, async (client) => {
      await client.query('BEGIN');
      await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      const pending = Promise.all([request()]);
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
      await runMeanwhile();
      await client.query('COMMIT');
      return (await pending)[0];
    });

  /** Requests a checkout, and runs an action after its session is created and before its order is stored. */
  const requestWhileStoring = <T>(ask: () => PromiseLike<T>, meanwhile: () => Promise<void>) =>
    requestWhileLocked({ table: 'checkout_orders', seconds: 0 }, ask, meanwhile);

  describe('while the database is slow', () => {
    /**
     * Delays a request before it calls the provider. The provider has 2.1 seconds, three times
     * `PAY_TIMEOUT_MS`.
     */
    const postDelayed = (seconds: number, body: object) =>
      requestWhileLocked({ table: 'checkout_requests', seconds }, () => post(PAYMENT, body));

    it('delay of 2.3 seconds – keeps the full timeout for the provider', async () => {
      const answer = await postDelayed(2.3, purchase());
      expect([answer.status, codeOf(answer)]).toEqual([200, undefined]);
      const { id } = answer.body as Session;
      expect(await orderOf(app.database, id)).toMatchObject({ state: 'open' });
    });

    it('delay of 7 seconds – responds 503 with Retry-After, without a call to the provider', async () => {
      const body = purchase();
      const before = await countSessions();
      const answer = await postDelayed(7, body);
      expect([answer.status, codeOf(answer)]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      // The provider's reads of every minute do not count.
      const calls = await standIn.control<{ method: string }[]>('GET', 'calls');
      expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
      const { body: retried } = await post(PAYMENT, body).expect(200);
      expect(await countSessions()).toBe(before + 1);
      expect(await orderOf(app.database, (retried as Session).id)).toMatchObject({ state: 'open' });
    });
  });

  describe('when the account is deleted during the request', () => {
    let admin: Admin;

    beforeAll(async () => {
      admin = await signIn(app, 'strapi-super-admin');
    });

    const USER = 'plugin::users-permissions.user';

    const deleteUser = async (id: number): Promise<void> => {
      const { documentId } = (await app.strapi.db.query(USER).findOne({ where: { id } })) as {
        documentId: string;
      };
      const path = `/content-manager/collection-types/${USER}/${documentId}`;
      expect((await admin.delete(path)).status).toBe(200);
    };
    const findOwners = (session: unknown): Promise<unknown[]> =>
      app.strapi.db.query('plugin::checkout.order').findMany({
        where: { sessionId: (session as Session).id },
        select: ['placedSignedIn'],
        populate: { user: { select: ['id'] } },
      });
    const withoutOwner = [expect.objectContaining({ user: null, placedSignedIn: false })];

    it.each(['signed in', 'known by its proven address'])(
      'order of a customer %s – is stored without an owner',
      async (how) => {
        const email = someEmail();
        const { id, bearer } = await enrol(app.strapi, email);
        const headers: Record<string, string> =
          how === 'signed in' ? { Authorization: bearer } : {};
        const { status, body } = await requestWhileStoring(
          () => post(PAYMENT, purchase({ customer_email: email }), headers),
          // The panel reads the orders first, and would wait for the lock.
          async () => {
            await app.strapi.db.query(USER).delete({ where: { id } });
          },
        );
        expect(status).toBe(200);
        expect(await findOwners(body)).toEqual(withoutOwner);
      },
    );

    it('parallel deletions – do not lose an order', async () => {
      const students = await Promise.all(
        Array.from({ length: 4 }, () => enrol(app.strapi, someEmail())),
      );
      const answers = await Promise.all(
        students.map(async ({ id, bearer }) => {
          const request = post(PAYMENT, purchase(), { Authorization: bearer });
          const [answer] = await Promise.all([request, deleteUser(id)]);
          return answer;
        }),
      );
      for (const { status, body } of answers) {
        // 401 without an account, 504 when the provider had too little time.
        expect([200, 401, 504]).toContain(status);
        if (status === 200) {
          expect(await findOwners(body)).toEqual([expect.objectContaining({ user: null })]);
        }
      }
    });
  });

  it('second request during a slow one – gets CHECKOUT_IN_PROGRESS with Retry-After', async () => {
    const body = purchase();
    const first = await requestWhileStoring(
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
    const CUSTOMERS = { method: 'POST', path: '/v1/customers' };

    /** Returns the distinct idempotency keys of the calls to an endpoint of the provider. */
    const listKeys = async (endpoint: typeof SESSIONS): Promise<(string | undefined)[]> => {
      type Call = { method: string; path: string; key?: string };
      const calls = await standIn.control<Call[]>('GET', 'calls');
      const ofEndpoint = calls.filter(
        ({ method, path }) => method === endpoint.method && path === endpoint.path,
      );
      return [...new Set(ofEndpoint.map(({ key }) => key))];
    };

    it.each([
      ['does not respond', { kind: 'hang', times: 99 }, 504, 'PROVIDER_TIMEOUT'],
      ['responds endlessly', { kind: 'trickle', times: 99 }, 504, 'PROVIDER_TIMEOUT'],
      ['closes the connection', { kind: 'reset', times: 99 }, 502, 'PROVIDER_UNREACHABLE'],
      [
        'stops in the middle of a response',
        { kind: 'half', times: 99 },
        502,
        'PROVIDER_UNREACHABLE',
      ],
      ['responds with invalid JSON', { kind: 'garbage', times: 99 }, 502, 'PROVIDER_ERROR'],
      ['responds 500', { kind: 'status', status: 500, times: 99 }, 502, 'PROVIDER_ERROR'],
      ['responds 503', { kind: 'status', status: 503, times: 99 }, 502, 'PROVIDER_ERROR'],
      ['responds 429', { kind: 'status', status: 429, times: 99 }, 503, 'PROVIDER_BUSY'],
      ['responds 401', { kind: 'status', status: 401, times: 99 }, 502, 'PROVIDER_REFUSED'],
      ['responds 400', { kind: 'status', status: 400, times: 99 }, 502, 'PROVIDER_REFUSED'],
    ])('causes a clear error when it %s', async (_, fault, status, code) => {
      await standIn.fault({ ...SESSIONS, ...fault });
      const orders = (await ordersIn(app.database)).length;
      const response = await post(PAYMENT, purchase());
      expect([response.status, codeOf(response)]).toEqual([status, code]);
      expect('retry-after' in response.headers).toBe(status === 503);
      expect(JSON.stringify(response.body)).not.toMatch(/sk_test|whsec/);
      expect((await ordersIn(app.database)).length).toBe(orders);
    });

    it('single failure – is retried without an error', async () => {
      await standIn.fault({ ...SESSIONS, kind: 'status', status: 500, times: 1 });
      await post(PAYMENT, purchase()).expect(200);
      await standIn.fault({ method: 'GET', path: '/v1/customers', kind: 'reset', times: 1 });
      await post(PAYMENT, purchase()).expect(200);
    });

    it.each([400, 429, 500])(
      'POST /create-checkout-session – search for customers responds %i – creates a page for a new customer',
      async (status) => {
        const customer_email = `unsearched${status}@example.com`;
        await standIn.fault({ kind: 'status', status, path: '/v1/customers/search', times: 9 });
        const { body } = await post(PAYMENT, purchase({ customer_email })).expect(200);
        expect((body as { customer: string }).customer).toMatch(/^cus_/);
      },
    );

    it.each(['lost', 'half', 'garbage'])(
      'response %s – does not create a second session',
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
      'lost response and then status %i – does not create a second session',
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

    it('idempotency key – works again after the provider recovers', async () => {
      const headers = { 'Idempotency-Key': 'stubborn' };
      const body = purchase();
      await standIn.fault({ ...SESSIONS, kind: 'status', status: 400, times: 1 });
      await post(PAYMENT, body, headers).expect(502);
      await post(PAYMENT, body, headers).expect(200);
    });

    it('provider replays a failure – uses a new idempotency key', async () => {
      const body = purchase();
      const fault = { ...SESSIONS, kind: 'status', status: 500 };
      await standIn.fault({ ...fault, times: 3 });
      await post(PAYMENT, body).expect(502);
      expect(await listKeys(SESSIONS)).toHaveLength(1);
      await standIn.fault({ ...fault, headers: { 'idempotent-replayed': 'true' }, times: 3 });
      await post(PAYMENT, body).expect(502);
      expect(await listKeys(SESSIONS)).toHaveLength(1);
      await post(PAYMENT, body).expect(200);
      expect(await listKeys(SESSIONS)).toHaveLength(2);
    });

    it('calls that create the customer time out – the next attempt repeats their idempotency key', async () => {
      const body = purchase();
      await standIn.fault({ ...CUSTOMERS, kind: 'hang', times: 3 });
      await post(PAYMENT, body).expect(504);
      await post(PAYMENT, body).expect(200);
      expect(await listKeys(CUSTOMERS)).toHaveLength(1);
    });

    it('unreachable provider – responds with PROVIDER_UNREACHABLE', async () => {
      await standIn.fault({ path: '/v1/', kind: 'reset', times: 99 });
      const response = await post(PAYMENT, purchase());
      expect([response.status, codeOf(response)]).toEqual([502, 'PROVIDER_UNREACHABLE']);
    });
  });
});
