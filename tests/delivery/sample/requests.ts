import { endpoints } from '../../support/endpoints';
import { app } from './app';

type Failure = {
  data: null;
  error: {
    status: number;
    message: string;
    details: { code: string; errors?: { in: string; path: string[]; message: string }[] };
  };
};

const requestFailure = async (path: string, language?: string): Promise<Failure['error']> => {
  const call = app.request.get(path);
  const { status, body } = await (language ? call.set('Accept-Language', language) : call);
  const { data, error } = body as Failure;
  expect([data, error.status]).toEqual([null, status]);
  return error;
};

describe('invalid requests', () => {
  it.each([
    ['/api/products/books?page=0', 'query', 'page'],
    ['/api/products/books?page=one', 'query', 'page'],
    ['/api/products/books?pageSize=101', 'query', 'pageSize'],
    ['/api/products/books?lang=Spanish!', 'query', 'lang'],
    ['/api/products/books?lang[]=es', 'query', 'lang'],
    ['/api/products/books?vertical=Not%20A%20Slug', 'query', 'vertical'],
    ['/api/products/productById/..%2F1', 'params', 'id'],
    ['/api/products/productBySlug/x/e', 'params', 'lang'],
    ['/api/series/getSeries?lang=es', 'query', 'vertical'],
    ['/api/series/getSeries?vertical=medicina', 'query', 'lang'],
    ['/api/home-pages/full-populate?lang=es', 'query', 'vertical'],
  ])('%s – is rejected, with the error at %s.%s', async (path, place, name) => {
    const { status, details } = await requestFailure(path);
    const refusal = place === 'params' ? [404, 'NOT_FOUND'] : [400, 'INVALID_REQUEST'];
    expect([status, details.code]).toEqual(refusal);
    expect(details.errors).toContainEqual(expect.objectContaining({ in: place, path: [name] }));
  });

  it('unknown parameters – are ignored, and share one cache entry', async () => {
    const { body, headers } = await app.request.get('/api/products/books?lang=es').expect(200);
    expect(headers).not.toHaveProperty('x-ignored');
    for (const [query, ignored] of [
      ['lang=es&utm_source=x&_=123', 'utm_source, _'],
      ['lang=es&populate=*&status=draft', 'populate, status'],
      ['lang=es&filters[title]=x&pagination[page]=2&order=title', 'filters, pagination, order'],
      ['lang=es_ES', undefined],
      ['lang=ES', undefined],
      ['lang=es-ES&_=1', '_'],
    ] as const) {
      for (let times = 0; times < 2; times += 1) {
        const answer = await app.request.get(`/api/products/books?${query}`).expect(200);
        expect([query, answer.body, answer.headers['x-ignored']]).toEqual([query, body, ignored]);
        expect([query, answer.headers['x-cache']]).toEqual([query, 'HIT']);
      }
    }
    const { body: page } = await app.request
      .get('/api/home-pages/full-populate?lang=es-MX&vertical=medicina')
      .expect(200);
    expect(page).toMatchObject({ data: { documentId: expect.any(String) as string } });
  });

  it('many errors – give a short response', async () => {
    const names = Array.from({ length: 19_000 }, (_, index) => `k${index}`);
    const invalidBodies = [
      Object.fromEntries(names.map((name) => [name, 1])),
      { email: 'ana', ['k'.repeat(900_000)]: 1 },
      { email: names.map(() => 1) },
      names.map(() => 1),
    ];
    for (const body of invalidBodies) {
      const { status, text } = await app.request
        .post('/api/user-endpoints/forgot-password')
        .send(body);
      expect([status, text.length < 10_000]).toEqual([400, true]);
      expect(text).toContain('INVALID_REQUEST');
    }
    const query = names.slice(0, 90).join('&');
    const answer = await app.request.get(`/api/products/books?page=0&${query}`).expect(400);
    expect(answer.text.length).toBeLessThan(10_000);
    const { headers } = await app.request.get(`/api/products/books?${query}`).expect(200);
    expect(String(headers['x-ignored']).length).toBeLessThan(1_000);
  });

  it.each(endpoints.filter(({ tag }) => tag === 'Pages').map(({ path }) => [path]))(
    '%s without business line and locale – is rejected, with both named',
    async (path) => {
      const { status, details } = await requestFailure(`/api${path}`);
      expect([status, details.errors?.map((error) => error.path)]).toEqual([
        400,
        [['lang'], ['vertical']],
      ]);
      for (const query of ['lang=fr&vertical=medicina', 'lang=es&vertical=nothing']) {
        const { details: missing } = await requestFailure(`/api${path}?${query}`);
        expect([query, missing.code]).toEqual([query, 'PAGE_NOT_FOUND']);
      }
    },
  );

  it('errors – are in the language of the caller', async () => {
    const path = '/api/series/getSeries?lang=es';
    const [english, spanish] = [
      await requestFailure(path, 'en'),
      await requestFailure(path, 'es-ES,es;q=0.9'),
    ];
    expect(english.message).toMatch(/request/);
    expect(spanish.message).toMatch(/petición/);
    expect(english.details.errors?.[0]?.message).toBe('This is missing.');
    expect(spanish.details.errors?.[0]?.message).toBe('Falta este dato.');
  });
});

describe('missing content', () => {
  it.each([
    ['/api/products/productBySlug/nothing/es', 'PRODUCT_NOT_FOUND'],
    ['/api/products/productBySlug/atlas-de-ecografia-clinica/en', 'PRODUCT_NOT_FOUND'],
    ['/api/products/productById/999999', 'PRODUCT_NOT_FOUND'],
    ['/api/products/productById/99999999999999999999', 'PRODUCT_NOT_FOUND'],
    ['/api/products/productById/abcdefghijklmnopqrstuvwx', 'PRODUCT_NOT_FOUND'],
    ['/api/channel/nothing', 'CHANNEL_NOT_FOUND'],
    ['/api/channels/nothing', 'VERTICAL_NOT_FOUND'],
    ['/api/protagonist/nothing/es', 'PROTAGONIST_NOT_FOUND'],
    ['/api/episodes/bySeries/nothing', 'SERIES_NOT_FOUND'],
    ['/api/series/getSeries?lang=es&vertical=nothing', 'VERTICAL_NOT_FOUND'],
    ['/api/series/getSeries?lang=fr&vertical=medicina', 'LANGUAGE_NOT_FOUND'],
    ['/api/products/books?vertical=nothing', 'VERTICAL_NOT_FOUND'],
    ['/api/products/books?lang=fr', 'LANGUAGE_NOT_FOUND'],
    ['/api/home-pages/full-populate?lang=fr&vertical=medicina', 'PAGE_NOT_FOUND'],
    ['/api/home-pages/full-populate?lang=es&vertical=nothing', 'PAGE_NOT_FOUND'],
  ])('%s – responds 404 %s', async (path, code) => {
    const { status, details } = await requestFailure(path);
    expect([status, details.code]).toEqual([404, code]);
  });
});
