import { Client } from 'pg';
import type { Response } from 'supertest';
import { createApiToken } from '../support/admin';
import { startApp, type App } from '../support/app';
import { until } from '../support/until';

/** Tests what the generated content API reveals of drafts. */

let app: App;
let documentId: string;

const DRAFT = 'Todavía secreto';
const PRODUCT = 'api::product.product';

const LARGE_QUERIES = 4;

beforeAll(async () => {
  app = await startApp({
    seed: true,
    env: { TRUSTED_PROXIES: '1' },
    runtimeEnv: { LARGE_QUERIES_PER_MINUTE: String(LARGE_QUERIES) },
  });
  const product = (await app.strapi.db.query(PRODUCT).findOne({
    where: {
      locale: 'es',
      publishedAt: { $notNull: true },
      cardImage: { id: { $notNull: true } },
      verticals: { id: { $notNull: true } },
    },
    select: ['documentId'],
  })) as { documentId: string };
  documentId = product.documentId;
  await app.strapi
    .documents(PRODUCT)
    .update({ documentId, locale: 'es', data: { title: DRAFT } } as never);
});

afterAll(() => app.stop());

const get = (path: string) => app.request.get(`/api${path}`);

describe('A file', () => {
  it.each([
    'populate[cardImage][populate]=related',
    'populate[cardImage][populate][0]=related',
    'populate[cardImage][populate]=*',
    'populate[cardImage][populate][related]=true',
    'populate[cardImage][populate][related][populate]=*',
    `populate[cardImage][populate][related][on][${PRODUCT}][fields][0]=title`,
  ])('does not tell of the drafts that show it: %s', async (query) => {
    for (const path of [`/products/${documentId}`, '/products']) {
      const { status, text } = await get(`${path}?locale=es&pagination[pageSize]=100&${query}`);
      expect([200, 400]).toContain(status);
      expect(text).not.toContain(DRAFT);
      expect(text).not.toContain('"related":[');
    }
  });

  it('is shown itself', async () => {
    const { body } = await get(`/products/${documentId}?locale=es&populate=cardImage`).expect(200);
    const { data } = body as { data: { cardImage: unknown } };
    expect(data.cardImage).toMatchObject({ url: expect.any(String) as unknown });
  });
});

const secret = encodeURIComponent(DRAFT);

/** Queries whose response would change with the title of the draft. */
const questions = [
  [`/verticals?filters[products][title]=${secret}`, 'products'],
  [`/verticals?filters[$or][0][$not][products][title]=${secret}`, 'products'],
  [`/products?filters[verticals][products][title][$startsWith]=T`, 'verticals.products'],
  [`/products?filters[localizations][title]=${secret}`, 'localizations'],
  [`/channels?filters[products][localizations][title]=${secret}`, 'products.localizations'],
  [`/channels?filters[verticals][lives][protagonists][name]=x`, 'verticals.lives'],
  [
    `/products?populate[channels][filters][verticals][products][title]=x`,
    'channels.verticals.products',
  ],
  [
    `/lives?populate[program][populate][row][filters][protagonists][localizations][name]=x`,
    'program.row.protagonists.localizations',
  ],
  ['/verticals?sort=products.title', 'products.title'],
  ['/verticals?sort[0]=name&sort[1]=products.title:desc', 'products.title'],
  ['/verticals?sort[products][title]=asc', 'products.title'],
  ['/products?sort=title,localizations.title:desc', 'localizations.title'],
  ['/products?populate[verticals][sort]=products.title', 'verticals.products.title'],
] as const;

describe('The public', () => {
  it.each(questions)('may not ask %s', async (address, path) => {
    const { status, body } = await get(address);
    expect([status, body]).toMatchObject([
      403,
      { data: null, error: { details: { code: 'DRAFTS_NOT_PUBLIC', path } } },
    ]);
  });

  it.each([
    `/verticals?filters[products.title]=${secret}`,
    `/products?filters[verticals.products.title]=${secret}`,
    '/verticals?sort[products.title]=asc',
  ])('finds out nothing with %s', async (address) => {
    expect([400, 403]).toContain((await get(address)).status);
  });

  it.each([
    ['/products?filters[verticals][slug]=medicina', true],
    ['/products?filters[channels][verticals][slug]=medicina&sort=channels.name', true],
    ['/channels?filters[products][title][$contains]=a&populate=products', true],
    [`/channels?filters[products][title]=${secret}`, false],
    ['/lives?filters[program][row][protagonists][name][$contains]=a', true],
    ['/verticals?populate[products][filters][title][$contains]=a', true],
  ])('may ask %s', async (address, isFound) => {
    const { body } = await get(address).expect(200);
    expect((body as { data: unknown[] }).data.length > 0).toBe(isFound);
  });
});

describe('What the public filters and orders by', () => {
  const there = '[channels][products]';
  const last = `[title][$containsi]=a`;

  it.each([
    `/products?filters${there}${there}${there}${there}${last}`,
    `/products?filters[$or][0]${there}${there}[$and][0]${there}${there}${last}`,
    `/products?filters${there}${there}${last}&sort=channels.products.channels.products.title`,
    `/products?sort[0]=${'channels.products.'.repeat(4)}title`,
    `/products?filters[$and][0]${there}${there}${last}&filters[$and][1]${there}${there}${last}`,
    `/verticals?populate[products][filters]${there}${there}${there}${there}${last}`,
  ])('does not lead to and fro: %s', async (path) => {
    const { body } = await get(path).expect(400);
    const { details } = (body as { error: { details: { rows: number; most: number } } }).error;
    expect(details).toMatchObject({ code: 'FILTERS_TOO_WIDE' });
    expect(details.rows).toBeGreaterThan(details.most);
  });

  it.each([
    '/products?filters[channels][verticals][slug]=medicina&filters[categories][name][$contains]=a',
    '/products?filters[$or][0][channels][name]=a&filters[$or][1][protagonists][name]=b',
    '/channels?filters[products][protagonists][name][$contains]=a&sort=name',
    '/channels?populate[products][filters][categories][name][$contains]=a',
    '/channels?populate[products][sort]=title&sort=verticals.name',
  ])('is what a frontend wants: %s', async (path) => {
    await get(path).expect(200);
  });

  it.each([
    '/channels?populate[products][sort]=channels.name',
    '/channels?populate[products][sort][0]=title&populate[products][sort][1]=categories.name:desc',
  ])('is not the order of a relation in what is populated: %s', async (path) => {
    const { body } = await get(path).set('Accept-Language', 'es').expect(400);
    expect(body).toMatchObject({ error: { details: { code: 'POPULATED_SORT_NOT_TAKEN' } } });
    expect((body as { error: { message: string } }).error.message).toMatch(/ordenar/);
  });

  it('is much only so often for one address', async () => {
    const ask = (address: string) =>
      get(`/products?filters${there}${there}[title]=${secret}`).set('X-Forwarded-For', address);
    for (let at = 0; at < LARGE_QUERIES; at += 1) await ask('198.51.100.9').expect(200);
    await ask('198.51.100.9').expect(429);
  });

  it('is whatever an API token wants', async () => {
    const token = await createApiToken(app);
    await get(`/products?filters${there}${there}[title]=${secret}&pagination[pageSize]=1`)
      .set('Authorization', `Bearer ${token}`)
      .expect(200);
  });
});

describe('An API token', () => {
  it('may ask all of it', async () => {
    const token = await createApiToken(app);
    for (const [address] of questions.filter(([one]) => one.startsWith('/verticals?filters'))) {
      await get(address).set('Authorization', `Bearer ${token}`).expect(200);
    }
  });
});

describe('What the public populates', () => {
  const around = 'populate[verticals][populate][products][populate]';
  const much = `/products?pagination[pageSize]=9&${around}=protagonists`;
  const tooLarge = [
    `/products?${around}[verticals][populate]=*`,
    `/products?pagination[pageSize]=100&${around}[verticals][populate][products][populate]=*`,
    `/products?pagination[limit]=-1&${around}=*&${around}[0]=verticals.products`,
    `/products?populate=verticals.products.verticals.products.verticals.products`,
    `/verticals?populate[0]=products.channels.products.channels.products`,
    `/products?populate=*,verticals.products.verticals.products`,
    `/products?populate[verticals][on][x][fields]=name&${around}[verticals][populate]=*`,
  ];

  it.each(tooLarge)('is not a large part of the catalogue over and over: %s', async (path) => {
    const { body } = await get(path).expect(400);
    expect((body as { error: { details: unknown } }).error.details).toMatchObject({
      code: 'QUERY_TOO_LARGE',
      most: 5_000,
    });
  });

  it.each([
    '/products?populate=*&pagination[pageSize]=100',
    '/products?populate[verticals]=true&populate[channels][populate]=logo',
    '/channels?populate[products][populate][0]=protagonists',
    `/products/${'x'.repeat(24)}?populate=*`,
  ])('is what a frontend wants: %s', async (path) => {
    const { status } = await get(path);
    expect([200, 404]).toContain(status);
  });

  it('is read one after the other where it is much, while others are answered', async () => {
    const client = new Client(app.database.url);
    await client.connect();
    try {
      await client.query('BEGIN; LOCK TABLE protagonists IN ACCESS EXCLUSIVE MODE');
      const answers: Response[] = [];
      const asked = ['198.51.100.1', '198.51.100.1', '198.51.100.2'].map((address) =>
        get(much)
          .set('X-Forwarded-For', address)
          .then((answer) => answers.push(answer)),
      );
      await until(
        () => answers.length,
        (count) => count === 2,
      );
      for (const { status, headers, body } of answers) {
        expect([status, headers['retry-after']]).toEqual([503, '2']);
        expect(body).toMatchObject({ error: { details: { code: 'SERVICE_UNAVAILABLE' } } });
      }
      await get('/products?populate=channels').expect(200);
      await client.query('ROLLBACK');
      await Promise.all(asked);
      expect(answers[2]?.status).toBe(200);
      await get(much).expect(200);
    } finally {
      await client.end();
    }
  });

  it('is much only so often for one address', async () => {
    const ask = (path: string, address: string) => get(path).set('X-Forwarded-For', address);
    for (let at = 0; at < LARGE_QUERIES; at += 1) await ask(much, '198.51.100.7').expect(200);
    const { body, headers } = await ask(much, '198.51.100.7').expect(429);
    expect(body).toMatchObject({ error: { details: { code: 'TOO_MANY_REQUESTS' } } });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await ask('/products?populate=channels', '198.51.100.7').expect(200);
    await ask(much, '198.51.100.8').expect(200);
  });

  it('is as much as an API token asks for', async () => {
    const token = await createApiToken(app);
    await get('/verticals?populate[0]=products.channels.products')
      .set('Authorization', `Bearer ${token}`)
      .expect(200);
  });
});
