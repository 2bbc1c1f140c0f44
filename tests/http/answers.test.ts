import { request } from 'node:http';
import { createApiToken } from '../support/admin';
import { startApp, type App } from '../support/app';
import { newAccount, PASSWORD } from '../account/support/accounts';
import { endpoints } from '../support/endpoints';

/** The format of all responses of the API. */

let app: App;
let apiToken: string;

beforeAll(async () => {
  app = await startApp({ seed: true });
  apiToken = await createApiToken(app);
});

afterAll(() => app.stop());

type Answer = { status: number; text: string; body: unknown; headers: Record<string, string> };

const LOGIN = '/api/user-endpoints/login';
const ORIGIN = 'http://localhost:3000';

const errorOf = ({ body }: Answer) =>
  (body as { error?: { message: string; details?: { code?: string }; requestId?: string } }).error;

const outcome = (answer: Answer) => [answer.status, errorOf(answer)?.details?.code];

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  app.request
    .post(path)
    .set({ 'Content-Type': 'application/json', 'Accept-Language': 'es', ...headers })
    .send(body);

describe('A body that cannot be read', () => {
  it.each([
    ['cut short', '{"a":', {}, [400, 'BODY_MALFORMED']],
    ['a bare text', '"a"', {}, [400, 'BODY_MALFORMED']],
    ['not compressed as it says', '{}', { 'Content-Encoding': 'gzip' }, [400, 'BODY_MALFORMED']],
    ['in an unknown coding', '{}', { 'Content-Encoding': 'x' }, [415, 'BODY_NOT_TAKEN']],
    ['too large', `"${'a'.repeat(1_100_000)}"`, {}, [413, 'BODY_TOO_LARGE']],
    [
      'a form with files',
      'x',
      { 'Content-Type': 'multipart/form-data' },
      [415, 'MULTIPART_NOT_TAKEN'],
    ],
  ])(
    'is refused by a code and in the caller’s language: %s',
    async (_name, body, headers, said) => {
      const answer = await post(LOGIN, body, headers);
      expect(outcome(answer)).toEqual(said);
      expect(errorOf(answer)?.message).toMatch(/cuerpo/);
    },
  );

  it.each(['multipart/form-data', 'multipart/form-data; boundary=a'])(
    'is refused where forms are taken: %s',
    async (type) => {
      const answer = await post('/api/upload', 'x', {
        'Content-Type': type,
        Authorization: `Bearer ${apiToken}`,
      });
      expect(outcome(answer)).toEqual([400, 'MULTIPART_MALFORMED']);
    },
  );
});

describe('A body of another kind than JSON', () => {
  const takers = endpoints.filter(
    ({ body, access }) => body !== undefined && access !== 'student' && access !== 'manager',
  );
  const kinds = [
    ['application/x-www-form-urlencoded', 'email=a%40example.com&password=Sunny-Kettle-42'],
    ['text/plain', '{"email":"a@example.com","password":"Sunny-Kettle-42"}'],
    ['text/plain; charset=utf-8', 'a'],
    ['application/xml', '<a/>'],
    ['application/json; charset=latin1', '{}'],
    ['application/json; charset=nonsense', '{}'],
    ['application/octet-stream', '{}'],
  ] as const;

  it.each(kinds)('is not taken where the contract has JSON: %s', async (type, body) => {
    expect(takers.length).toBeGreaterThan(5);
    for (const { method, path } of takers) {
      const answer: Answer = await app.request[method.toLowerCase() as 'post'](`/api${path}`)
        .set({ 'Content-Type': type, 'Accept-Language': 'es' })
        .send(body);
      expect([path, ...outcome(answer)]).toEqual([path, 415, 'BODY_NOT_TAKEN']);
      expect(errorOf(answer)?.message).toMatch(/cuerpo/);
    }
  });

  it('is not taken without its kind either', async () => {
    const answer = await fetch(`${app.url}${LOGIN}`, { method: 'POST', body: Buffer.from('{}') });
    const { status } = answer;
    expect([status, await answer.json()]).toEqual([
      415,
      expect.objectContaining({ error: expect.objectContaining({ status: 415 }) as unknown }),
    ]);
  });

  it('is no reason where there is none', async () => {
    const answer: Answer = await app.request.post(LOGIN);
    expect(outcome(answer)).toEqual([400, 'INVALID_REQUEST']);
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON', 'application/vnd.api+json'])(
    'is not what JSON is by another spelling: %s',
    async (type) => {
      const body = JSON.stringify({ email: 'nobody@example.com', password: PASSWORD });
      expect(outcome(await post(LOGIN, body, { 'Content-Type': type }))).toEqual([
        401,
        'INVALID_CREDENTIALS',
      ]);
    },
  );
});

describe('An address', () => {
  it.each([
    ['get', LOGIN, 'POST, OPTIONS'],
    ['delete', LOGIN, 'POST, OPTIONS'],
    ['get', '/api/create-checkout-session', 'POST, OPTIONS'],
    ['put', '/api/products', 'HEAD, GET, POST, OPTIONS'],
    ['propfind', '/api/products', 'HEAD, GET, POST, OPTIONS'],
  ])('that does not take %s (%s) says what it takes', async (method, path, allowed) => {
    const answer: Answer = await app.request[method as 'get'](path).set('Accept-Language', 'es');
    expect(outcome(answer)).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(answer.headers.allow).toBe(allowed);
    expect(errorOf(answer)?.message).toMatch(/método/);
    const asked: Answer = await app.request.options(path);
    expect([asked.status < 300, asked.headers.allow]).toEqual([true, allowed]);
  });

  it.each(['get', 'put', 'delete', 'propfind', 'options'] as const)(
    'where nothing is takes no %s',
    async (method) => {
      const answer: Answer = await app.request[method as 'get']('/api/nothing');
      expect(outcome(answer)).toEqual([404, 'NOT_FOUND']);
      expect(answer.headers.allow).toBeUndefined();
    },
  );
});

it('POST /mcp – without MCP_ENABLED – not found', async () => {
  const { status } = await app.request.post('/mcp').send({});
  expect([404, 405]).toContain(status);
});

describe('An address that only a program writes', () => {
  const raw = (path: string, method = 'GET'): Promise<Pick<Answer, 'status' | 'text'>> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(app.url);
      const headers = { 'X-Request-Id': 'proxy-4711' };
      const sent = request({ hostname, port, path, method, headers }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
        );
      });
      sent.on('error', reject);
      sent.end();
    });

  it.each([
    '//_delivery',
    '///',
    '//example.com/x',
    '/%2f',
    '/%2F%2fetc',
    '/\\',
    '/\\x',
    '/c:/x',
    '/%',
    '/%zz',
    '/%E0%A4%A',
    '/..%2f..%2fetc%2fpasswd',
    '/x/..%5c..%5cy',
  ])('is not found as others are: %s', async (path) => {
    const nothing = await raw('/nothing');
    expect(nothing.status).toBe(404);
    expect(await raw(path)).toEqual(nothing);
    expect(await raw(path, 'HEAD')).toMatchObject({ status: 404 });
  });

  it('is the beginning, where all that it has are slashes', async () => {
    expect(await raw('//')).toEqual(await raw('/'));
  });

  it.each(['//api/products', '/api//products', '/api/%2f', '/api/%zz'])(
    'of the API is not found either: %s',
    async (path) => {
      expect(await raw(path)).toMatchObject({ status: 404 });
    },
  );
});

describe('An error', () => {
  const errors: [path: string, headers: Record<string, string>, said: [number, string]][] = [
    ['/api/home-pages', {}, [403, 'NOT_ALLOWED']],
    ['/api/products', { Authorization: 'Bearer x' }, [401, 'UNAUTHENTICATED']],
    ['/api/products/abc', {}, [404, 'NOT_FOUND']],
    ['/api/products?fields=zzz', {}, [400, 'INVALID_REQUEST']],
    ['/api/products?filters[id]=abc', {}, [400, 'INVALID_REQUEST']],
    ['/api/products/productBySlug/none/es', {}, [404, 'PRODUCT_NOT_FOUND']],
    ['/api/user-endpoints/orders', {}, [401, 'UNAUTHENTICATED']],
  ];

  it.each(errors)('has a code, and is kept nowhere: %s %j', async (path, headers, said) => {
    const answer: Answer = await app.request.get(path).set(headers).set('Origin', ORIGIN);
    expect(outcome(answer)).toEqual(said);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(answer.headers.vary).toContain('Accept-Language');
    const challenge = answer.headers['www-authenticate'];
    if (said[0] === 401) expect(challenge).toMatch(/^Bearer/);
    else expect(challenge).toBeUndefined();
  });

  it.each([
    ['get', '/api/nothing'],
    ['get', '/api/products/productBySlug/none/es'],
    ['get', '/api/products/abc'],
    ['delete', LOGIN],
    ['post', LOGIN],
    ['get', '/admin/users/me'],
    ['post', '/upload'],
  ] as const)(
    'says for which request it is, as the header and the log do: %s %s',
    async (method, path) => {
      const said: Answer = await app.request[method](path).set('X-Request-Id', 'proxy-4711');
      expect(said.status).toBeGreaterThanOrEqual(400);
      expect(said.body).toMatchObject({ data: null, error: { requestId: 'proxy-4711' } });
      const made: Answer = await app.request[method](path);
      expect(errorOf(made)?.requestId).toMatch(/^[0-9a-f-]{36}$/);
      expect(errorOf(made)?.requestId).toBe(made.headers['x-request-id']);
      expect(made.status).toBe(said.status);
    },
  );

  it('speaks the caller’s language', async () => {
    const answer: Answer = await app.request.get('/api/home-pages').set('Accept-Language', 'es');
    expect(errorOf(answer)?.message).toMatch(/token/);
    expect(errorOf(answer)?.message).not.toBe('Forbidden');
  });
});

describe('A value that is not taken', () => {
  it('of a parameter is named, in the caller’s language', async () => {
    const answer = await app.request
      .delete('/api/products/abc?force=1')
      .set({ Authorization: `Bearer ${apiToken}`, 'Accept-Language': 'es' });
    expect(outcome(answer)).toEqual([400, 'INVALID_REQUEST']);
    expect(errorOf(answer)?.details).toMatchObject({
      errors: [{ in: 'query', path: ['force'], message: 'Este valor no se admite aquí.' }],
    });
  });

  it.each([
    { type: 'a' },
    { name: ['a'], type: 'a' },
    { name: 'a', type: { a: 1 } },
    { name: 'a', type: 'a'.repeat(300) },
    { name: 'a', type: 'a', permissions: { a: null } },
    { name: 'a', type: 'a', permissions: { a: { controllers: { b: { c: null } } } } },
  ])('is refused in a role: %j', async (role) => {
    const answer = await post('/api/users-permissions/roles', JSON.stringify(role), {
      Authorization: `Bearer ${apiToken}`,
    });
    expect(outcome(answer)).toEqual([400, 'INVALID_REQUEST']);
  });

  it('does not choose the number of a role', async () => {
    const role = { name: 'Numbered', type: 'numbered', id: '99999999999999999999' };
    const answer = await post('/api/users-permissions/roles', JSON.stringify(role), {
      Authorization: `Bearer ${apiToken}`,
    });
    expect(answer.status).toBe(200);
  });
});

describe('An answer', () => {
  it('that is somebody’s own is kept nowhere', async () => {
    const account = newAccount();
    await app.request.post('/api/user-endpoints/register').send(account);
    const login: Answer = await app.request
      .post(LOGIN)
      .send({ email: account.email, password: PASSWORD });
    expect([login.status, login.headers['cache-control']]).toEqual([200, 'private, no-store']);
    const { jwt } = login.body as { jwt: string };
    for (const path of ['/api/user-endpoints/orders', '/api/products']) {
      const answer: Answer = await app.request.get(path).set('Authorization', `Bearer ${jwt}`);
      expect([path, answer.status, answer.headers['cache-control']]).toEqual([
        path,
        200,
        expect.stringContaining('no-store'),
      ]);
    }
  });

  it('shows pages what they need', async () => {
    const answer: Answer = await app.request.get('/api/products/books').set('Origin', ORIGIN);
    const exposed = answer.headers['access-control-expose-headers'] ?? '';
    for (const name of ['ETag', 'Retry-After', 'X-Request-Id']) expect(exposed).toContain(name);
  });

  it('may be asked for with validators and traces', async () => {
    const { headers } = (await app.request
      .options('/api/products/books')
      .set({ Origin: ORIGIN, 'Access-Control-Request-Method': 'GET' })
      .expect(204)) as Answer;
    const allowed = headers['access-control-allow-headers'] ?? '';
    for (const name of ['If-None-Match', 'traceparent']) expect(allowed).toContain(name);
  });

  it('OPTIONS /api – a page of another origin – may read without a token, and no more', async () => {
    const headersFor = async (method: string, asked: string, path = '/api/products/books') =>
      (
        (await app.request.options(path).set({
          Origin: 'https://elsewhere.example',
          'Access-Control-Request-Method': method,
          'Access-Control-Request-Headers': asked,
        })) as Answer
      ).headers;
    for (const [method, path] of [
      ['GET', '/api/products/books'],
      ['HEAD', '/api/products/books'],
      ['GET', '/uploads/film.mp4'],
    ] as const) {
      const open = await headersFor(method, 'content-type,traceparent', path);
      expect(open['access-control-allow-origin']).toBe('*');
      expect(open['access-control-allow-methods']).toBe('GET,HEAD');
      for (const name of ['Content-Type', 'traceparent', 'If-None-Match']) {
        expect(open['access-control-allow-headers']).toContain(name);
      }
      expect(open['access-control-allow-headers']).not.toContain('Authorization');
    }
    for (const [method, asked, path] of [
      ['GET', 'content-type, Authorization'],
      ['POST', 'content-type'],
      ['POST', 'content-type', '/uploads/film.mp4'],
      ['GET', 'content-type', '/admin/users'],
    ] as const) {
      const closed = await headersFor(method, asked, path);
      expect(closed['access-control-allow-origin']).toBeUndefined();
    }
  });
});

const generated = [
  '/api/products?pagination[pageSize]=50&populate=cardImage',
  '/api/categories',
  '/api/openapi.json',
];

describe('Who a request says it is for', () => {
  // A value that one caller puts into a response would be cached for all others.
  it.each([
    '/api/products/allProducts',
    '/api/home-pages/full-populate?lang=es&vertical=medicina',
    '/api/sitemap.xml',
    '/api/search?q=curso',
    '/api/openapi.json',
    '/api/products?populate=cardImage',
    '/docs',
    '/',
  ])('does not stand in the answer: %s', async (path) => {
    const plain: Answer = await app.request.get(path);
    const spoofed: Answer = await app.request.get(path).set({
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'gopher',
      Forwarded: 'host=evil.example',
      'X-Original-URL': '/api/redirects',
    });
    expect([spoofed.status, spoofed.text]).toEqual([plain.status, plain.text]);
    expect(plain.status).toBeLessThan(400);
    expect(JSON.stringify(spoofed.headers)).not.toContain('evil.example');
  });
});

describe('What is not read by contract has validators too', () => {
  it.each(generated)('%s', async (path) => {
    const first: Answer = await app.request.get(path).set('Accept-Encoding', 'identity');
    expect([first.status, first.headers.etag?.length]).toEqual([200, expect.any(Number)]);
    const again: Answer = await app.request
      .get(path)
      .set('If-None-Match', first.headers.etag ?? '');
    expect([again.status, again.text]).toEqual([304, '']);
    const other: Answer = await app.request.get(path).set('If-None-Match', '"other"');
    expect(other.status).toBe(200);
  });

  it.each(['br', 'gzip'])('and are compressed: %s', async (coding) => {
    const answer: Answer = await app.request
      .get('/api/openapi.json')
      .set('Accept-Encoding', coding);
    expect(answer.headers['content-encoding']).toBe(coding);
    expect(answer.headers.vary).toContain('Accept-Encoding');
  });
});
