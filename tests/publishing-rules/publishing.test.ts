import { createApiToken, signIn, type AdminAnswer } from '../support/admin';
import { until } from '../support/until';
import {
  accountsOf,
  createProductToken,
  EXPLORER,
  listProvider,
  PRODUCT,
  sellable,
  startDesk,
  unsellable,
  type Desk,
} from './support';

const HOME = 'api::home-page.home-page';

type Finding = { code: string; severity: string; path: (string | number)[]; message: string };

type Details = {
  code?: string;
  findings?: Finding[];
  errors?: { path: (string | number)[] }[];
  entries?: { documentId: string; title: string; findings: Finding[] }[];
};

type Answer = { status: number; body: unknown };

const detailsOf = ({ body }: Answer): Details =>
  (body as { error?: { details?: Details } }).error?.details ?? {};

const messageOf = ({ body }: Answer): string =>
  (body as { error: { message: string } }).error.message;

const isError = ({ severity }: Finding): boolean => severity === 'error';

const errorsIn = (answer: Answer): string[] =>
  (detailsOf(answer).findings ?? []).filter(isError).map(({ code }) => code);

let desk: Desk;
let apiToken: string;
let adminToken: string;

const documents = () => desk.app.strapi.documents(PRODUCT);

const product = (changes: object = {}) => sellable(desk, changes);

const store = async (changes: object = {}): Promise<string> =>
  (await documents().create({ locale: 'es', data: product(changes) as never })).documentId;

const isPublished = async (documentId: string): Promise<boolean> =>
  (await documents().findOne({ documentId, locale: 'es', status: 'published' })) !== null;

const send = async (
  token: string,
  method: 'post' | 'put',
  path: string,
  data: object,
): Promise<AdminAnswer> =>
  await desk.app.request[method](path).set('Authorization', `Bearer ${token}`).send(data);

beforeAll(async () => {
  desk = await startDesk();
  apiToken = await createApiToken(desk.app);
  adminToken = await createProductToken(desk);
});

afterAll(() => desk.stop());

const at = (rest: string): string => `${EXPLORER}/${PRODUCT}${rest}`;

/** Every way to publish a product. */
const ways: Record<string, (changes: object) => Promise<Answer>> = {
  'the panel’s form': async (changes) =>
    desk.admin.post(at(`/${await store()}/actions/publish?locale=es`), changes),
  'a new entry of the panel': (changes) =>
    desk.admin.post(at('/actions/publish?locale=es'), product(changes)),
  'a selection of a list': async (changes) =>
    desk.admin.post(at('/actions/bulkPublish'), {
      documentIds: [await store(changes)],
      locale: ['es'],
    }),
  'an API token that creates': (changes) =>
    send(apiToken, 'post', '/api/products?locale=es', { data: product(changes) }),
  'an API token that updates': async (changes) =>
    send(apiToken, 'put', `/api/products/${await store()}?locale=es`, { data: changes }),
  'an admin token': async (changes) =>
    send(adminToken, 'post', at(`/${await store()}/actions/publish?locale=es`), changes),
  'an admin token that chooses several': async (changes) =>
    send(adminToken, 'post', at('/actions/bulkPublish'), {
      documentIds: [await store(changes)],
      locale: ['es'],
    }),
};

describe.each(Object.entries(ways))('publishing by %s', (_, publish) => {
  it('refuses a product that cannot be paid, with all its errors', async () => {
    const before = await documents().count({ locale: 'es', status: 'published' });
    const answer = await publish(unsellable);
    expect([answer.status, detailsOf(answer).code]).toEqual([400, 'NOT_READY']);
    expect(errorsIn(answer)).toEqual([
      'PRICE_ABOVE_FULL',
      'PAYMENT_ACCOUNT_UNKNOWN',
      'PAYMENT_PRODUCT_UNKNOWN',
    ]);
    expect(detailsOf(answer).errors?.map(({ path }) => path)).toEqual([
      ['tuitionPrice'],
      ['payCrm'],
      ['payID'],
    ]);
    expect(messageOf(answer)).toContain('Price to pay, Payment account, Payment product');
    expect(await documents().count({ locale: 'es', status: 'published' })).toBe(before);
  });

  it('publishes a valid product', async () => {
    expect([200, 201]).toContain((await publish({})).status);
  });
});

describe('POST /actions/publish – a translation', () => {
  const PRESENTATION = 'Este curso explica la anatomía del corazón.';

  const translate = async (changes: object): Promise<string> => {
    const documentId = await store({ presentation: PRESENTATION });
    const data = product({ presentation: PRESENTATION, ...changes }) as never;
    await documents().update({ documentId, locale: 'en', data });
    return documentId;
  };

  const publish = (documentId: string): Promise<Answer> =>
    desk.admin.post(at(`/${documentId}/actions/publish?locale=en`), {});

  const codesOf = async (documentId: string, locale: string): Promise<string[]> => {
    const selection = { documentIds: [documentId], locale };
    const { body } = await desk.admin.post(`/publishing-rules/check/${PRODUCT}`, selection);
    const { entries } = body.data as { entries: NonNullable<Details['entries']> };
    return (entries[0]?.findings ?? [])
      .map(({ code }) => code)
      .filter((code) => /TRANSLATED|BY_LANGUAGE/.test(code));
  };

  it('only the title is translated – refused by form, API and bulk action', async () => {
    const documentId = await translate({});
    for (const answer of [
      await publish(documentId),
      await send(apiToken, 'put', `/api/products/${documentId}?locale=en`, {
        data: { tuitionPrice: 48 },
      }),
      await desk.admin.post(at('/actions/bulkPublish'), {
        documentIds: [documentId],
        locale: ['en'],
      }),
    ]) {
      expect([answer.status, errorsIn(answer)]).toEqual([400, ['ONLY_TITLE_TRANSLATED']]);
    }
    expect(await documents().count({ locale: 'en', status: 'published' })).toBe(0);
    expect((await desk.admin.post(at(`/${documentId}/actions/publish?locale=es`), {})).status).toBe(
      200,
    );
  });

  it('texts are translated – published, and published again after the texts became equal', async () => {
    const documentId = await translate({ presentation: 'This course explains the heart.' });
    expect((await publish(documentId)).status).toBe(200);
    const data = { presentation: PRESENTATION } as never;
    await documents().update({ documentId, locale: 'en', data });
    expect(await codesOf(documentId, 'en')).toContain('ONLY_TITLE_TRANSLATED');
    expect((await publish(documentId)).status).toBe(200);
  });

  it('POST /publishing-rules/facts – locale without a version – returns the source and no missing locales', async () => {
    const documentId = await store({ presentation: PRESENTATION });
    const form = { documentId, locale: 'en', payID: '', shown: [] };
    const { status, body } = await desk.admin.post(`/publishing-rules/facts/${PRODUCT}`, form);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      stored: null,
      facts: {
        missingLanguages: [],
        source: { locale: 'es', content: { presentation: PRESENTATION } },
      },
    });
  });

  it('values differ from the source – warns in the translation only', async () => {
    const documentId = await translate({ presentation: 'The heart.', tuitionPrice: 48 });
    const codes = await codesOf(documentId, 'en');
    expect(codes).toEqual(
      expect.arrayContaining(['PRICE_DIFFERS_BY_LANGUAGE', 'VALUE_DIFFERS_BY_LANGUAGE']),
    );
    expect(await codesOf(documentId, 'es')).toEqual([]);
  });
});

describe('an entry with errors', () => {
  it.each<[string, object, string]>([
    ['a book without cover', { type: 'Libro', bookDetails: null }, 'COVER_MISSING'],
    ['a book without ISBN', { type: 'Libro' }, 'ISBN_MISSING'],
    ['a product for sale without a business line', { verticals: [] }, 'SOLD_IN_NO_LINE'],
    ['instalments without an amount', { purchaseType: 'instalments' }, 'INSTALMENT_PRICE_MISSING'],
    [
      'a payment product of another account',
      { payID: 'prod_elsewhere' },
      'PAYMENT_PRODUCT_ELSEWHERE',
    ],
  ])('is refused: %s', async (_, changes, code) => {
    const documentId = await store(changes);
    await expect(documents().publish({ documentId, locale: 'es' })).rejects.toMatchObject({
      details: {
        code: 'NOT_READY',
        findings: expect.arrayContaining([expect.objectContaining({ code })]) as unknown,
      },
    });
    expect(await isPublished(documentId)).toBe(false);
  });

  it('POST /actions/publish – off sale – requires the text, not a payment product', async () => {
    const unsold = { payID: 'prod_nowhere', tuitionPrice: null, fullPrice: null, isOffSale: true };
    const documentId = await store(unsold);
    const answer = await desk.admin.post(at(`/${documentId}/actions/publish?locale=es`), {});
    expect([answer.status, detailsOf(answer).findings?.filter(isError)]).toEqual([
      400,
      [expect.objectContaining({ code: 'OFF_SALE_TEXT_MISSING', path: ['offSaleText'] })],
    ]);
    const offSaleText = 'Matrícula cerrada';
    const response = await desk.admin.post(at(`/${documentId}/actions/publish?locale=es`), {
      offSaleText,
    });
    expect(response.status).toBe(200);
    const { body } = await desk.app.request.get(
      `/api/products/productById/${documentId}?include=card`,
    );
    expect((body as { data: object }).data).toMatchObject({
      isOffSale: true,
      offSaleText,
      onSaleAgainAt: null,
    });
    const reopened = await desk.admin.post(at(`/${documentId}/actions/publish?locale=es`), {
      isOffSale: false,
    });
    expect(errorsIn(reopened)).toEqual(['PAYMENT_PRODUCT_UNKNOWN']);
  });

  it('returns errors in the publisher’s language', async () => {
    const documentId = await store({ payCrm: 'mian' });
    const answer = await desk.app.request
      .put(`/api/products/${documentId}?locale=es`)
      .set('Authorization', `Bearer ${apiToken}`)
      .set('Accept-Language', 'es')
      .send({ data: {} });
    expect(messageOf(answer)).toContain('La entrada tiene errores y no se puede publicar.');
    const [finding] = detailsOf(answer).findings ?? [];
    expect(finding?.message).toBe(
      'La cuenta de pago «mian» no existe. Elige una de estas: main, partners.',
    );
  });

  it('is saved as a draft', async () => {
    const saved = await desk.admin.put(at(`/${await store()}?locale=es`), unsellable);
    expect(saved.status).toBe(200);
  });

  it('does not change the published version', async () => {
    const documentId = await store();
    await documents().publish({ documentId, locale: 'es' });
    const answer = await desk.admin.post(at(`/${documentId}/actions/publish?locale=es`), {
      tuitionPrice: 61,
      title: 'Changed',
    });
    expect(errorsIn(answer)).toEqual(['PRICE_ABOVE_FULL']);
    const published = await documents().findOne({ documentId, locale: 'es', status: 'published' });
    expect(published?.title).not.toBe('Changed');
    const { body } = await desk.app.request.get(
      `/api/products/productById/${documentId}?include=card`,
    );
    expect((body as { data: { tuitionPrice: number } }).data.tuitionPrice).toBe(49);
  });

  it('is validated in each published locale', async () => {
    const documentId = await store();
    await documents().update({
      documentId,
      locale: 'en',
      data: product({
        slug: `en-${documentId}`,
        SKU: `EN-${documentId.toUpperCase()}`,
        tuitionPrice: 99,
      }) as never,
    });
    await expect(documents().publish({ documentId, locale: '*' })).rejects.toMatchObject({
      details: { entries: [{ documentId, locale: 'en' }] },
    });
    await documents().publish({ documentId, locale: 'es' });
    expect(await isPublished(documentId)).toBe(true);
  });

  it('is listed with all other entries with errors of a selection', async () => {
    const [valid, invalid, other] = [
      await store(),
      await store(unsellable),
      await store({ payCrm: 'x' }),
    ];
    const selection = { documentIds: [valid, invalid, other], locale: ['es'] };
    const answer = await desk.admin.post(at('/actions/bulkPublish'), selection);
    expect(answer.status).toBe(400);
    expect(
      detailsOf(answer)
        .entries?.map(({ documentId }) => documentId)
        .sort(),
    ).toEqual([invalid, other].sort());
    expect(await isPublished(valid)).toBe(false);

    const checked = await desk.admin.post(`/publishing-rules/check/${PRODUCT}`, {
      documentIds: [valid, invalid, other],
      locale: 'es',
    });
    const { entries } = checked.body.data as { entries: NonNullable<Details['entries']> };
    const refused = entries.filter(({ findings }) =>
      findings.some(({ severity }) => severity === 'error'),
    );
    expect(refused.map(({ documentId }) => documentId)).toEqual([invalid, other]);
    const rest = await desk.admin.post(at('/actions/bulkPublish'), {
      documentIds: [valid],
      locale: ['es'],
    });
    expect(rest.status).toBe(200);
  });
});

let pricedCount = 0;

describe('the payment provider', () => {
  it('is read for a product that was just created there', async () => {
    const documentId = await store({ payID: 'prod_new' });
    await expect(documents().publish({ documentId, locale: 'es' })).rejects.toMatchObject({
      details: { code: 'NOT_READY' },
    });
    await desk.standIn.control('POST', 'catalogue', {
      account: 'main',
      products: [{ id: 'prod_new', name: 'New' }],
      prices: [{ id: 'price_new', productId: 'prod_new', amount: 4_900 }],
    });
    const comparison = await desk.admin.post(`/prices/compare/${PRODUCT}`, { payID: 'prod_new' });
    expect([comparison.status, comparison.body.data]).toEqual([200, { silent: [] }]);
    await documents().publish({ documentId, locale: 'es' });
  });

  it('is read in the background after a refused publication', async () => {
    const documentId = await store({ payID: 'prod_soon' });
    await desk.standIn.control('POST', 'catalogue', {
      account: 'main',
      products: [{ id: 'prod_soon', name: 'Soon' }],
      prices: [{ id: 'price_soon', productId: 'prod_soon', amount: 4_900 }],
    });
    const publish = () =>
      documents()
        .publish({ documentId, locale: 'es' })
        .then(
          () => true,
          () => false,
        );
    expect(await publish()).toBe(false);
    expect(await until(publish, (isDone) => isDone)).toBe(true);
  });

  it('is not read during a publication', async () => {
    await desk.standIn.fault({ kind: 'status', path: '/v1', status: 500, times: 100 });
    const documentId = await store();
    await documents().publish({ documentId, locale: 'es' });
    await desk.standIn.control('DELETE', 'faults');
  });

  /** Creates another payment product on each call: one payment of 49.00, or ten payments of 9.00. */
  const createPriced = async (): Promise<string> => {
    pricedCount += 1;
    const id = `prod_priced_${pricedCount}`;
    await desk.standIn.control('POST', 'catalogue', {
      account: 'main',
      products: [{ id, name: id }],
      prices: [
        { id: `price_${id}`, productId: id, amount: 4_900 },
        {
          id: `price_${id}_instalments`,
          productId: id,
          amount: 900,
          interval: 'month',
          metadata: { instalments: '10' },
        },
      ],
    });
    await desk.admin.post(`/prices/compare/${PRODUCT}`, { payID: id });
    return id;
  };

  const checkedCodes = async (documentId: string): Promise<string[][]> => {
    const checked = await desk.admin.post(`/publishing-rules/check/${PRODUCT}`, {
      documentIds: [documentId],
      locale: 'es',
    });
    const { entries } = checked.body.data as { entries: NonNullable<Details['entries']> };
    return (entries[0]?.findings ?? [])
      .filter(({ code }) => /^(PROVIDER|PAYMENT)_/.test(code))
      .map(({ code, severity }) => [code, severity]);
  };

  describe.each(Object.entries(ways))('by %s', (_way, publish) => {
    it('refuses a price that differs from the provider', async () => {
      const payID = await createPriced();
      const differing = await publish({ payID, fullPrice: 60, tuitionPrice: 55 });
      expect([differing.status, errorsIn(differing)]).toEqual([400, ['PROVIDER_PRICE_DIFFERS']]);
      expect([200, 201]).toContain((await publish({ payID, tuitionPrice: 49 })).status);
    });

    it('refuses a payment product of another published product', async () => {
      const payID = await createPriced();
      const title = `Owner of ${payID}`;
      await documents().publish({ documentId: await store({ payID, title }), locale: 'es' });
      const answer = await publish({ payID });
      expect([answer.status, errorsIn(answer)]).toEqual([400, ['PAYMENT_PRODUCT_SHARED']]);
      expect(detailsOf(answer).findings?.[0]?.message).toContain(title);
    });
  });

  it.each<[string, object, string, string]>([
    [
      'an instalment',
      { purchaseType: 'instalments', instalmentsPrice: 12 },
      'PROVIDER_INSTALMENT_DIFFERS',
      'El precio publicado por pago es 12,00\u00A0€, pero la pasarela de pago cobra 9,00\u00A0€. Corrige el precio aquí o allí.',
    ],
    [
      'a price that is not reduced',
      { purchaseType: 'single', tuitionPrice: null },
      'PROVIDER_PRICE_DIFFERS',
      'El precio publicado es 60,00\u00A0€, pero la pasarela de pago cobra 49,00\u00A0€. Corrige el precio aquí o allí.',
    ],
    [
      'a way of paying',
      { purchaseType: 'subscription' },
      'PROVIDER_PRICE_MISSING',
      'El producto se paga por suscripción, pero la pasarela de pago no tiene ningún precio así. Créalo allí o cambia la forma de pago.',
    ],
  ])('refuses %s that the provider does not charge', async (_, changes, code, message) => {
    const documentId = await store({ payID: await createPriced(), ...changes });
    await expect(documents().publish({ documentId, locale: 'es' })).rejects.toMatchObject({
      details: { findings: expect.arrayContaining([expect.objectContaining({ code })]) as unknown },
    });
    const checked = await desk.admin.post(`/publishing-rules/check/${PRODUCT}`, {
      documentIds: [documentId],
      locale: 'es',
    });
    const { entries } = checked.body.data as { entries: NonNullable<Details['entries']> };
    const finding = entries[0]?.findings.find((candidate) => candidate.code === code);
    expect(finding).toMatchObject({ severity: 'error', text: { es: message } });
  });

  it('publishes an enrolment fee and a total of instalments without comparing them', async () => {
    const instalments = { purchaseType: 'instalments', instalmentsPrice: 9, fullPrice: 90 };
    const payID = await createPriced();
    const documentId = await store({ payID, ...instalments, tuitionPrice: 20 });
    await documents().publish({ documentId, locale: 'es' });
    expect(await isPublished(documentId)).toBe(true);
  });

  it('publishes the locales of one product, and its announcements with warnings', async () => {
    const payID = await createPriced();
    const documentId = await store({ payID });
    const english = product({ payID });
    await documents().update({ documentId, locale: 'en', data: english as never });
    await documents().publish({ documentId, locale: '*' });
    const announcedId = await store({ payID, isSoon: true, tuitionPrice: 5 });
    await documents().publish({ documentId: announcedId, locale: 'es' });
    expect(await checkedCodes(announcedId)).toEqual([
      ['PAYMENT_PRODUCT_SHARED', 'warning'],
      ['PROVIDER_PRICE_DIFFERS', 'warning'],
    ]);
    const answer = await ways['the panel’s form']?.({ payID, isSoon: false });
    expect(errorsIn(answer ?? { status: 0, body: {} })).toEqual(['PAYMENT_PRODUCT_SHARED']);
  });

  it('publishes one of several products with one payment product at the same moment', async () => {
    const payID = await createPriced();
    const documentIds = await Promise.all([1, 2, 3, 4].map(() => store({ payID })));
    const answers = await Promise.all(
      documentIds.map((documentId) =>
        desk.admin.post(at(`/${documentId}/actions/publish?locale=es`), {}),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it('POST bulkPublish – selections with the same payment products in other orders – publish or are refused without deadlock', async () => {
    const payIDs = [await createPriced(), await createPriced()];
    const storeAll = (order: readonly string[]) =>
      Promise.all(order.map((payID) => store({ payID })));
    const [first, second] = [await storeAll(payIDs), await storeAll(payIDs.toReversed())];
    const same = await Promise.all([store({}), store({})]);
    const errors = jest.spyOn(desk.app.strapi.log, 'error');
    const publish = (documentIds: readonly string[]) =>
      desk.admin.post(at('/actions/bulkPublish?locale=es'), { documentIds });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => [publish(first), publish(second)]).flat(),
    );
    const equalAnswers = await Promise.all(
      Array.from({ length: 5 }, () => [publish(same), publish(same.toReversed())]).flat(),
    );
    expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
    expect(equalAnswers.map(({ status }) => status)).toEqual(equalAnswers.map(() => 200));
    expect(JSON.stringify(errors.mock.calls)).not.toMatch(/deadlock/i);
    errors.mockRestore();
  });

  it('publishes other changes of a product that was published with such errors', async () => {
    const payID = await createPriced();
    const [first, second] = [await store({ payID }), await store({ payID, isSoon: true })];
    for (const documentId of [first, second]) {
      await documents().publish({ documentId, locale: 'es' });
    }
    // Simulates the state before there were rules.
    await desk.app.strapi.db
      .query(PRODUCT)
      .updateMany({ where: { documentId: second }, data: { isSoon: false, tuitionPrice: 40 } });
    const answer = await send(apiToken, 'put', `/api/products/${second}?locale=es`, {
      data: { acronym: 'A' },
    });
    expect(answer.status).toBe(200);
    await documents().publish({ documentId: second, locale: 'es' });
    expect(await checkedCodes(second)).toEqual([
      ['PAYMENT_PRODUCT_SHARED', 'warning'],
      ['PROVIDER_PRICE_DIFFERS', 'warning'],
    ]);
    for (const changes of [{ tuitionPrice: 41 }, { purchaseType: 'single' }]) {
      const refused = await send(apiToken, 'put', `/api/products/${second}?locale=es`, {
        data: changes,
      });
      expect([changes, errorsIn(refused)]).toEqual([
        changes,
        ['PAYMENT_PRODUCT_SHARED', 'PROVIDER_PRICE_DIFFERS'],
      ]);
    }
  });

  it('does not block publications while unavailable, and is reported', async () => {
    await desk.standIn.fault({ kind: 'status', path: '/v1/prices', status: 500, times: 1000 });
    const comparison = await desk.admin.post(`/prices/compare/${PRODUCT}`, {
      payID: 'prod_nowhere',
    });
    expect((comparison.body.data as { silent: string[] }).silent.sort()).toEqual([
      'main',
      'partners',
    ]);
    for (const { silentSince } of await accountsOf(desk.admin)) expect(silentSince).not.toBeNull();
    const documentId = await store({ payID: 'prod_nowhere' });
    await documents().publish({ documentId, locale: 'es' });
    expect(await isPublished(documentId)).toBe(true);

    await desk.standIn.control('DELETE', 'faults');
    await listProvider(desk.admin);
    for (const { silentSince } of await accountsOf(desk.admin)) expect(silentSince).toBeNull();
    // The published version stays, but cannot be published again.
    await expect(documents().publish({ documentId, locale: 'es' })).rejects.toMatchObject({
      details: { code: 'NOT_READY' },
    });
  });

  it('is hidden from users without access to products', async () => {
    const stranger = await signIn(desk.app, 'catalogue-editor');
    expect((await stranger.post(`/publishing-rules/check/${HOME}`, {})).status).toBe(403);
    expect((await stranger.post(`/publishing-rules/facts/${HOME}`, {})).status).toBe(403);
    const reader = await signIn(desk.app, 'marketing');
    expect((await reader.post(`/prices/compare/${PRODUCT}`, { payID: 'x' })).status).toBe(403);
    expect((await desk.app.request.get('/publishing-rules/entries')).status).toBe(401);
  });
});

describe('a payment product that was never read', () => {
  /** Simulates the time before the first full listing. */
  const forgetListing = async (): Promise<void> => {
    await desk.app.strapi.db.connection.raw('update payment.accounts set listed_at = null');
  };

  beforeAll(forgetListing);

  afterAll(() => listProvider(desk.admin));

  const countRead = async (payID: string): Promise<number> => {
    const { rows } = await desk.app.strapi.db.connection.raw<{ rows: unknown[] }>(
      'select 1 from payment.products where pay_id = ?',
      [payID],
    );
    return rows.length;
  };

  it.each(Object.entries(ways))(
    'is read from the provider on publication by %s',
    async (way, publish) => {
      const payID = `prod_nobody_${Object.keys(ways).indexOf(way)}`;
      const answer = await publish({ payID });
      expect([answer.status, errorsIn(answer)]).toEqual([400, ['PAYMENT_PRODUCT_UNKNOWN']]);
      expect(await countRead(payID)).toBe(2);
    },
  );

  it('is published if the provider sells it', async () => {
    await desk.standIn.control('POST', 'catalogue', {
      account: 'main',
      products: [{ id: 'prod_unlisted', name: 'Unlisted' }],
      prices: [{ id: 'price_unlisted', productId: 'prod_unlisted', amount: 4_900 }],
    });
    const documentId = await store({ payID: 'prod_unlisted' });
    await documents().publish({ documentId, locale: 'es' });
    expect(await isPublished(documentId)).toBe(true);
  });

  it('is read once for a selection', async () => {
    const payIDs = Array.from({ length: 20 }, (_, number) => `prod_many_${number % 10}`);
    const documentIds = await Promise.all(payIDs.map((payID) => store({ payID })));
    const checked = await desk.admin.post(`/publishing-rules/check/${PRODUCT}`, {
      documentIds,
      locale: 'es',
    });
    const { entries } = checked.body.data as { entries: NonNullable<Details['entries']> };
    expect(entries).toHaveLength(20);
    for (const { findings } of entries) {
      expect(findings.map(({ code }) => code)).toContain('PAYMENT_PRODUCT_UNKNOWN');
    }
    for (const payID of new Set(payIDs)) expect(await countRead(payID)).toBe(2);
  });

  it('is published while the provider is unavailable, which is reported', async () => {
    await desk.standIn.fault({ kind: 'status', path: '/v1/prices', status: 500, times: 1000 });
    const answer = await desk.admin.post(at(`/${await store()}/actions/publish?locale=es`), {
      payID: 'prod_away',
    });
    await desk.standIn.control('DELETE', 'faults');
    expect(answer.status).toBe(200);
    for (const { silentSince } of await accountsOf(desk.admin)) expect(silentSince).not.toBeNull();
  });
});

describe('POST /publishing-rules/facts', () => {
  type Facts = {
    stored: { verticals?: { documentId: string }[] } | null;
    facts: {
      missingLanguages: string[];
      publishedSlug: string | null;
      accounts: { account: string; product: string; name: string | null }[];
      unpublished: { title: string }[];
      taken: { attribute: string; value: string }[];
    };
  };

  const readFacts = async (
    documentId: string | null,
    payID: string,
    shown: object[] = [],
    texts: object = {},
  ) =>
    (
      await desk.admin.post(`/publishing-rules/facts/${PRODUCT}`, {
        documentId,
        locale: 'es',
        payID,
        texts,
        shown,
      })
    ).body.data as Facts;

  it('returns stored relations, missing locales and payment accounts', async () => {
    const data = product();
    const { documentId } = await documents().create({ locale: 'es', data: data as never });
    await documents().publish({ documentId, locale: 'es' });
    const { stored, facts } = await readFacts(documentId, 'prod_elsewhere');
    expect(stored).toMatchObject({ verticals: [{ documentId: desk.line }] });
    expect(JSON.stringify(stored)).not.toContain(data.title);
    expect(facts).toMatchObject({ missingLanguages: ['en'], publishedSlug: data.slug });
    expect(
      facts.accounts.map(({ account, product: state, name }) => [account, state, name]),
    ).toEqual([
      ['main', 'unsold', null],
      ['partners', 'sold', 'Of a partner'],
    ]);
  });

  it('returns the texts that another published entry has', async () => {
    const data = product();
    const { documentId } = await documents().create({ locale: 'es', data: data as never });
    await documents().publish({ documentId, locale: 'es' });
    const { slug, SKU } = data;
    const readTaken = async (id: string | null, texts: object) =>
      (await readFacts(id, '', [], texts)).facts.taken;
    expect(await readTaken(null, { slug, SKU })).toEqual([
      { attribute: 'slug', value: slug },
      { attribute: 'SKU', value: SKU },
    ]);
    expect(await readTaken(null, { slug: `${slug}-2`, SKU })).toEqual([
      { attribute: 'SKU', value: SKU },
    ]);
    expect(await readTaken(documentId, { slug, SKU })).toEqual([]);
  });

  it('returns unpublished relations of an entry that is not stored', async () => {
    const draft = await store({ title: 'Only a draft' });
    const { stored, facts } = await readFacts(null, '', [{ uid: PRODUCT, documentId: draft }]);
    expect(stored).toBeNull();
    expect(facts.unpublished).toEqual([{ documentId: draft, title: 'Only a draft' }]);
  });
});

describe('GET /publishing-rules/entries', () => {
  type Page = {
    entries: { documentId: string; isPublished: boolean; findings: Finding[] }[];
    next: string | null;
  };

  const page = async (query: string): Promise<Page> =>
    (await desk.admin.get(`/publishing-rules/entries?${query}`)).body.data as Page;

  const all = async (query: string): Promise<Page['entries']> => {
    const allEntries: Page['entries'] = [];
    let after: string | null = null;
    do {
      const { entries, next }: Page = await page(query + (after === null ? '' : `&after=${after}`));
      expect(entries.length).toBeLessThanOrEqual(20);
      allEntries.push(...entries);
      after = next;
    } while (after !== null);
    return allEntries;
  };

  it('lists each entry once over all pages', async () => {
    const wrong = await Promise.all(Array.from({ length: 23 }, () => store({ payCrm: 'mian' })));
    const listed = await all(`type=${PRODUCT}&only=errors`);
    const ids = listed.map(({ documentId }) => documentId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(wrong));
    expect(
      listed.every(({ findings }) => findings.every(({ severity }) => severity === 'error')),
    ).toBe(true);
  });

  it('lists warnings and published entries, and errors alone on request', async () => {
    const documentId = await store();
    await documents().publish({ documentId, locale: 'es' });
    const entry = (await all('')).find((candidate) => candidate.documentId === documentId);
    expect(entry?.isPublished).toBe(true);
    expect(entry?.findings.map(({ code }) => code)).toContain('LANGUAGE_MISSING');
    const refused = await all('only=errors');
    expect(refused.map((entry) => entry.documentId)).not.toContain(documentId);
  });

  it('does not list types that the user may not read', async () => {
    const stranger = await signIn(desk.app, 'catalogue-editor');
    const { body } = await stranger.get('/publishing-rules/entries');
    const { types } = body.data as { types: { uid: string }[] };
    expect(types.map(({ uid }) => uid)).toContain(PRODUCT);
    expect(types.map(({ uid }) => uid)).not.toContain(HOME);
  });
});
