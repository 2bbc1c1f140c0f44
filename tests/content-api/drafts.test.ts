import { Client } from 'pg';
import type { Response } from 'supertest';
import { createApiToken } from '../support/admin';
import { startApp, type App } from '../support/app';
import { until } from '../support/until';

/**
 * Tests that the generated content API does not reveal drafts and private fields, and limits
 * expensive queries.
 */

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

describe('file', () => {
  it.each([
    'populate[cardImage][populate]=related',
    'populate[cardImage][populate][0]=related',
    'populate[cardImage][populate]=*',
    'populate[cardImage][populate][related]=true',
    'populate[cardImage][populate][related][populate]=*',
    `populate[cardImage][populate][related][on][${PRODUCT}][fields][0]=title`,
  ])('does not contain the drafts that show it: %s', async (query) => {
    for (const path of [`/products/${documentId}`, '/products']) {
      const { status, text } = await get(`${path}?locale=es&pagination[pageSize]=100&${query}`);
      expect([200, 400]).toContain(status);
      expect(text).not.toContain(DRAFT);
      expect(text).not.toContain('"related":[');
    }
  });

  it('is contained in its entry', async () => {
    const { body } = await get(`/products/${documentId}?locale=es&populate=cardImage`).expect(200);
    const { data } = body as { data: { cardImage: unknown } };
    expect(data.cardImage).toMatchObject({ url: expect.any(String) as unknown });
  });
});

const draftTitle = encodeURIComponent(DRAFT);

/** Queries whose response depends on the title of the draft. */
const draftQueries = [
  [`/verticals?filters[products][title]=${draftTitle}`, 'products'],
  [`/verticals?filters[$or][0][$not][products][title]=${draftTitle}`, 'products'],
  [`/products?filters[verticals][products][title][$startsWith]=T`, 'verticals.products'],
  [`/products?filters[localizations][title]=${draftTitle}`, 'localizations'],
  [`/channels?filters[products][localizations][title]=${draftTitle}`, 'products.localizations'],
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

describe('anonymous filters and sorts', () => {
  it.each(draftQueries)('%s – returns DRAFTS_NOT_PUBLIC', async (address, path) => {
    const { status, body } = await get(address);
    expect([status, body]).toMatchObject([
      403,
      { data: null, error: { details: { code: 'DRAFTS_NOT_PUBLIC', path } } },
    ]);
  });

  it.each([
    `/verticals?filters[products.title]=${draftTitle}`,
    `/products?filters[verticals.products.title]=${draftTitle}`,
    '/verticals?sort[products.title]=asc',
  ])('dotted path – returns 400 or 403: %s', async (address) => {
    expect([400, 403]).toContain((await get(address)).status);
  });

  it.each([
    ['/products?filters[verticals][slug]=medicina', true],
    ['/products?filters[channels][verticals][slug]=medicina&sort=channels.name', true],
    ['/channels?filters[products][title][$contains]=a&populate=products', true],
    [`/channels?filters[products][title]=${draftTitle}`, false],
    ['/lives?filters[program][row][protagonists][name][$contains]=a', true],
    ['/verticals?populate[products][filters][title][$contains]=a', true],
  ])('relation between published entries – is permitted: %s', async (address, isFound) => {
    const { body } = await get(address).expect(200);
    expect((body as { data: unknown[] }).data.length > 0).toBe(isFound);
  });
});

describe('search', () => {
  const LINE = 'api::vertical.vertical';

  it('GET /api/verticals – _q with the text of a private field – finds nothing, also with an API token', async () => {
    const [line] = (await app.strapi.db.query(LINE).findMany({ orderBy: 'id', limit: 1 })) as {
      id: number;
      name: string;
      slug: string;
    }[];
    const emailFromAddress = 'nobody-knows-it@example.com';
    await app.strapi.db.query(LINE).update({ where: { id: line?.id }, data: { emailFromAddress } });
    const token = await createApiToken(app);
    const find = async (query: string, headers: Record<string, string>): Promise<string[]> => {
      const { body } = await get(`/verticals?${query}`).set(headers).expect(200);
      return (body as { data: { slug: string }[] }).data.map(({ slug }) => slug);
    };
    const name = encodeURIComponent(line?.name ?? '');
    const slug = line?.slug ?? '';
    const callers: Record<string, string>[] = [{}, { Authorization: `Bearer ${token}` }];
    for (const headers of callers) {
      expect(await find('_q=nobody-knows', headers)).toEqual([]);
      expect(await find(`_q=nobody-knows&filters[slug]=${slug}`, headers)).toEqual([]);
      expect(await find(`_q=${name}`, headers)).toContain(slug);
      expect(await find(`_q=${name}&filters[slug][$ne]=${slug}`, headers)).not.toContain(slug);
    }
  });
});

describe('size of anonymous filters and sorts', () => {
  const backAndForth = '[channels][products]';
  const byTitle = `[title][$containsi]=a`;

  it.each([
    `/products?filters${backAndForth}${backAndForth}${backAndForth}${backAndForth}${byTitle}`,
    `/products?filters[$or][0]${backAndForth}${backAndForth}[$and][0]${backAndForth}${backAndForth}${byTitle}`,
    `/products?filters${backAndForth}${backAndForth}${byTitle}&sort=channels.products.channels.products.title`,
    `/products?sort[0]=${'channels.products.'.repeat(4)}title`,
    `/products?filters[$and][0]${backAndForth}${backAndForth}${byTitle}&filters[$and][1]${backAndForth}${backAndForth}${byTitle}`,
    `/verticals?populate[products][filters]${backAndForth}${backAndForth}${backAndForth}${backAndForth}${byTitle}`,
  ])('relations there and back – return FILTERS_TOO_WIDE: %s', async (path) => {
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
  ])('ordinary filters – return 200: %s', async (path) => {
    await get(path).expect(200);
  });

  it.each([
    '/channels?populate[products][sort]=channels.name',
    '/channels?populate[products][sort][0]=title&populate[products][sort][1]=categories.name:desc',
  ])('sort of a populated relation by a relation – returns 400: %s', async (path) => {
    const { body } = await get(path).set('Accept-Language', 'es').expect(400);
    expect(body).toMatchObject({ error: { details: { code: 'POPULATED_SORT_NOT_TAKEN' } } });
    expect((body as { error: { message: string } }).error.message).toMatch(/ordenar/);
  });

  it('large queries over the limit of an IP address – return 429', async () => {
    const requestFrom = (address: string) =>
      get(`/products?filters${backAndForth}${backAndForth}[title]=${draftTitle}`).set(
        'X-Forwarded-For',
        address,
      );
    for (let at = 0; at < LARGE_QUERIES; at += 1) await requestFrom('198.51.100.9').expect(200);
    await requestFrom('198.51.100.9').expect(429);
  });

  it('API token – has no limit', async () => {
    const token = await createApiToken(app);
    await get(
      `/products?filters${backAndForth}${backAndForth}[title]=${draftTitle}&pagination[pageSize]=1`,
    )
      .set('Authorization', `Bearer ${token}`)
      .expect(200);
  });
});

describe('API token', () => {
  it('filters by drafts – are permitted', async () => {
    const token = await createApiToken(app);
    for (const [address] of draftQueries.filter(([one]) => one.startsWith('/verticals?filters'))) {
      await get(address).set('Authorization', `Bearer ${token}`).expect(200);
    }
  });
});

describe('size of anonymous populate', () => {
  const lineProducts = 'populate[verticals][populate][products][populate]';
  const largeQuery = `/products?pagination[pageSize]=9&${lineProducts}=protagonists`;
  const tooLarge = [
    `/products?${lineProducts}[verticals][populate]=*`,
    `/products?pagination[pageSize]=100&${lineProducts}[verticals][populate][products][populate]=*`,
    `/products?pagination[limit]=-1&${lineProducts}=*&${lineProducts}[0]=verticals.products`,
    `/products?populate=verticals.products.verticals.products.verticals.products`,
    `/verticals?populate[0]=products.channels.products.channels.products`,
    `/products?populate=*,verticals.products.verticals.products`,
    `/products?populate[verticals][on][x][fields]=name&${lineProducts}[verticals][populate]=*`,
  ];

  it.each(tooLarge)('too large – returns QUERY_TOO_LARGE: %s', async (path) => {
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
  ])('ordinary populate – returns 200 or 404: %s', async (path) => {
    const { status } = await get(path);
    expect([200, 404]).toContain(status);
  });

  it('large queries – run one at a time, others return 503, and small queries succeed', async () => {
    const client = new Client(app.database.url);
    await client.connect();
    try {
      await client.query('BEGIN; LOCK TABLE protagonists IN ACCESS EXCLUSIVE MODE');
      const answers: Response[] = [];
      const requests = ['198.51.100.1', '198.51.100.1', '198.51.100.2'].map((address) =>
        get(largeQuery)
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
      await Promise.all(requests);
      expect(answers[2]?.status).toBe(200);
      await get(largeQuery).expect(200);
    } finally {
      await client.end();
    }
  });

  it('large queries over the limit of an IP address – return 429', async () => {
    const requestFrom = (path: string, address: string) =>
      get(path).set('X-Forwarded-For', address);
    for (let at = 0; at < LARGE_QUERIES; at += 1)
      await requestFrom(largeQuery, '198.51.100.7').expect(200);
    const { body, headers } = await requestFrom(largeQuery, '198.51.100.7').expect(429);
    expect(body).toMatchObject({ error: { details: { code: 'TOO_MANY_REQUESTS' } } });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await requestFrom('/products?populate=channels', '198.51.100.7').expect(200);
    await requestFrom(largeQuery, '198.51.100.8').expect(200);
  });

  it('API token – has no limit', async () => {
    const token = await createApiToken(app);
    await get('/verticals?populate[0]=products.channels.products')
      .set('Authorization', `Bearer ${token}`)
      .expect(200);
  });
});
