import type Stripe from 'stripe';
import {
  checkoutEnvironment,
  fillCatalogue,
  fillProvider,
  onDatabase,
  type StandIn,
  startStandIn,
} from '../checkout/support';
import { type Admin, signIn } from '../support/admin';
import { getJobs } from '#platform/jobs';
import { type App, startApp } from '../support/app';
import { ensureLanguages } from '../support/content';
import { until } from '../support/until';

const PRODUCT = 'api::product.product';
const FINDING = 'plugin::prices.finding';
const LIST = `/content-manager/collection-types/${FINDING}`;

type Finding = {
  documentId: string;
  entryTitle: string;
  version: string;
  field: string;
  amount: number;
  currency: string;
  problem: string;
  providerAmount: number | null;
  createdAt: string;
};

let app: App;
let admin: Admin;
let standIn: StandIn;

const listFindings = async (): Promise<Finding[]> => {
  const { status, body } = await admin.get(`${LIST}?pageSize=100&sort=id:asc`);
  expect(status).toBe(200);
  return (body as { results: Finding[] }).results;
};

const summarize = ({ entryTitle, version, field, problem }: Finding) =>
  [entryTitle, version, field, problem].join(' · ');

/** Stores prices in the database directly, without the publishing rules. */
const store = async (SKU: string, prices: object): Promise<void> => {
  await app.strapi.db.query(PRODUCT).updateMany({ where: { SKU }, data: prices });
};

/** Runs the full check, and returns its log line. */
const check = async (): Promise<string> => {
  const logLines: string[] = [];
  const log = jest.spyOn(app.strapi.log, 'info').mockImplementation((message: unknown) => {
    logLines.push(String(message));
    return app.strapi.log;
  });
  try {
    expect((await admin.post('/prices/check')).status).toBe(202);
    const [line = ''] = await until(
      () => Promise.resolve(logLines.filter((message) => message.startsWith('prices:'))),
      ({ length }) => length > 0,
    );
    return line;
  } finally {
    log.mockRestore();
  }
};

beforeAll(async () => {
  standIn = await startStandIn();
  app = await startApp({ runtimeEnv: { ...checkoutEnvironment(standIn), PAY_TIMEOUT_MS: '5000' } });
  await ensureLanguages(app);
  await fillProvider(standIn);
  await fillCatalogue(app.strapi);
  admin = await signIn(app);
});

afterAll(async () => {
  await app.stop();
  await standIn.stop();
});

describe('POST /prices/check', () => {
  it('correct prices – finds nothing', async () => {
    await store('COURSE-1', { fullPrice: 60, tuitionPrice: 49, instalmentsPrice: 9 });
    expect(await check()).toBe(
      'prices: 6 checked, 0 look a hundred times too high, 0 are negative',
    );
    expect(await listFindings()).toEqual([]);
  });

  it('prices a hundred times over the provider’s – are listed', async () => {
    await store('COURSE-1', { fullPrice: 6000, tuitionPrice: 4900, instalmentsPrice: 900 });
    await store('BOOK-1', { tuitionPrice: -5 });
    expect(await check()).toContain('6 look a hundred times too high, 2 are negative');
    const findings = await listFindings();
    expect(findings.map(summarize).sort()).toEqual(
      ['draft', 'published']
        .flatMap((version) => [
          `Curso de prueba · ${version} · fullPrice · hundredfold`,
          `Curso de prueba · ${version} · instalmentsPrice · hundredfold`,
          `Curso de prueba · ${version} · tuitionPrice · hundredfold`,
          `Libro de prueba · ${version} · tuitionPrice · negative`,
        ])
        .sort(),
    );
    const tuitionFinding = findings.find(({ field }) => field === 'tuitionPrice');
    expect(tuitionFinding).toMatchObject({ amount: 4900, currency: 'EUR', providerAmount: 49 });
  });

  it('second check – changes nothing', async () => {
    const before = await listFindings();
    await check();
    expect(await listFindings()).toEqual(before);
  });

  it('provider unavailable – keeps the findings that need its prices', async () => {
    const before = await listFindings();
    await standIn.fault({ kind: 'status', path: '/v1/prices', status: 500, times: 100 });
    await store('BOOK-1', { tuitionPrice: 5 });
    await check();
    const after = await listFindings();
    expect(after.map(summarize)).toEqual(
      before.filter(({ problem }) => problem === 'hundredfold').map(summarize),
    );
    await standIn.control('DELETE', 'faults');
  });

  it('corrected prices – are removed from the list', async () => {
    await store('COURSE-1', { fullPrice: 60, tuitionPrice: 49, instalmentsPrice: 9 });
    await check();
    expect(await listFindings()).toEqual([]);
  });

  it('service that stops while a provider hangs – leaves the check to the next start', async () => {
    await standIn.control('DELETE', 'calls');
    await standIn.fault({ kind: 'hang', path: '/v1/prices', times: 100 });
    expect((await admin.post('/prices/check')).status).toBe(202);
    await until(async () => {
      const calls = await standIn.control<{ path: string }[]>('GET', 'calls');
      return calls.some(({ path }) => path.startsWith('/v1/prices'));
    });
    const jobs = getJobs({ strapi: app.strapi });
    const stateOfCheck = async (): Promise<unknown> => {
      const { rows } = await app.strapi.db.connection.raw<{ rows: { state: string }[] }>(
        "SELECT state FROM jobs.job WHERE name = 'prices.check' ORDER BY created_on DESC LIMIT 1",
      );
      return rows[0]?.state;
    };
    await jobs.stop();
    expect(await stateOfCheck()).toBe('created');
    await standIn.control('DELETE', 'faults');
    await jobs.start();
    await until(stateOfCheck, (state) => state === 'completed');
  });

  it('findings and check – are for administrators, and cannot be written', async () => {
    const editor = await signIn(app, 'catalogue-editor');
    expect((await editor.get(LIST)).status).toBe(403);
    expect((await editor.post('/prices/check')).status).toBe(403);
    expect((await app.request.post('/prices/check')).status).toBe(401);
    expect((await admin.post(LIST, { entryTitle: 'Mine' })).status).toBe(403);
  });
});

describe('POST /prices/create and GET /prices', () => {
  const CREATE = `/prices/create/${PRODUCT}`;
  let line: string;
  let keyCount = 0;

  const priceRequest = (changes: object = {}) => {
    keyCount += 1;
    return {
      key: `key-${keyCount}-of-the-dialog`,
      lines: [line],
      account: 'main',
      payID: 'prod_book',
      name: 'Libro de prueba',
      amount: 999.9,
      currency: 'EUR',
      interval: null,
      ...changes,
    };
  };

  type AnyAnswer = { status: number; body: unknown };

  const codeIn = ({ body }: AnyAnswer): unknown =>
    (body as { error?: { details?: { code?: unknown } } }).error?.details?.code;

  const createdIn = ({ body }: AnyAnswer) =>
    (body as { data: { payID: string; priceID: string; account: string } }).data;

  const pricesAt = async (account: string, payID: string) =>
    (await standIn.objects<Stripe.Price>(account, 'price')).filter(
      ({ product }) => product === payID,
    );

  const readAuditActions = async (name: string): Promise<unknown[]> =>
    (
      await onDatabase(app.database, (client) =>
        client.query<{ action: string }>(
          `select action from audit.entries where target_type = 'payment price' and target_name = $1
            order by id`,
          [name],
        ),
      )
    ).rows.map(({ action }) => action);

  beforeAll(async () => {
    const row = await app.strapi.db
      .query('api::vertical.vertical')
      .findOne({ where: { slug: 'medicina' } });
    ({ documentId: line } = row as { documentId: string });
  });

  beforeEach(() => standIn.control('DELETE', 'faults'));

  it('POST /prices/create – without the permission – returns 403', async () => {
    const editor = await signIn(app, 'catalogue-editor');
    expect((await editor.post(CREATE, priceRequest())).status).toBe(403);
    expect((await app.request.post(CREATE).send(priceRequest())).status).toBe(401);
    expect(await pricesAt('main', 'prod_book')).toHaveLength(3);
  });

  it('POST /prices/create – three requests with one key – create one price', async () => {
    const body = priceRequest({ name: 'Created once', replaces: 'price_prod_book' });
    const answers = await Promise.all([admin.post(CREATE, body), admin.post(CREATE, body)]);
    answers.push(await admin.post(CREATE, body));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [priceID, ...others] = new Set(answers.map((answer) => createdIn(answer).priceID));
    expect(others).toEqual([]);
    const prices = await pricesAt('main', 'prod_book');
    expect(prices.filter(({ unit_amount: amount }) => amount === 99_990)).toEqual([
      expect.objectContaining({ id: priceID, currency: 'eur', active: true, type: 'one_time' }),
    ]);
    expect(prices.find(({ id }) => id === 'price_prod_book')?.active).toBe(false);
    const [product] = (await standIn.objects<Stripe.Product>('main', 'product')).filter(
      ({ id }) => id === 'prod_book',
    );
    expect(product?.default_price).toBe(priceID);
    expect(await readAuditActions('Created once')).toEqual(['price.requested', 'price.created']);
    expect(codeIn(await admin.post(CREATE, { ...body, amount: 5 }))).toBe('CREATION_KEY_REUSED');
  });

  it('POST /prices/create – lost response, then another key – finds the created price', async () => {
    const body = priceRequest({ name: 'Answer lost', amount: 71, payID: null });
    await standIn.fault({ kind: 'lost', path: '/v1/products', method: 'POST', times: 10 });
    const lostAnswer = await admin.post(CREATE, body);
    expect([lostAnswer.status, codeIn(lostAnswer)]).toEqual([503, 'PROVIDER_UNAVAILABLE']);
    expect(Number(lostAnswer.headers['retry-after'])).toBeGreaterThan(0);
    expect(await readAuditActions('Answer lost')).toEqual(['price.requested']);
    await standIn.control('DELETE', 'faults');
    const again = await admin.post(CREATE, { ...body, key: 'key-after-a-reload' });
    expect(again.status).toBe(200);
    const products = await standIn.objects<Stripe.Product>('main', 'product');
    expect(products.filter(({ name }) => name === 'Answer lost')).toHaveLength(1);
    expect(await readAuditActions('Answer lost')).toEqual(['price.requested', 'price.created']);
  });

  it('POST /prices/create – without account – uses the account of the product and the currency of the business line', async () => {
    const { documentId } = await app.strapi.documents('api::vertical.vertical').create({
      data: { name: 'México', slug: 'mexico', currency: 'MXN' } as never,
    });
    const mexican = { lines: [documentId], currency: 'MXN', amount: 1500 };
    expect(codeIn(await admin.post(CREATE, priceRequest(mexican)))).toBeUndefined();
    expect(codeIn(await admin.post(CREATE, priceRequest({ ...mexican, currency: 'EUR' })))).toBe(
      'CURRENCY_NOT_OF_LINE',
    );
    expect(codeIn(await admin.post(CREATE, priceRequest({ account: '', payID: null })))).toBe(
      'PAYMENT_ACCOUNT_NEEDED',
    );
    const atPartners = priceRequest({ account: 'Partners', payID: null, name: 'Sold by partners' });
    expect(createdIn(await admin.post(CREATE, atPartners)).account).toBe('partners');
    const countSold = (account: string) =>
      standIn
        .objects<Stripe.Product>(account, 'product')
        .then((products) => products.filter(({ name }) => name === 'Sold by partners').length);
    expect([await countSold('main'), await countSold('partners')]).toEqual([0, 1]);
    const prices = await pricesAt('main', 'prod_book');
    expect(prices.filter(({ currency }) => currency === 'mxn')).toEqual([
      expect.objectContaining({ unit_amount: 150_000 }),
    ]);
  });

  it.each(['ISK', 'UGX'])(
    'POST /prices/create – %s with a fraction – returns PRICE_CURRENCY_DECIMALS',
    async (currency) => {
      const { documentId } = await app.strapi.documents('api::vertical.vertical').create({
        data: { name: currency, slug: currency.toLowerCase(), currency } as never,
      });
      const price = { lines: [documentId], currency, payID: null, name: `Sold in ${currency}` };
      expect(codeIn(await admin.post(CREATE, priceRequest({ ...price, amount: 1_500.5 })))).toBe(
        'PRICE_CURRENCY_DECIMALS',
      );
      const created = createdIn(
        await admin.post(CREATE, priceRequest({ ...price, amount: 1_500 })),
      );
      expect(await pricesAt('main', created.payID)).toMatchObject([{ unit_amount: 150_000 }]);
    },
  );

  it('POST /prices/create – instalments – creates a recurring price with their number', async () => {
    const plan = priceRequest({ amount: 55, interval: 'month', instalments: 10 });
    const { priceID } = createdIn(await admin.post(CREATE, plan));
    const price = (await pricesAt('main', 'prod_book')).find(({ id }) => id === priceID);
    expect(price).toMatchObject({
      unit_amount: 5_500,
      recurring: { interval: 'month', interval_count: 1 },
      metadata: { instalments: '10' },
    });
  });

  it('POST /prices/create – other price of the product – includes taxes as the replaced or default price', async () => {
    const payID = 'prod_taxed';
    const other = { productId: payID, amount: 50_000, taxBehavior: 'exclusive' };
    await standIn.control('POST', 'catalogue', {
      account: 'main',
      products: [{ id: payID, name: 'Curso con impuestos', defaultPrice: 'price_taxed' }],
      prices: [
        {
          id: 'price_taxed',
          productId: payID,
          amount: 40_000,
          otherCurrencies: { usd: 45_000, mxn: 900_000 },
          taxBehavior: 'inclusive',
          otherTaxBehaviors: { usd: 'exclusive' },
        },
        { id: 'price_taxed_other', ...other },
      ],
    });
    const created = async (changes: object): Promise<Stripe.Price | undefined> => {
      const answer = await admin.post(CREATE, priceRequest({ payID, ...changes }));
      const { priceID } = createdIn(answer);
      return (await pricesAt('main', payID)).find(({ id }) => id === priceID);
    };
    const plan = await created({ amount: 50, interval: 'month', instalments: 10 });
    expect(plan?.tax_behavior).toBe('inclusive');
    // The account's other price of this amount adds taxes.
    const replacement = await created({ amount: 500, replaces: 'price_taxed' });
    expect(replacement).toMatchObject({
      unit_amount: 50_000,
      tax_behavior: 'inclusive',
      currency_options: {
        usd: { unit_amount: 45_000, tax_behavior: 'exclusive' },
        mxn: { unit_amount: 900_000, tax_behavior: 'unspecified' },
      },
    });
  });

  it('POST /prices/create – refused by the provider – returns 400 with its reason', async () => {
    const answer = await admin.post(
      CREATE,
      priceRequest({ name: 'Refused', payID: 'prod_nowhere' }),
    );
    expect([answer.status, codeIn(answer)]).toEqual([400, 'PROVIDER_PRICE_REFUSED']);
    expect(await readAuditActions('Refused')).toEqual(['price.requested', 'price.refused']);
  });

  it.each([
    [{ amount: 0 }, 'PRICE_ZERO'],
    [{ payID: null, name: '' }, 'PAYMENT_PRODUCT_NAMELESS'],
    [{ instalments: 3 }, 'INTERVAL_NEEDED'],
  ])('POST /prices/create – %j – returns %s', async (changes, code) => {
    expect(codeIn(await admin.post(CREATE, priceRequest(changes)))).toBe(code);
  });

  it('GET /prices/products – part of a name – returns products, prices and other entries', async () => {
    await check();
    const { status, body } = await admin.get(
      `/prices/products/${PRODUCT}?search=libro%20de&account=main`,
    );
    expect(status).toBe(200);
    expect((body as { data: { products: unknown[] } }).data.products).toEqual([
      expect.objectContaining({
        payID: 'prod_book',
        account: 'main',
        name: 'Libro de prueba',
        usedBy: ['Libro de prueba'],
        isUsed: true,
        link: `${standIn.url}/products/prod_book`,
        prices: expect.arrayContaining([
          expect.objectContaining({ amount: 999.9, currency: 'EUR', interval: null }),
        ]) as unknown,
      }),
    ]);
    const byAmount = await admin.get(`/prices/products/${PRODUCT}?search=999,90`);
    expect((byAmount.body as { data: { products: unknown[] } }).data.products).toHaveLength(2);
  });

  it('GET /prices/sales – published, not announced and not off sale – contains the locale', async () => {
    const row = (await app.strapi.db
      .query(PRODUCT)
      .findOne({ where: { SKU: 'BOOK-1', publishedAt: { $notNull: true } } })) as {
      documentId: string;
    };
    const sales = async () =>
      (
        (await admin.get(`/prices/sales/${PRODUCT}/${row.documentId}`)).body as {
          data: { locales: string[] };
        }
      ).data.locales;
    expect(await sales()).toEqual(['es']);
    await store('BOOK-1', { isSoon: true });
    expect(await sales()).toEqual([]);
    await store('BOOK-1', { isSoon: false, isOffSale: true });
    expect(await sales()).toEqual([]);
    await store('BOOK-1', { onSaleAgainAt: new Date(Date.now() - 3_600_000) });
    expect(await sales()).toEqual(['es']);
  });
});
