import { createHmac, randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { refreshProductIfOlder } from '#plugins/commerce/prices/server/refresh-product';
import { storeProduct } from '#plugins/commerce/prices/server/provider-cache/store';
import { checkPrices } from '#plugins/commerce/prices/server/check/check';
import { currencies } from '../../sandbox/pay/currencies';
import {
  accounts,
  checkoutEnvironment,
  codeOf,
  deliverTo,
  fillCatalogue,
  fillProvider,
  onDatabase,
  purchase,
  type StandIn,
  startStandIn,
} from '../checkout/support';
import { type App, startApp } from '../support/app';
import { until } from '../support/until';

const PRODUCT = 'api::product.product';

type Price = {
  priceID: string;
  amount: number;
  currency: string;
  decimals: number;
  instalments: number | null;
  totalAmount: number | null;
  isDefault: boolean;
  lowestIn30Days: number | null;
};

type Prices = {
  productPayID: string;
  documentId: string;
  prices: Price[];
  published: { field: string; amount: number; currency: string; lowestIn30Days: number | null }[];
};

let app: App;
let standIn: StandIn;
let line: number;

const seller = 'origin=main&vertical=medicina';

const readPrices = (payID: string, query = seller) =>
  app.request.get(`/api/checkout/prices/${payID}?${query}`);

const pricesOf = async (payID: string): Promise<Prices> =>
  ((await readPrices(payID).expect(200)).body as { data: Prices }).data;

/** Returns the prices after the provider has sent all of them. */
const untilPriced = async (payID: string, count: number): Promise<Prices> => {
  await until(
    () =>
      readPrices(payID).then(
        ({ body }) => (body as { data: Prices | null }).data?.prices.length ?? 0,
      ),
    (priced) => priced === count,
  );
  return pricesOf(payID);
};

const amountsOf = async (payID: string): Promise<[string, number][]> =>
  (await pricesOf(payID)).prices.map(({ priceID, amount }) => [priceID, amount]);

const countPriceCalls = async (): Promise<number> =>
  (await standIn.control<{ path: string }[]>('GET', 'calls')).filter(
    ({ path }) => path === '/v1/prices',
  ).length;

const change = (body: object) =>
  standIn.control('POST', 'catalogue', { account: 'main', announce: true, ...body });

/** Caches the provider's current prices of a product. */
const refreshPrices = (payID: string): Promise<void> =>
  refreshProductIfOlder({ strapi: app.strapi }, { payID, account: 'main', since: Date.now() });

/** Sells a new product at the provider without an event, and caches its prices. */
const putOnSale = async (id: string, prices: object[]): Promise<void> => {
  await change({
    announce: false,
    products: [{ id, name: id }],
    prices: prices.map((price) => ({ productId: id, ...price })),
  });
  await refreshPrices(id);
};

const run = (statement: string, values: unknown[] = []) =>
  onDatabase(app.database, (client) => client.query<Record<string, unknown>>(statement, values));

const inHours = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);

const providerFault = { kind: 'status', path: '/v1/prices', status: 500, times: 1_000 };

/** Creates a published product of the account `main` in the database, so that the rules do not call the provider. */
const addProduct = async (payID: string, values: object = {}): Promise<void> => {
  await app.strapi.db.query(PRODUCT).create({
    data: {
      documentId: randomBytes(12).toString('hex'),
      locale: 'es',
      publishedAt: new Date(),
      title: payID,
      slug: payID.replaceAll('_', '-'),
      SKU: payID.toUpperCase(),
      order: 0,
      payID,
      payCrm: 'main',
      verticals: [line],
      ...values,
    },
  });
};

/** Creates and publishes such a product through the document service. */
const publish = async (payID: string, prices: object): Promise<string> => {
  const { documentId } = await app.strapi.documents(PRODUCT).create({
    locale: 'es',
    status: 'published',
    data: {
      title: payID,
      slug: payID.replaceAll('_', '-'),
      SKU: payID.toUpperCase(),
      order: 0,
      payID,
      payCrm: 'main',
      verticals: [line],
      ...prices,
    } as never,
  });
  return documentId;
};

beforeAll(async () => {
  standIn = await startStandIn();
  await fillProvider(standIn);
  app = await startApp({ runtimeEnv: { ...checkoutEnvironment(standIn), PAY_TIMEOUT_MS: '5000' } });
  await deliverTo(standIn, app.url);
  await fillCatalogue(app.strapi);
  const row = await app.strapi.db
    .query('api::vertical.vertical')
    .findOne({ where: { slug: 'medicina' } });
  line = (row as { id: number }).id;
});

afterAll(async () => {
  await app.stop();
  await standIn.stop();
});

beforeEach(() => standIn.control('DELETE', 'faults'));

describe('GET /checkout/prices/:productPayID', () => {
  it('returns the prices that checkout accepts', async () => {
    const answer = await readPrices('prod_course', 'origin=MAIN&vertical=medicina').expect(200);
    expect((answer.body as { data: Prices }).data).toEqual({
      productPayID: 'prod_course',
      documentId: expect.stringMatching(/^[a-z0-9]{24}$/) as string,
      prices: [
        {
          priceID: 'price_prod_course',
          amount: 4_900,
          currency: 'eur',
          decimals: 2,
          type: 'one_time',
          interval: null,
          intervalCount: null,
          instalments: null,
          totalAmount: 4_900,
          isDefault: false,
          lowestIn30Days: null,
        },
        {
          priceID: 'price_prod_course_monthly',
          amount: 900,
          currency: 'eur',
          decimals: 2,
          type: 'recurring',
          interval: 'month',
          intervalCount: 1,
          instalments: null,
          totalAmount: null,
          isDefault: false,
          lowestIn30Days: null,
        },
      ],
      published: [],
    });
    const [price] = (await pricesOf('prod_course')).prices;
    await app.request
      .post('/api/create-checkout-session')
      .send(purchase({ priceID: price?.priceID }))
      .expect(200);
  });

  it('prices in every currency of the provider – have the decimals of their currency', async () => {
    await addProduct('prod_currencies');
    await change({
      announce: false,
      products: [{ id: 'prod_currencies', name: 'Currencies' }],
      prices: [...currencies].map(([code, decimals]) => ({
        id: `price_${code}`,
        productId: 'prod_currencies',
        amount: 250 * 10 ** decimals,
        currency: code.toLowerCase(),
      })),
    });
    const { prices } = await pricesOf('prod_currencies');
    expect(new Map(prices.map((price) => [price.currency.toUpperCase(), price.decimals]))).toEqual(
      currencies,
    );
    expect(prices.map(({ amount, decimals }) => amount / 10 ** decimals)).toEqual(
      prices.map(() => 250),
    );
    const storedRows = await run(
      `select prices from payment.products where pay_id = 'prod_currencies'`,
    );
    const [{ prices: offers } = { prices: [] }] = storedRows.rows as {
      prices: { amount: number }[];
    }[];
    expect(offers.map(({ amount }) => amount)).toEqual(prices.map(() => 250));
  });

  it('prices with instalments – have their number and the total; an invalid number is left out', async () => {
    await addProduct('prod_instalments');
    const monthly = { productId: 'prod_instalments', amount: 15_000, interval: 'month' };
    await change({
      announce: false,
      products: [{ id: 'prod_instalments', name: 'Instalments' }],
      prices: [
        { ...monthly, id: 'price_in_8', metadata: { instalments: '8' } },
        { ...monthly, id: 'price_unclear', metadata: { instalments: 'eight' } },
      ],
    });
    expect((await pricesOf('prod_instalments')).prices).toMatchObject([
      { priceID: 'price_in_8', amount: 15_000, instalments: 8, totalAmount: 120_000 },
    ]);
  });

  it('price with an undocumented interval – is left out', async () => {
    await addProduct('prod_intervals');
    const price = { productId: 'prod_intervals', amount: 15_000 };
    await change({
      announce: false,
      products: [{ id: 'prod_intervals', name: 'Intervals' }],
      prices: [
        { ...price, id: 'price_monthly', interval: 'month' },
        { ...price, id: 'price_quarterly', interval: 'quarter' },
      ],
    });
    expect((await pricesOf('prod_intervals')).prices).toMatchObject([
      { priceID: 'price_monthly', interval: 'month' },
    ]);
  });

  it.each([
    ['an unknown product', 'prod_nothing', seller, 404, 'PRODUCT_NOT_FOUND'],
    ['a draft', 'prod_hidden', seller, 404, 'PRODUCT_NOT_FOUND'],
    [
      'another business line',
      'prod_course',
      'origin=main&vertical=psicologia',
      400,
      'PRODUCT_NOT_IN_VERTICAL',
    ],
    ['another account', 'prod_partner', seller, 400, 'ORIGIN_MISMATCH'],
    ['an unknown account', 'prod_course', 'origin=nobody&vertical=medicina', 400, 'UNKNOWN_ORIGIN'],
    ['no business line', 'prod_course', 'origin=main', 400, 'INVALID_REQUEST'],
  ])('is refused like in checkout: %s', async (_, payID, query, status, code) => {
    const before = await countPriceCalls();
    const answer = await readPrices(payID, query);
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    expect(await countPriceCalls()).toBe(before);
  });

  it('provider unavailable – returns stored prices with an ETag', async () => {
    await standIn.fault(providerFault);
    const before = await countPriceCalls();
    const first = await readPrices('prod_course').expect(200);
    expect(first.headers['cache-control']).toMatch(/^public, max-age=\d+/);
    const etag = first.headers.etag ?? '';
    expect(etag).not.toBe('');
    await readPrices('prod_course').set('If-None-Match', etag).expect(304);
    expect(await countPriceCalls()).toBe(before);
  });

  it('concurrent requests – call the provider once per account', async () => {
    await change({
      announce: false,
      products: [{ id: 'prod_many', name: 'Many' }],
      prices: [{ id: 'price_many', productId: 'prod_many', amount: 100 }],
    });
    await addProduct('prod_many');
    const before = await countPriceCalls();
    const answers = await Promise.all(Array.from({ length: 8 }, () => readPrices('prod_many')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await countPriceCalls()) - before).toBeLessThanOrEqual(accounts.length);
  });

  it('unknown prices, provider unavailable – returns 503 until the provider sends them', async () => {
    await addProduct('prod_new');
    await standIn.fault(providerFault);
    const answer = await readPrices('prod_new');
    expect([answer.status, codeOf(answer)]).toEqual([503, 'PRICES_NOT_KNOWN']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.headers['cache-control'] ?? '').not.toContain('public');
    await standIn.control('DELETE', 'faults');
    await change({
      products: [{ id: 'prod_new', name: 'New' }],
      prices: [{ id: 'price_new', productId: 'prod_new', amount: 1_200 }],
    });
    await until(
      () => readPrices('prod_new').then(({ status }) => status),
      (status) => status === 200,
    );
    expect(await amountsOf('prod_new')).toEqual([['price_new', 1_200]]);
  });

  it('invalid response of the provider – returns 503', async () => {
    await addProduct('prod_garbage');
    await standIn.fault({ kind: 'garbage', path: '/v1/prices', times: 1_000 });
    expect((await readPrices('prod_garbage')).status).toBe(503);
  });
});

describe('changed prices at the provider', () => {
  beforeAll(() => pricesOf('prod_book'));

  it('new price – is returned at once, despite the cache', async () => {
    await change({ prices: [{ id: 'price_dear', productId: 'prod_book', amount: 9_900 }] });
    const dear = ['price_dear', 9_900];
    const amounts = await until(
      () => amountsOf('prod_book'),
      (products) => products.some(([id]) => id === 'price_dear'),
    );
    expect(amounts).toContainEqual(dear);
  });

  it('archived or deleted price – disappears', async () => {
    await change({
      prices: [{ id: 'price_dear', productId: 'prod_book', amount: 9_900, active: false }],
    });
    await until(
      () => amountsOf('prod_book'),
      (products) => !products.some(([id]) => id === 'price_dear'),
    );
    await change({ prices: [{ id: 'price_brief', productId: 'prod_book', amount: 1 }] });
    await until(
      () => amountsOf('prod_book'),
      (products) => products.some(([id]) => id === 'price_brief'),
    );
    await change({ delete: ['price_brief'] });
    await until(
      () => amountsOf('prod_book'),
      (products) => !products.some(([id]) => id === 'price_brief'),
    );
  });

  it('default price – is marked and first', async () => {
    await change({
      products: [{ id: 'prod_book', name: 'Book', defaultPrice: 'price_prod_book_monthly' }],
    });
    await until(
      () => pricesOf('prod_book'),
      ({ prices }) =>
        prices[0]?.priceID === 'price_prod_book_monthly' &&
        prices.map(({ isDefault }) => isDefault).join() === 'true,false',
    );
  });

  it('archived product – has no prices until it is active again', async () => {
    await change({ products: [{ id: 'prod_book', name: 'Book', active: false }] });
    await until(
      () => amountsOf('prod_book'),
      ({ length }) => length === 0,
    );
    await change({ products: [{ id: 'prod_book', name: 'Book' }] });
    await until(
      () => amountsOf('prod_book'),
      ({ length }) => length === 2,
    );
  });

  it('repeated late event – changes nothing', async () => {
    const event = JSON.stringify({
      id: 'evt_late',
      object: 'event',
      type: 'price.updated',
      created: 1,
      data: { object: { id: 'price_late', object: 'price', product: 'prod_book', unit_amount: 1 } },
    });
    const at = Math.floor(Date.now() / 1000);
    const mac = createHmac('sha256', accounts[0].webhookSecret)
      .update(`${at}.${event}`)
      .digest('hex');
    const before = await amountsOf('prod_book');
    for (let time = 0; time < 2; time += 1) {
      await app.request
        .post('/api/checkout/webhook/main')
        .set('Content-Type', 'application/json')
        .set('Stripe-Signature', `t=${at},v1=${mac}`)
        .send(event)
        .expect(200);
    }
    await until(
      () => run(`select outcome from checkout_events where event_id = 'evt_late'`),
      ({ rows }) => rows.length === 1 && rows[0]?.outcome === 'applied',
    );
    expect(await amountsOf('prod_book')).toEqual(before);
  });

  it('response requested before a newer one – changes nothing', async () => {
    const requestedAt = Date.now() - 60_000;
    const before = await amountsOf('prod_book');
    await storeProduct(
      { strapi: app.strapi },
      'prod_book',
      { products: [], prices: [], heard: ['main'], silent: [] },
      requestedAt,
    );
    expect(await amountsOf('prod_book')).toEqual(before);
  });

  it('nightly check – finds unannounced changes, also with concurrent refreshes', async () => {
    await change({
      announce: false,
      prices: [{ id: 'price_untold', productId: 'prod_book', amount: 3_300 }],
      delete: ['price_prod_book_monthly'],
    });
    await Promise.all([
      checkPrices({ strapi: app.strapi }, new AbortController().signal),
      ...Array.from({ length: 5 }, () => refreshPrices('prod_book')),
      checkPrices({ strapi: app.strapi }, new AbortController().signal),
    ]);
    expect(await amountsOf('prod_book')).toEqual([
      ['price_prod_book', 4_900],
      ['price_untold', 3_300],
    ]);
  });

  it('nightly check – invalid response of the provider – changes nothing', async () => {
    const before = await amountsOf('prod_book');
    await standIn.fault({ kind: 'garbage', path: '/v1/prices', times: 1_000 });
    await checkPrices({ strapi: app.strapi }, new AbortController().signal);
    await standIn.control('DELETE', 'faults');
    expect(await amountsOf('prod_book')).toEqual(before);
  });
});

describe('entry with another price than the provider', () => {
  const warnings: string[] = [];
  let log: jest.SpyInstance;

  beforeAll(() => {
    log = jest.spyOn(app.strapi.log, 'warn').mockImplementation((message: unknown) => {
      if (/ shows \d/.test(String(message))) warnings.push(String(message));
      return app.strapi.log;
    });
  });

  afterAll(() => log.mockRestore());

  it('log – has a warning once for each new difference', async () => {
    await app.strapi.db
      .query(PRODUCT)
      .updateMany({ where: { payID: 'prod_course' }, data: { fullPrice: 60, tuitionPrice: 49 } });
    const runNightlyCheck = () => checkPrices({ strapi: app.strapi }, new AbortController().signal);
    await runNightlyCheck();
    expect(warnings).toEqual([]);
    await change({
      prices: [{ id: 'price_prod_course', productId: 'prod_course', amount: 4_500 }],
    });
    const line =
      'prices: "Curso de prueba" (es) shows 49 as tuitionPrice, the payment provider charges 45 EUR';
    await until(
      () => warnings.length,
      (count) => count > 0,
    );
    await Promise.all([runNightlyCheck(), runNightlyCheck()]);
    expect(warnings).toEqual([line]);
    await change({
      announce: false,
      prices: [{ id: 'price_prod_course', productId: 'prod_course', amount: 4_900 }],
    });
    await runNightlyCheck();
    await change({
      announce: false,
      prices: [{ id: 'price_prod_course', productId: 'prod_course', amount: 4_500 }],
    });
    await runNightlyCheck();
    expect(warnings).toEqual([line, line]);
  });
});

describe('price with amounts in several currencies', () => {
  const latamSeller = 'origin=main&vertical=latam';
  let latamLine: number;

  const sell = async (id: string, otherCurrencies: object, others: object[] = []) => {
    await putOnSale(id, [
      { id: `price_${id}`, amount: 10_000, otherCurrencies },
      ...others.map((other) => ({ currency: 'mxn', ...other })),
    ]);
  };

  const pricesInLine = async (payID: string, query: string) =>
    ((await readPrices(payID, query).expect(200)).body as { data: Prices }).data.prices.map(
      ({ priceID, amount, currency, decimals }) => [priceID, amount, currency, decimals],
    );

  const createSession = async (body: object, mode: string): Promise<Stripe.Checkout.Session> => {
    const { body: session } = await app.request
      .post(`/api/create-checkout-${mode}`)
      .send(purchase(body as Record<string, unknown>))
      .expect(200);
    const pages = await standIn.objects<Stripe.Checkout.Session>('main', 'checkout.session');
    const page = pages.find(({ id }) => id === (session as { id: string }).id);
    if (page === undefined) throw new Error('No page was made');
    return page;
  };

  beforeAll(async () => {
    const { documentId } = await app.strapi.documents('api::vertical.vertical').create({
      data: { name: 'latam', slug: 'latam', currency: 'USD' } as never,
    });
    const row = await app.strapi.db
      .query('api::vertical.vertical')
      .findOne({ where: { documentId } });
    latamLine = (row as { id: number }).id;
  });

  it('two business lines – publish, show and charge in their currencies', async () => {
    const id = 'prod_both';
    await sell(id, { usd: 10_000, jpy: 15_000 });
    await publish(id, {
      verticals: [line, latamLine],
      purchaseType: 'single',
      fullPrice: 100,
    });
    expect(await pricesInLine(id, seller)).toEqual([[`price_${id}`, 10_000, 'eur', 2]]);
    expect(await pricesInLine(id, latamSeller)).toEqual([[`price_${id}`, 10_000, 'usd', 2]]);
    const priceOfProduct = { productPayID: id, priceID: `price_${id}` };
    for (const [vertical, currency] of [
      ['medicina', 'eur'],
      ['latam', 'usd'],
    ]) {
      const page = await createSession({ ...priceOfProduct, vertical }, 'session');
      expect([page.currency, page.amount_total]).toEqual([currency, 10_000]);
    }
  });

  it('publish – other amount in the currency of one business line – is refused', async () => {
    const id = 'prod_other_abroad';
    await sell(id, { usd: 11_000 });
    const publication = publish(id, {
      verticals: [line, latamLine],
      purchaseType: 'single',
      fullPrice: 100,
    });
    await expect(publication).rejects.toMatchObject({
      details: {
        findings: expect.arrayContaining([
          expect.objectContaining({ code: 'PROVIDER_PRICE_DIFFERS' }),
        ]) as unknown,
      },
    });
  });

  it.each([
    ['has no amount in that currency', 'prod_not_abroad', { mxn: 200_000 }],
    ['lets the customer choose the amount', 'prod_free_abroad', { usd: null, mxn: 200_000 }],
    [
      'lets the customer choose the amount in all other currencies',
      'prod_free_elsewhere',
      { usd: null },
    ],
  ])(
    'business line – is charged in the price’s own currency if it %s',
    async (_, id, otherCurrencies) => {
      await sell(id, otherCurrencies);
      await addProduct(id, { verticals: [latamLine] });
      expect(await pricesInLine(id, latamSeller)).toEqual([[`price_${id}`, 10_000, 'eur', 2]]);
      const page = await createSession(
        { productPayID: id, priceID: `price_${id}`, vertical: 'latam' },
        'session',
      );
      expect([page.currency, page.amount_total]).toEqual(['eur', 10_000]);
    },
  );

  it('partial amount – another price has the whole amount in that currency – is not listed and refused', async () => {
    const id = 'prod_abroad_deposit';
    await sell(id, { usd: 2_500 }, [
      { id: `price_${id}_less`, amount: 200_000 },
      { id: `price_${id}_pair`, amount: 300_000, otherCurrencies: { usd: 10_000 } },
    ]);
    await addProduct(id, { verticals: [latamLine], purchaseType: 'single', fullPrice: 100 });
    expect(await pricesInLine(id, latamSeller)).toEqual([[`price_${id}_pair`, 10_000, 'usd', 2]]);
    const answer = await app.request
      .post('/api/create-checkout-session')
      .send(purchase({ productPayID: id, priceID: `price_${id}`, vertical: 'latam' }));
    expect([answer.status, codeOf(answer)]).toEqual([400, 'PRICE_NOT_OF_PURCHASE_TYPE']);
  });

  it('POST /create-checkout-session – deposit in the line’s currency, whole price in another – the deposit is refused and not listed', async () => {
    const id = 'prod_deposit_in_line';
    await sell(id, {}, [
      { id: `price_${id}_part`, amount: 2_500, currency: 'eur', otherCurrencies: { usd: 2_500 } },
    ]);
    await addProduct(id, { verticals: [latamLine], purchaseType: 'single', fullPrice: 100 });
    expect(await pricesInLine(id, latamSeller)).toEqual([[`price_${id}`, 10_000, 'eur', 2]]);
    const answer = await app.request
      .post('/api/create-checkout-session')
      .send(purchase({ productPayID: id, priceID: `price_${id}_part`, vertical: 'latam' }));
    expect([answer.status, codeOf(answer)]).toEqual([400, 'PRICE_NOT_OF_PURCHASE_TYPE']);
  });

  it('GET /checkout/prices/:productPayID – stored prices of an older release – requests the currencies from the provider', async () => {
    const id = 'prod_older_mirror';
    await sell(id, { usd: 11_000 });
    await addProduct(id, { verticals: [latamLine] });
    await run(
      `update payment.products set prices =
         (select jsonb_agg(one - 'otherAmounts') from jsonb_array_elements(prices) one)
       where pay_id = '${id}'`,
    );
    expect(await pricesInLine(id, latamSeller)).toEqual([[`price_${id}`, 11_000, 'usd', 2]]);
  });

  it('amount only in another currency – is listed and sold in that currency only', async () => {
    const id = 'prod_fixed_abroad';
    await putOnSale(id, [{ id: `price_${id}`, amount: null, otherCurrencies: { usd: 10_000 } }]);
    await addProduct(id, { verticals: [line, latamLine] });
    expect(await pricesInLine(id, seller)).toEqual([]);
    expect(await pricesInLine(id, latamSeller)).toEqual([[`price_${id}`, 10_000, 'usd', 2]]);
    const page = await createSession(
      { productPayID: id, priceID: `price_${id}`, vertical: 'latam' },
      'session',
    );
    expect([page.currency, page.amount_total]).toEqual(['usd', 10_000]);
  });

  it('POST /create-checkout-subscription – metered price – returns 400 PRICE_NOT_OF_PURCHASE_TYPE', async () => {
    const id = 'prod_metered';
    await change({
      announce: false,
      products: [{ id, name: id }],
      prices: [
        { id: `price_${id}`, productId: id, amount: 100, interval: 'month', isMetered: true },
      ],
    });
    await addProduct(id);
    const answer = await app.request
      .post('/api/create-checkout-subscription')
      .send(purchase({ productPayID: id, priceID: `price_${id}` }));
    expect([answer.status, codeOf(answer)]).toEqual([400, 'PRICE_NOT_OF_PURCHASE_TYPE']);
  });

  it('lowest price of 30 days – is separate for each currency', async () => {
    const id = 'prod_abroad_reduced';
    await run(
      `insert into payment.offered_prices (at, account, pay_id, price_id, amount, currency, billing, is_offered)
       select now() - interval '40 days', 'main', '${id}', 'price_${id}', amount, currency, 'once', true
       from (values (12000, 'EUR'), (13000, 'USD')) before (amount, currency)`,
    );
    await sell(id, { usd: 11_000 });
    await addProduct(id, { verticals: [line, latamLine] });
    for (const [query, lowest] of [
      [seller, 12_000],
      [latamSeller, 13_000],
    ] as const) {
      const { body } = await readPrices(id, query).expect(200);
      const { prices } = (body as { data: Prices }).data;
      expect(prices.map(({ lowestIn30Days }) => lowestIn30Days)).toEqual([lowest]);
    }
    await change({ announce: false, delete: [`price_${id}`] });
    await refreshPrices(id);
    const { rows } = await run(
      `select currency, is_offered from payment.offered_prices where pay_id = '${id}' order by id desc limit 2`,
    );
    expect(rows).toEqual([
      { currency: 'USD', is_offered: false },
      { currency: 'EUR', is_offered: false },
    ]);
  });
});

describe('GET /checkout/prices', () => {
  it('several products – returns their prices, and the reasons for refused products', async () => {
    const ids = 'prod_partner,prod_course,prod_nothing,prod_many';
    const answer = await app.request
      .get(`/api/checkout/prices?productPayIDs=${ids}&${seller}`)
      .expect(200);
    const { data, notSold } = answer.body as { data: Prices[]; notSold: object[] };
    expect(data).toEqual([await pricesOf('prod_course'), await pricesOf('prod_many')]);
    expect(notSold).toEqual([
      { productPayID: 'prod_nothing', code: 'PRODUCT_NOT_FOUND' },
      { productPayID: 'prod_partner', code: 'ORIGIN_MISMATCH' },
    ]);
  });

  it.each<[string | null, string[]]>([
    ['single', ['whole']],
    ['subscription', ['monthly']],
    ['instalments', ['instalments']],
    [null, ['deposit', 'whole', 'monthly', 'instalments']],
  ])(
    'purchase type %s – prices and checkout – allow only its prices',
    async (purchaseType, sellable) => {
      const id = `prod_paid_${String(purchaseType)}`;
      const month = { productId: id, interval: 'month' };
      await putOnSale(id, [
        { id: `${id}_deposit`, amount: 25_000 },
        { id: `${id}_whole`, amount: 145_000 },
        { id: `${id}_monthly`, ...month, amount: 500 },
        { id: `${id}_instalments`, ...month, amount: 15_000, metadata: { instalments: '8' } },
      ]);
      await addProduct(id, { purchaseType, fullPrice: 1450 });
      const { prices } = await pricesOf(id);
      const offered = prices.map(({ priceID }) => priceID.replace(`${id}_`, ''));
      expect(offered.toSorted()).toEqual(sellable.toSorted());
      for (const name of ['deposit', 'whole', 'monthly', 'instalments']) {
        const isOnce = name === 'deposit' || name === 'whole';
        const answer = await app.request
          .post(`/api/create-checkout-${isOnce ? 'session' : 'subscription'}`)
          .send(purchase({ productPayID: id, priceID: `${id}_${name}` }));
        const refusal =
          purchaseType === 'instalments' && name === 'monthly'
            ? 'INSTALMENTS_NOT_CLEAR'
            : 'PRICE_NOT_OF_PURCHASE_TYPE';
        expect([name, answer.status, codeOf(answer)]).toEqual(
          sellable.includes(name) ? [name, 200, undefined] : [name, 400, refusal],
        );
      }
    },
  );

  it.each([
    ['was never read', 'prod_unheard', 'unknown'],
    ['was last read without the product', 'prod_returned', 'unsold'],
  ])(
    'POST /create-checkout-session – price below the total, account that %s – returns 503 until it is read',
    async (_, id, pricesKnown) => {
      const prices = [
        { id: `${id}_deposit`, productId: id, amount: 25_000 },
        { id: `${id}_whole`, productId: id, amount: 145_000 },
      ];
      await change({ announce: false, products: [{ id, name: id }], prices });
      await addProduct(id, { purchaseType: 'single', fullPrice: 1450 });
      if (pricesKnown === 'unsold') {
        const nothing = { products: [], prices: [], heard: ['main'], silent: [] };
        await storeProduct({ strapi: app.strapi }, id, nothing, Date.now());
      } else {
        // The provider returns single prices, but not the list of the others.
        await standIn.fault({ kind: 'slow', delay: 0, path: '/v1/prices/', times: 1_000 });
        await standIn.fault(providerFault);
      }
      const checkout = (name: string) =>
        app.request
          .post('/api/create-checkout-session')
          .send(purchase({ productPayID: id, priceID: `${id}_${name}` }));
      const refused = await checkout('deposit');
      expect([refused.status, codeOf(refused)]).toEqual([503, 'PRICES_NOT_KNOWN']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      // A price of the total amount needs no comparison.
      expect((await checkout('whole')).status).toBe(200);
      await standIn.control('DELETE', 'faults');
      if (pricesKnown === 'unknown') {
        await refreshPrices(id);
      }
      await until(
        () => checkout('deposit').then((answer) => [answer.status, codeOf(answer)].join(' ')),
        (outcome) => outcome === '400 PRICE_NOT_OF_PURCHASE_TYPE',
      );
    },
  );

  it.each([
    ['prod_deposit_abroad', 'single', { amount: 500_000, currency: 'mxn' }],
    [
      'prod_two_payments',
      'instalments',
      { amount: 12_500, interval: 'month', metadata: { instalments: '2' } },
    ],
    [
      'prod_two_payments_abroad',
      'instalments',
      { amount: 12_500, currency: 'usd', interval: 'month', metadata: { instalments: '2' } },
    ],
  ])(
    'checkout – partial amount beside a price of the total amount – refuses it: %s',
    async (id, purchaseType, part) => {
      const { amount: _, metadata, ...charged } = { metadata: undefined, ...part };
      const totalPrice = {
        ...charged,
        ...(metadata === undefined
          ? { amount: 2_900_000 }
          : { amount: 14_500, metadata: { instalments: '10' } }),
      };
      await putOnSale(id, [
        { id: `${id}_part`, ...part },
        { id: `${id}_whole`, ...totalPrice },
      ]);
      await addProduct(id, { purchaseType, fullPrice: 1450 });
      expect((await pricesOf(id)).prices.map(({ priceID }) => priceID)).toEqual([`${id}_whole`]);
      const mode = purchaseType === 'single' ? 'session' : 'subscription';
      const checkout = (priceID: string) =>
        app.request
          .post(`/api/create-checkout-${mode}`)
          .send(purchase({ productPayID: id, priceID }));
      expect(codeOf(await checkout(`${id}_part`))).toBe('PRICE_NOT_OF_PURCHASE_TYPE');
      await checkout(`${id}_whole`).expect(200);
    },
  );

  it.each([
    ['an announced product', 'prod_soon', [{ isSoon: true }], [400, 'PRODUCT_NOT_ON_SALE_YET']],
    ['a product off sale', 'prod_closed', [{ isOffSale: true }], [400, 'PRODUCT_OFF_SALE']],
    [
      'a product off sale until a date',
      'prod_closed_until',
      [{ isOffSale: true, onSaleAgainAt: inHours(1) }],
      [400, 'PRODUCT_OFF_SALE'],
    ],
    [
      'a product off sale whose date has passed',
      'prod_open_again',
      [{ isOffSale: true, onSaleAgainAt: inHours(-1) }],
      [200, undefined],
    ],
    [
      'two products with one identifier',
      'prod_twins',
      [{}, { slug: 'twin', SKU: 'TWIN' }],
      [409, 'PRODUCT_NOT_UNIQUE'],
    ],
    [
      'a product beside an announced one',
      'prod_next',
      [{ isSoon: true, slug: 'next', SKU: 'NEXT' }, {}],
      [200, undefined],
    ],
  ])('checkout and its prices – %s – return the same status', async (_, id, entries, expected) => {
    const prices = [{ id: `price_${id}`, productId: id, amount: 4_900 }];
    await putOnSale(id, prices);
    for (const values of entries) await addProduct(id, values);
    const answers = [
      await readPrices(id),
      await app.request
        .post('/api/create-checkout-session')
        .send(purchase({ productPayID: id, priceID: `price_${id}` })),
    ];
    for (const answer of answers) expect([answer.status, codeOf(answer)]).toEqual(expected);
  });

  it('product off sale – after its date – lists its prices', async () => {
    await putOnSale('prod_reopens', [{ id: 'price_reopens', amount: 4_900 }]);
    await addProduct('prod_reopens', { isOffSale: true });
    const answer = async () =>
      (await app.request.get(`/api/checkout/prices?productPayIDs=prod_reopens&${seller}`)).body as {
        data: Prices[];
        notSold: object[];
      };
    const refused = { productPayID: 'prod_reopens', code: 'PRODUCT_OFF_SALE' };
    // A busy machine may answer only after the date, which is then put off.
    let delayMs = 750;
    const first = await until(
      async () => {
        delayMs *= 2;
        await app.strapi.db.query(PRODUCT).updateMany({
          where: { payID: 'prod_reopens' },
          data: { onSaleAgainAt: new Date(Date.now() + delayMs) },
        });
        return answer();
      },
      ({ notSold }) => notSold.length > 0,
    );
    expect(first).toEqual({ data: [], notSold: [refused] });
    const { data } = await until(answer, ({ notSold }) => notSold.length === 0);
    expect(data).toMatchObject([{ prices: [{ priceID: 'price_reopens' }] }]);
  });

  it('no price for the purchase type – returns 400, or notSold in a list', async () => {
    await putOnSale('prod_monthly', [{ id: 'price_monthly_only', amount: 500, interval: 'month' }]);
    await addProduct('prod_monthly', { purchaseType: 'single', fullPrice: 60 });
    const answer = await readPrices('prod_monthly');
    expect([answer.status, codeOf(answer)]).toEqual([400, 'PRICE_NOT_OF_PURCHASE_TYPE']);
    const { body } = await app.request
      .get(`/api/checkout/prices?productPayIDs=prod_monthly&${seller}`)
      .expect(200);
    expect(body).toMatchObject({
      data: [],
      notSold: [{ productPayID: 'prod_monthly', code: 'PRICE_NOT_OF_PURCHASE_TYPE' }],
    });
  });

  it('101 products – returns 400', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => `p${index}`).join(',');
    const answer = await app.request.get(`/api/checkout/prices?productPayIDs=${ids}&${seller}`);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_REQUEST']);
  });
});

describe('lowest price of 30 days', () => {
  it('price of the account – is the lowest before the reduction', async () => {
    await run(
      `insert into payment.offered_prices (at, account, pay_id, price_id, amount, currency, billing, is_offered)
       values (now() - interval '40 days', 'main', 'prod_reduced', 'price_before', 8000, 'EUR', 'once', true),
         (now() - interval '10 days', 'main', 'prod_reduced', 'price_week', 7000, 'EUR', 'once', true),
         (now() - interval '9 days', 'main', 'prod_reduced', 'price_week', 7000, 'EUR', 'once', false)`,
    );
    await change({
      products: [{ id: 'prod_reduced', name: 'Reduced' }],
      prices: [
        { id: 'price_reduced', productId: 'prod_reduced', amount: 6_000 },
        { id: 'price_monthly', productId: 'prod_reduced', amount: 600, interval: 'month' },
      ],
    });
    await addProduct('prod_reduced');
    const { prices } = await untilPriced('prod_reduced', 2);
    expect(prices.map(({ priceID, lowestIn30Days }) => [priceID, lowestIn30Days])).toEqual([
      ['price_reduced', 7_000],
      ['price_monthly', null],
    ]);
  });

  it('published price of the entry – is the lowest of its publications', async () => {
    await change({
      products: [{ id: 'prod_told', name: 'Told' }],
      prices: [7_000, 5_000].map((amount) => ({
        id: `price_told_${amount}`,
        productId: 'prod_told',
        amount,
      })),
    });
    const documentId = await publish('prod_told', { fullPrice: 80, tuitionPrice: 70 });
    // Moves the publication 40 days into the past.
    await run('alter table payment.published_prices disable trigger payment_append_only');
    await run(
      `update payment.published_prices set at = now() - interval '40 days' where document_id = $1`,
      [documentId],
    );
    await run('alter table payment.published_prices enable trigger payment_append_only');
    await app.strapi.documents(PRODUCT).update({
      documentId,
      locale: 'es',
      status: 'published',
      data: { tuitionPrice: 50 } as never,
    });
    expect((await untilPriced('prod_told', 2)).published).toEqual([
      { field: 'fullPrice', amount: 80, currency: 'eur', lowestIn30Days: null },
      { field: 'tuitionPrice', amount: 50, currency: 'eur', lowestIn30Days: 70 },
    ]);
  });

  it('publication with unchanged prices – is not recorded', async () => {
    await putOnSale('prod_quiet', [{ id: 'price_quiet', amount: 8_000 }]);
    const documentId = await publish('prod_quiet', { fullPrice: 80 });
    for (let time = 0; time < 2; time += 1) {
      await app.strapi.documents(PRODUCT).update({
        documentId,
        locale: 'es',
        status: 'published',
        data: { presentation: `Time ${time}` } as never,
      });
    }
    const { rows } = await run(
      'select field, amount::int from payment.published_prices where document_id = $1',
      [documentId],
    );
    expect(rows).toEqual([{ field: 'fullPrice', amount: 80 }]);
  });

  it('another currency of the business line – is not compared', async () => {
    const verticals = app.strapi.documents('api::vertical.vertical');
    const documentId = String(
      (await verticals.findFirst({ filters: { slug: 'medicina' } }))?.documentId,
    );
    const setCurrency = (currency: string | null) =>
      verticals.update({ documentId, data: { currency } as never });
    await setCurrency('MXN');
    expect((await pricesOf('prod_told')).published).toEqual([
      { field: 'fullPrice', amount: 80, currency: 'mxn', lowestIn30Days: null },
      { field: 'tuitionPrice', amount: 50, currency: 'mxn', lowestIn30Days: null },
    ]);
    await setCurrency(null);
    // Recorded again from now on. The amounts of the last 30 days are equal.
    expect((await pricesOf('prod_told')).published).toEqual([
      { field: 'fullPrice', amount: 80, currency: 'eur', lowestIn30Days: 80 },
      { field: 'tuitionPrice', amount: 50, currency: 'eur', lowestIn30Days: 50 },
    ]);
  });

  it('unpublished or deleted entry – is recorded without an amount', async () => {
    await putOnSale('prod_gone', [{ id: 'price_gone', amount: 8_000 }]);
    const documentId = await publish('prod_gone', { fullPrice: 80 });
    const products = app.strapi.documents(PRODUCT);
    const amounts = async () =>
      (
        await run(
          'select amount::int from payment.published_prices where document_id = $1 order by id',
          [documentId],
        )
      ).rows.map(({ amount }) => amount);
    await products.unpublish({ documentId, locale: 'es' });
    expect(await amounts()).toEqual([80, null]);
    await products.publish({ documentId, locale: 'es' });
    await products.publish({ documentId, locale: 'es' });
    expect(await amounts()).toEqual([80, null, 80]);
    await products.delete({ documentId, locale: '*' });
    expect(await amounts()).toEqual([80, null, 80, null]);
  });

  it.each(['offered_prices', 'published_prices', 'line_currencies'])(
    '%s – refuses updates and deletions',
    async (table) => {
      for (const statement of [
        `update payment.${table} set at = now()`,
        `delete from payment.${table}`,
        `truncate payment.${table}`,
      ]) {
        await expect(run(statement)).rejects.toThrow('is only added to');
      }
    },
  );
});
