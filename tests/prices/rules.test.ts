import { createApiToken, signIn, type Admin } from '../support/admin';
import { type App, startApp } from '../support/app';
import { ensureLanguages } from '../support/content';

const PRODUCT = 'api::product.product';
const VERTICAL = 'api::vertical.vertical';
const EXPLORER = `/content-manager/collection-types`;

type Answer = { status: number; body: unknown };

const codeOf = ({ body }: Answer): string | undefined =>
  (body as { error?: { details?: { code?: string } } }).error?.details?.code;

const pathsOf = ({ body }: Answer): unknown =>
  (body as { error: { details: { errors: { path: unknown }[] } } }).error.details.errors.map(
    ({ path }) => path,
  );

let app: App;
let admin: Admin;
let token: string;
let serial = 0;
let line: string;

const product = (changes: object) => {
  serial += 1;
  const name = `price-${serial}`;
  return {
    title: name,
    slug: name,
    SKU: name.toUpperCase(),
    order: 0,
    payID: name,
    verticals: [line],
    fullPrice: 99_999_999.99,
    ...changes,
  };
};

const documents = () => app.strapi.documents(PRODUCT);

const createProduct = async (changes: object = {}): Promise<string> => {
  const data = product(changes);
  const { documentId } = await documents().create({ data, locale: 'es' } as never);
  return documentId;
};

beforeAll(async () => {
  app = await startApp();
  await ensureLanguages(app);
  admin = await signIn(app);
  ({ documentId: line } = await app.strapi
    .documents(VERTICAL)
    .create({ data: { name: 'Sold here', slug: 'sold-here' } as never }));
  token = await createApiToken(app);
});

afterAll(() => app.stop());

/** Every endpoint that writes a product. */
const writes: Record<string, (changes: object) => Promise<Answer>> = {
  'a new entry of the panel': (changes) =>
    admin.post(`${EXPLORER}/${PRODUCT}?locale=es`, product(changes)),
  'the panel’s form': async (changes) =>
    admin.put(`${EXPLORER}/${PRODUCT}/${await createProduct()}?locale=es`, changes),
  'publishing in the panel': async (changes) =>
    admin.post(
      `${EXPLORER}/${PRODUCT}/${await createProduct()}/actions/publish?locale=es`,
      changes,
    ),
  'publishing a new entry in the panel': (changes) =>
    admin.post(`${EXPLORER}/${PRODUCT}/actions/publish?locale=es`, product(changes)),
  'an API token that creates': async (changes) =>
    await app.request
      .post('/api/products?locale=es')
      .set('Authorization', `Bearer ${token}`)
      .send({ data: product(changes) }),
  'an API token that updates': async (changes) =>
    await app.request
      .put(`/api/products/${await createProduct()}?locale=es`)
      .set('Authorization', `Bearer ${token}`)
      .send({ data: changes }),
};

describe.each(Object.entries(writes))('price from %s', (_, write) => {
  it.each([
    ['PRICE_NEGATIVE', -0.01],
    ['PRICE_DECIMALS', 390.505],
    ['PRICE_TOO_HIGH', 100_000_000],
    ['PRICE_UNREADABLE', '390,50'],
    ['PRICE_DECIMALS', '1.234'],
    ['PRICE_UNREADABLE', '? 1.234'],
    ['PRICE_UNREADABLE', true],
  ])('is refused with %s: %j', async (code, value) => {
    const answer = await write({ tuitionPrice: value });
    expect([answer.status, codeOf(answer)]).toEqual([400, code]);
    expect(pathsOf(answer)).toEqual([['tuitionPrice']]);
  });

  it.each([0, 390.5, 99_999_999.99, '420.75', null])('is accepted: %j', async (value) => {
    expect([200, 201]).toContain((await write({ tuitionPrice: value })).status);
  });
});

describe('price', () => {
  it('clone – with an invalid price – is rejected', async () => {
    const documentId = await createProduct();
    const clone = documents().clone({
      documentId,
      data: { slug: 'copy', SKU: 'COPY', instalmentsPrice: -1 } as never,
    });
    await expect(clone).rejects.toMatchObject({ details: { code: 'PRICE_NEGATIVE' } });
  });

  it('publish – invalid price stored earlier – is refused', async () => {
    const documentId = await createProduct();
    await app.strapi.db
      .query(PRODUCT)
      .updateMany({ where: { documentId }, data: { fullPrice: -5 } });
    const bulk = await admin.post(`${EXPLORER}/${PRODUCT}/actions/bulkPublish`, {
      documentIds: [documentId],
      locale: ['es'],
    });
    expect([bulk.status, codeOf(bulk)]).toEqual([400, 'PRICE_NEGATIVE']);
    await expect(documents().publish({ documentId, locale: 'es' })).rejects.toMatchObject({
      details: { code: 'PRICE_NEGATIVE' },
    });
    expect(await documents().findOne({ documentId, locale: 'es', status: 'published' })).toBeNull();
  });

  it('GET /products/productById/:id – returns the numbers without a currency', async () => {
    const documentId = await createProduct({ fullPrice: 1200, tuitionPrice: 390.5 });
    await documents().publish({ documentId, locale: 'es' });
    const { body } = await app.request.get(`/api/products/productById/${documentId}`).expect(200);
    const { data } = body as unknown as { data: Record<string, unknown> };
    expect(data).toMatchObject({ fullPrice: 1200, tuitionPrice: 390.5 });
    expect(data).not.toHaveProperty('currency');
  });

  it('error – is in the caller’s language', async () => {
    const answer = await app.request
      .post('/api/products?locale=es')
      .set('Authorization', `Bearer ${token}`)
      .set('Accept-Language', 'es')
      .send({ data: product({ fullPrice: -5 }) });
    expect((answer.body as { error: { message: string } }).error.message).toBe(
      'Un precio no puede ser negativo. (-5)',
    );
  });
});

describe('currency of a business line', () => {
  it.each(['eur', 'ESP', '€', 'EURO', ''])('is refused if it is unknown: %j', async (currency) => {
    const answer = await admin.post(`${EXPLORER}/${VERTICAL}`, {
      name: 'Line',
      slug: 'line',
      currency,
    });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'CURRENCY_UNKNOWN']);
  });

  it('GET /prices/lines – returns the currency of each business line, or the default', async () => {
    const [plain, mexican] = await Promise.all(
      [{ slug: 'plain' }, { slug: 'mexican', currency: 'MXN' }].map((data) =>
        app.strapi.documents(VERTICAL).create({ data: { name: data.slug, ...data } as never }),
      ),
    );
    const lines = [plain?.documentId, mexican?.documentId];
    const documentId = await createProduct({ verticals: lines });
    const otherProduct = await createProduct({ verticals: lines });
    const { body } = await admin.get(`/prices/lines?documentIds=${documentId}`);
    expect(body.data).toEqual({
      defaultCurrency: 'EUR',
      lines: expect.arrayContaining([
        { documentId: plain?.documentId, name: 'plain', currency: 'EUR' },
        { documentId: mexican?.documentId, name: 'mexican', currency: 'MXN' },
      ]) as unknown,
      entries: [{ documentId, locale: 'es', lines: expect.arrayContaining(lines) as unknown }],
    });
    const author = await signIn(app, 'strapi-author');
    const authorsAnswer = await author.get(
      `/prices/lines?documentIds=${documentId},${otherProduct}`,
    );
    expect(authorsAnswer.body.data).toMatchObject({ entries: [] });
    expect((await app.request.get('/prices/lines')).status).toBe(401);
  });
});
