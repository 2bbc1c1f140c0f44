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

describe('request body that cannot be parsed', () => {
  it.each([
    ['truncated JSON', '{"a":', {}, [400, 'BODY_MALFORMED']],
    ['a JSON string', '"a"', {}, [400, 'BODY_MALFORMED']],
    [
      'not compressed as its Content-Encoding says',
      '{}',
      { 'Content-Encoding': 'gzip' },
      [400, 'BODY_MALFORMED'],
    ],
    ['an unknown encoding', '{}', { 'Content-Encoding': 'x' }, [415, 'BODY_NOT_TAKEN']],
    ['too large', `"${'a'.repeat(1_100_000)}"`, {}, [413, 'BODY_TOO_LARGE']],
    [
      'a multipart form',
      'x',
      { 'Content-Type': 'multipart/form-data' },
      [415, 'MULTIPART_NOT_TAKEN'],
    ],
  ])(
    'returns the error code and a message in the caller’s language: %s',
    async (_name, body, headers, expected) => {
      const answer = await post(LOGIN, body, headers);
      expect(outcome(answer)).toEqual(expected);
      expect(errorOf(answer)?.message).toMatch(/cuerpo|codificación/);
    },
  );

  it.each(['multipart/form-data', 'multipart/form-data; boundary=a'])(
    'POST /api/upload – malformed form, %s – returns 400',
    async (type) => {
      const answer = await post('/api/upload', 'x', {
        'Content-Type': type,
        Authorization: `Bearer ${apiToken}`,
      });
      expect(outcome(answer)).toEqual([400, 'MULTIPART_MALFORMED']);
    },
  );
});

it('body – malformed or above a limit – returns errors that /api/openapi.json declares', async () => {
  const { body } = (await app.request.get('/api/openapi.json')) as {
    body: {
      paths: Record<string, Record<string, { responses: Record<string, { $ref: string }> }>>;
      components: { responses: Record<string, object> };
    };
  };
  const bodies = ['{"a":', `"${'a'.repeat(1_100_000)}"`, `[${'0,'.repeat(20_001)}0]`];
  const undeclared: unknown[] = [];
  for (const { method, path } of endpoints.filter((endpoint) => endpoint.body !== undefined)) {
    const operation = body.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    const responses = new Map(Object.entries(operation?.responses ?? {}));
    for (const text of bodies) {
      const answer: Answer = await app.request[method.toLowerCase() as 'post'](`/api${path}`)
        .set('Content-Type', 'application/json')
        .send(text);
      const [status, code = ''] = outcome(answer) as [number, string?];
      const name = responses.get(String(status))?.$ref.split('/').at(-1) ?? '';
      const isDeclared = JSON.stringify(body.components.responses[name] ?? {}).includes(
        `"${code}"`,
      );
      if (!isDeclared) undeclared.push([path, status, code]);
    }
  }
  expect(undeclared).toEqual([]);
});

describe('request body of another type than JSON', () => {
  const endpointsWithBody = endpoints.filter(
    ({ body, access }) => body !== undefined && access !== 'student' && access !== 'manager',
  );
  const otherTypes = [
    ['application/x-www-form-urlencoded', 'email=a%40example.com&password=Sunny-Kettle-42'],
    ['text/plain', '{"email":"a@example.com","password":"Sunny-Kettle-42"}'],
    ['text/plain; charset=utf-8', 'a'],
    ['application/xml', '<a/>'],
    ['application/json; charset=latin1', '{}'],
    ['application/json; charset=nonsense', '{}'],
    ['application/octet-stream', '{}'],
  ] as const;

  it.each(otherTypes)('returns 415 where the contract expects JSON: %s', async (type, body) => {
    expect(endpointsWithBody.length).toBeGreaterThan(5);
    for (const { method, path } of endpointsWithBody) {
      const answer: Answer = await app.request[method.toLowerCase() as 'post'](`/api${path}`)
        .set({ 'Content-Type': type, 'Accept-Language': 'es' })
        .send(body);
      expect([path, ...outcome(answer)]).toEqual([path, 415, 'BODY_NOT_TAKEN']);
      expect(errorOf(answer)?.message).toMatch(/cuerpo|codificación/);
    }
  });

  it('returns 415 without a Content-Type', async () => {
    const answer = await fetch(`${app.url}${LOGIN}`, { method: 'POST', body: Buffer.from('{}') });
    const { status } = answer;
    expect([status, await answer.json()]).toEqual([
      415,
      expect.objectContaining({ error: expect.objectContaining({ status: 415 }) as unknown }),
    ]);
  });

  it('POST without a body – returns 400 for the missing fields', async () => {
    const answer: Answer = await app.request.post(LOGIN);
    expect(outcome(answer)).toEqual([400, 'INVALID_REQUEST']);
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON', 'application/vnd.api+json'])(
    'accepts other spellings of the JSON type: %s',
    async (type) => {
      const body = JSON.stringify({ email: 'nobody@example.com', password: PASSWORD });
      expect(outcome(await post(LOGIN, body, { 'Content-Type': type }))).toEqual([
        401,
        'INVALID_CREDENTIALS',
      ]);
    },
  );
});

describe('request method', () => {
  it.each([
    ['get', LOGIN, 'POST, OPTIONS'],
    ['delete', LOGIN, 'POST, OPTIONS'],
    ['get', '/api/create-checkout-session', 'POST, OPTIONS'],
    ['put', '/api/products', 'HEAD, GET, POST, OPTIONS'],
    ['propfind', '/api/products', 'HEAD, GET, POST, OPTIONS'],
  ])(
    '%s %s – method without a route – returns 405 and the allowed methods',
    async (method, path, allowed) => {
      const answer: Answer = await app.request[method as 'get'](path).set('Accept-Language', 'es');
      expect(outcome(answer)).toEqual([405, 'METHOD_NOT_ALLOWED']);
      expect(answer.headers.allow).toBe(allowed);
      expect(errorOf(answer)?.message).toMatch(/método/);
      const optionsResponse: Answer = await app.request.options(path);
      expect([optionsResponse.status < 300, optionsResponse.headers.allow]).toEqual([
        true,
        allowed,
      ]);
    },
  );

  it.each(['get', 'put', 'delete', 'propfind', 'options'] as const)(
    '%s on an unknown path – returns 404 without an Allow header',
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
      const clientRequest = request({ hostname, port, path, method, headers }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
        );
      });
      clientRequest.on('error', reject);
      clientRequest.end();
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
  ])('returns 404 like any unknown path: %s', async (path) => {
    const nothing = await raw('/nothing');
    expect(nothing.status).toBe(404);
    expect(await raw(path)).toEqual(nothing);
    expect(await raw(path, 'HEAD')).toMatchObject({ status: 404 });
  });

  it('GET // – responds like GET /', async () => {
    expect(await raw('//')).toEqual(await raw('/'));
  });

  it.each(['//api/products', '/api//products', '/api/%2f', '/api/%zz'])(
    'returns 404 for a malformed path of the API: %s',
    async (path) => {
      expect(await raw(path)).toMatchObject({ status: 404 });
    },
  );
});

describe('error response', () => {
  const errors: [path: string, headers: Record<string, string>, said: [number, string]][] = [
    ['/api/home-pages', {}, [403, 'NOT_ALLOWED']],
    ['/api/products', { Authorization: 'Bearer x' }, [401, 'UNAUTHENTICATED']],
    ['/api/products/abc', {}, [404, 'NOT_FOUND']],
    ['/api/products?fields=zzz', {}, [400, 'INVALID_REQUEST']],
    ['/api/products?filters[id]=abc', {}, [400, 'INVALID_REQUEST']],
    ['/api/products/productBySlug/none/es', {}, [404, 'PRODUCT_NOT_FOUND']],
    ['/api/user-endpoints/orders', {}, [401, 'UNAUTHENTICATED']],
  ];

  it.each(errors)('has a code and is not cached: %s %j', async (path, headers, expected) => {
    const answer: Answer = await app.request.get(path).set(headers).set('Origin', ORIGIN);
    expect(outcome(answer)).toEqual(expected);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(answer.headers.vary).toContain('Accept-Language');
    const challenge = answer.headers['www-authenticate'];
    if (expected[0] === 401) expect(challenge).toMatch(/^Bearer/);
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
  ] as const)('contains the request id of its header: %s %s', async (method, path) => {
    const withRequestId: Answer = await app.request[method](path).set('X-Request-Id', 'proxy-4711');
    expect(withRequestId.status).toBeGreaterThanOrEqual(400);
    expect(withRequestId.body).toMatchObject({ data: null, error: { requestId: 'proxy-4711' } });
    const withoutRequestId: Answer = await app.request[method](path);
    expect(errorOf(withoutRequestId)?.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(errorOf(withoutRequestId)?.requestId).toBe(withoutRequestId.headers['x-request-id']);
    expect(withoutRequestId.status).toBe(withRequestId.status);
  });

  it('has a message in the caller’s language', async () => {
    const answer: Answer = await app.request.get('/api/home-pages').set('Accept-Language', 'es');
    expect(errorOf(answer)?.message).toMatch(/token/);
    expect(errorOf(answer)?.message).not.toBe('Forbidden');
  });
});

describe('invalid value', () => {
  it('DELETE /api/products/:id – unknown parameter – names the parameter in the caller’s language', async () => {
    const answer = await app.request
      .delete('/api/products/abc?force=1')
      .set({ Authorization: `Bearer ${apiToken}`, 'Accept-Language': 'es' });
    expect(outcome(answer)).toEqual([400, 'INVALID_REQUEST']);
    expect(errorOf(answer)?.details).toMatchObject({
      errors: [{ in: 'query', path: ['force'], message: 'Este valor no es válido.' }],
    });
  });

  it.each([
    { type: 'a' },
    { name: ['a'], type: 'a' },
    { name: 'a', type: { a: 1 } },
    { name: 'a', type: 'a'.repeat(300) },
    { name: 'a', type: 'a', permissions: { a: null } },
    { name: 'a', type: 'a', permissions: { a: { controllers: { b: { c: null } } } } },
  ])('POST /api/users-permissions/roles – invalid role – returns 400: %j', async (role) => {
    const answer = await post('/api/users-permissions/roles', JSON.stringify(role), {
      Authorization: `Bearer ${apiToken}`,
    });
    expect(outcome(answer)).toEqual([400, 'INVALID_REQUEST']);
  });

  it('POST /api/users-permissions/roles – id in the body – ignores the id', async () => {
    const role = { name: 'Numbered', type: 'numbered', id: '99999999999999999999' };
    const answer = await post('/api/users-permissions/roles', JSON.stringify(role), {
      Authorization: `Bearer ${apiToken}`,
    });
    expect(answer.status).toBe(200);
  });
});

describe('response headers', () => {
  it('response to a logged-in user – is not cached', async () => {
    const account = newAccount();
    await app.request.post('/api/user-endpoints/register').send(account);
    const login: Answer = await app.request
      .post(LOGIN)
      .send({ email: account.email, password: PASSWORD });
    expect([login.status, login.headers['cache-control']]).toEqual([200, 'private, no-store']);
    const { jwt } = login.body as { jwt: string };
    const orders = '/api/user-endpoints/orders';
    // The router ignores case.
    for (const path of [orders, orders.toUpperCase(), '/api/products']) {
      const answer: Answer = await app.request.get(path).set('Authorization', `Bearer ${jwt}`);
      expect([path, answer.status, answer.headers['cache-control']]).toEqual([
        path,
        200,
        expect.stringContaining('no-store'),
      ]);
    }
  });

  it('GET /api/products/books – another origin – exposes ETag, Retry-After and X-Request-Id', async () => {
    const answer: Answer = await app.request.get('/api/products/books').set('Origin', ORIGIN);
    const exposed = answer.headers['access-control-expose-headers'] ?? '';
    for (const name of ['ETag', 'Retry-After', 'X-Request-Id']) expect(exposed).toContain(name);
  });

  it('OPTIONS /api/products/books – allowed origin – permits validators and traceparent', async () => {
    const { headers } = (await app.request
      .options('/api/products/books')
      .set({ Origin: ORIGIN, 'Access-Control-Request-Method': 'GET' })
      .expect(204)) as Answer;
    const allowed = headers['access-control-allow-headers'] ?? '';
    for (const name of ['If-None-Match', 'traceparent']) expect(allowed).toContain(name);
  });

  it('OPTIONS – unknown origin – permits only reads without a token', async () => {
    const headersFor = async (
      method: string,
      requestedHeaders: string,
      path = '/api/products/books',
    ) =>
      (
        (await app.request.options(path).set({
          Origin: 'https://elsewhere.example',
          'Access-Control-Request-Method': method,
          'Access-Control-Request-Headers': requestedHeaders,
        })) as Answer
      ).headers;
    for (const [method, path] of [
      ['GET', '/api/products/books'],
      ['HEAD', '/api/products/books'],
      ['GET', '/uploads/film.mp4'],
    ] as const) {
      const permitted = await headersFor(method, 'content-type,traceparent', path);
      expect(permitted['access-control-allow-origin']).toBe('*');
      expect(permitted['access-control-allow-methods']).toBe('GET,HEAD');
      for (const name of ['Content-Type', 'traceparent', 'If-None-Match']) {
        expect(permitted['access-control-allow-headers']).toContain(name);
      }
      expect(permitted['access-control-allow-headers']).not.toContain('Authorization');
    }
    for (const [method, requestedHeaders, path] of [
      ['GET', 'content-type, Authorization'],
      ['POST', 'content-type'],
      ['POST', 'content-type', '/uploads/film.mp4'],
      ['GET', 'content-type', '/admin/users'],
    ] as const) {
      const refused = await headersFor(method, requestedHeaders, path);
      expect(refused['access-control-allow-origin']).toBeUndefined();
    }
  });
});

const generated = [
  '/api/products?pagination[pageSize]=50&populate=cardImage',
  '/api/categories',
  '/api/openapi.json',
];

describe('Host and forwarded headers', () => {
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
  ])('do not appear in the response: %s', async (path) => {
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

describe('generated API and OpenAPI document', () => {
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

  it.each(['br', 'gzip'])(
    'GET /api/openapi.json – Accept-Encoding: %s – is compressed',
    async (coding) => {
      const answer: Answer = await app.request
        .get('/api/openapi.json')
        .set('Accept-Encoding', coding);
      expect(answer.headers['content-encoding']).toBe(coding);
      expect(answer.headers.vary).toContain('Accept-Encoding');
    },
  );
});
