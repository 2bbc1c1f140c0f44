import { createClient, unwrap, CmsError } from './client.ts';
import type { Login } from './login.ts';

type Call = { url: string; method: string; headers: Headers; body: unknown };

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };

const errorAnswer = (status: number, code: string, details: object = {}, headers = {}): Answer => ({
  status,
  headers,
  body: {
    data: null,
    error: { status, message: code, requestId: 'r1', details: { code, ...details } },
  },
});

/** Returns a `fetch` that records its calls and gives answers in turn. */
const fetchOf = (...answers: (Answer | Error)[]) => {
  const calls: Call[] = [];
  const send = (url: string, init: RequestInit = {}): Promise<Response> => {
    const { method, headers } = new Request(url, init);
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    calls.push({ url, method, headers, body });
    const answer = answers.shift() ?? errorAnswer(500, 'INTERNAL_ERROR');
    if (answer instanceof Error) return Promise.reject(answer);
    const json = { 'content-type': 'application/json; charset=utf-8' };
    const content = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    const headersOf = { ...json, ...answer.headers };
    return Promise.resolve(
      new Response(content, { status: answer.status ?? 200, headers: headersOf }),
    );
  };
  return { calls, fetch: send as typeof fetch };
};

const baseUrl = 'https://cms.example.com/api';

describe('get', () => {
  it('get – path and query – are inserted and escaped', async () => {
    const { calls, fetch } = fetchOf({ body: { id: 1, title: 'A' } });
    const cms = createClient({ baseUrl: `${baseUrl}/`, fetch, locale: 'es' });
    const { data } = await cms.get('/products/productBySlug/{slug}/{lang}', {
      path: { slug: 'a/b', lang: 'es' },
      query: { previewToken: 'x y', ...{ other: undefined } },
    });
    expect(data?.title).toBe('A');
    expect(calls[0]?.url).toBe(`${baseUrl}/products/productBySlug/a%2Fb/es?previewToken=x+y`);
    expect(calls[0]?.headers.get('accept-language')).toBe('es');
    expect(calls[0]?.headers.has('authorization')).toBe(false);
  });

  it('get – list in the query – is joined by commas', async () => {
    const { calls, fetch } = fetchOf({ body: { data: [] } });
    await createClient({ baseUrl, fetch }).get('/media', { query: { ids: ['a', 'b'] } });
    expect(calls[0]?.url).toBe(`${baseUrl}/media?ids=a%2Cb`);
  });

  it('get – response without JSON – returns its text and the tags of the response', async () => {
    const headers = { 'content-type': 'application/ld+json', 'cache-tag': 'C4dx,all' };
    const { fetch } = fetchOf({ body: '{"@type":"Course"}', headers });
    const result = await createClient({ baseUrl, fetch }).get('/json-ld/{documentId}', {
      path: { documentId: 'd' },
    });
    expect(result).toMatchObject({ data: '{"@type":"Course"}', tags: ['C4dx', 'all'] });
  });

  it('get – error – returns its code and details', async () => {
    const { fetch } = fetchOf(errorAnswer(404, 'PRODUCT_NOT_FOUND', { movedTo: 'new' }));
    const { error } = await createClient({ baseUrl, fetch }).get(
      '/products/productBySlug/{slug}/{lang}',
      { path: { slug: 'old', lang: 'es' } },
    );
    // The type of `movedTo` follows from the code.
    const movedTo: string | undefined =
      error?.code === 'PRODUCT_NOT_FOUND' ? error.movedTo : undefined;
    expect(movedTo).toBe('new');
    expect(error).toMatchObject({ status: 404, requestId: 'r1' });
  });

  it('getDraft – draft without a title – is null', async () => {
    const { calls, fetch } = fetchOf({ body: { data: { title: null } } });
    const { data } = await createClient({ baseUrl, fetch }).getDraft('/live/{slug}', {
      path: { slug: 'd' },
      query: { previewToken: 't' },
    });
    // @ts-expect-error The title of a draft may be null.
    const titleOf = (): string => data?.data.title;
    expect(titleOf()).toBeNull();
    expect(calls[0]?.url).toBe(`${baseUrl}/live/d?previewToken=t`);
  });

  it('post – error with required details – returns the details', async () => {
    const { fetch } = fetchOf(errorAnswer(400, 'RETURN_URL_NOT_ALLOWED', { field: 'cancel_url' }));
    const { error } = await createClient({ baseUrl, fetch }).post('/create-checkout-session', {
      body: {} as never,
    });
    const field: 'success_url' | 'cancel_url' | 'return_url' | undefined =
      error?.code === 'RETURN_URL_NOT_ALLOWED' ? error.field : undefined;
    expect(field).toBe('cancel_url');
  });

  it('get – header X-Visitor-Token – is sent to any endpoint', async () => {
    const { calls, fetch } = fetchOf({ body: { data: [] } });
    const headers = { 'X-Visitor-Token': 't' };
    await createClient({ baseUrl, fetch }).get('/languages', { headers });
    expect(calls[0]?.headers.get('x-visitor-token')).toBe('t');
  });

  it('get – HTML error page of a proxy – returns UNEXPECTED_ANSWER', async () => {
    const { fetch } = fetchOf({ status: 502, body: '<html>' });
    const { error } = await createClient({ baseUrl, fetch }).get('/languages');
    expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 502 });
  });

  it('get – unreachable service – returns UNREACHABLE with its cause', async () => {
    const cause = new TypeError('fetch failed');
    const { fetch } = fetchOf(cause);
    const { error } = await createClient({ baseUrl, fetch }).get('/languages');
    expect(error).toMatchObject({ code: 'UNREACHABLE', status: 0, cause });
  });

  it('get – aborted by the caller – throws', async () => {
    const reason = new Error('enough');
    const { fetch } = fetchOf(new Error('aborted'));
    const request = createClient({ baseUrl, fetch }).get('/languages', {
      signal: AbortSignal.abort(reason),
    });
    await expect(request).rejects.toThrow();
  });
});

describe('Retry-After', () => {
  const busy = errorAnswer(503, 'SERVICE_UNAVAILABLE', {}, { 'retry-after': '0' });

  it('get – 503 twice – is retried until it succeeds', async () => {
    const { calls, fetch } = fetchOf(busy, busy, { body: { data: [] } });
    const { data } = await createClient({ baseUrl, fetch }).get('/languages');
    expect(data).toEqual({ data: [] });
    expect(calls).toHaveLength(3);
  });

  it('get – 503 at each attempt – returns the error after the last retry', async () => {
    const { calls, fetch } = fetchOf(busy, busy, busy);
    const { error } = await createClient({ baseUrl, fetch, retries: 1 }).get('/languages');
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 0 });
    expect(calls).toHaveLength(2);
  });

  it('get – Retry-After above the limit – returns the error at once', async () => {
    const { calls, fetch } = fetchOf(
      errorAnswer(429, 'TOO_MANY_REQUESTS', {}, { 'retry-after': '60' }),
    );
    const { error } = await createClient({ baseUrl, fetch }).get('/search', { query: { q: 'a' } });
    expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 60 });
    expect(calls).toHaveLength(1);
  });

  it('get – aborted while waiting for a retry – throws', async () => {
    const { fetch } = fetchOf(errorAnswer(503, 'SERVICE_UNAVAILABLE', {}, { 'retry-after': '5' }));
    const controller = new AbortController();
    const request = createClient({
      baseUrl,
      fetch: async (...call) => {
        setImmediate(() => controller.abort(new Error('enough')));
        return fetch(...call);
      },
    }).get('/languages', { signal: controller.signal });
    await expect(request).rejects.toThrow('enough');
  });

  it('post – 503 – is not retried', async () => {
    const { calls, fetch } = fetchOf(busy);
    await createClient({ baseUrl, fetch }).post('/user-endpoints/forgot-password', {
      body: { email: 'a@example.com' },
    });
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ method: 'POST', body: { email: 'a@example.com' } });
  });
});

describe('watchDraft', () => {
  const atOnce = { 'content-type': 'text/event-stream', 'retry-after': '0' };
  const event = (name: string) => `event: ${name}\ndata: {"documentId":"d"}\n\n`;
  const stream = (...names: string[]): Answer => ({
    headers: atOnce,
    body: `retry: 2000\n\n${names.map((name) => `${event(name)}:\n\n`).join('')}`,
  });

  it('watchDraft – connection that ends, service that is away – connects until the token is refused', async () => {
    const { calls, fetch } = fetchOf(
      stream('watching'),
      errorAnswer(503, 'SERVICE_UNAVAILABLE', {}, { 'retry-after': '0' }),
      stream('watching'),
      errorAnswer(401, 'INVALID_PREVIEW_TOKEN'),
    );
    let changes = 0;
    const onChange = () => void (changes += 1);
    await createClient({ baseUrl, fetch }).watchDraft({ previewToken: 'a b', onChange });
    expect(changes).toBe(2);
    expect(calls.map(({ url }) => url)).toEqual(
      Array(4).fill(`${baseUrl}/draft-changes?previewToken=a+b`),
    );
  });

  it('watchDraft – event in two pieces – is one change; aborted – ends', async () => {
    const ending = new AbortController();
    const first = event('watching');
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of [first.slice(0, 9), first.slice(9), ':\n\n', event('changed')])
          controller.enqueue(new TextEncoder().encode(piece));
        ending.signal.addEventListener('abort', () => controller.error(ending.signal.reason));
      },
    });
    const fetch: typeof globalThis.fetch = () => Promise.resolve(new Response(body));
    let changes = 0;
    const onChange = () => {
      changes += 1;
      if (changes === 2) ending.abort();
    };
    const watch = { previewToken: 't', onChange, signal: ending.signal };
    await createClient({ baseUrl, fetch }).watchDraft(watch);
    expect(changes).toBe(2);
  });
});

describe('token', () => {
  const storeOf = (login: Login | undefined) => {
    const stored = { login };
    return {
      stored,
      store: {
        read: () => stored.login,
        write: (next: Login | undefined) => {
          stored.login = next;
        },
      },
    };
  };

  const expired = errorAnswer(401, 'UNAUTHENTICATED');

  it('get – expired token – renews the login once and repeats the request', async () => {
    const { store, stored } = storeOf({ jwt: 'old', refreshToken: 'r1' });
    const renewed = { jwt: 'new', refreshToken: 'r2', refreshTokenExpiresAt: '' };
    const { calls, fetch } = fetchOf(expired, { body: renewed }, { body: { email: 'a' } });
    const { data } = await createClient({ baseUrl, fetch, token: store }).get('/user-endpoints/me');
    expect(data).toEqual({ email: 'a' });
    expect(stored.login).toEqual(renewed);
    expect(calls.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer old',
      null,
      'Bearer new',
    ]);
    expect(calls[1]?.body).toEqual({ refreshToken: 'r1' });
  });

  // Checkout treats a request with an expired token as a guest.
  it('post – expired token – is renewed before the request', async () => {
    const tokenExpiringAt = (time: number) =>
      `h.${Buffer.from(JSON.stringify({ exp: Math.floor(time / 1000) })).toString('base64url')}.s`;
    const buy = async (jwt: string) => {
      const { store } = storeOf({ jwt, refreshToken: 'r1' });
      const { calls, fetch } = fetchOf(
        ...(jwt === tokenExpiringAt(0) ? [{ body: { jwt: 'new', refreshToken: 'r2' } }] : []),
        { body: {} },
      );
      await createClient({ baseUrl, fetch, token: store }).post('/create-checkout-session', {
        body: {} as never,
      });
      return calls.map(({ url, headers }) => [
        url.slice(baseUrl.length),
        headers.get('authorization'),
      ]);
    };
    expect(await buy(tokenExpiringAt(0))).toEqual([
      ['/user-endpoints/refresh', null],
      ['/create-checkout-session', 'Bearer new'],
    ]);
    const valid = tokenExpiringAt(Date.now() + 600_000);
    expect(await buy(valid)).toEqual([['/create-checkout-session', `Bearer ${valid}`]]);
  });

  it('get – two requests with an expired token – share one renewal', async () => {
    const { store } = storeOf({ jwt: 'old', refreshToken: 'r1' });
    const { calls, fetch } = fetchOf(
      ...[expired, expired, { body: { jwt: 'new', refreshToken: 'r2' } }],
      ...[{ body: { data: [] } }, { body: { data: [] } }],
    );
    const cms = createClient({ baseUrl, fetch, token: store });
    await Promise.all([cms.get('/user-endpoints/orders'), cms.get('/user-endpoints/orders')]);
    expect(calls.filter(({ url }) => url.endsWith('/refresh'))).toHaveLength(1);
  });

  it('get – login that cannot be renewed – empties the store and returns 401', async () => {
    const { store, stored } = storeOf({ jwt: 'old', refreshToken: 'r1' });
    const { fetch } = fetchOf(expired, errorAnswer(401, 'INVALID_REFRESH_TOKEN'));
    const { error } = await createClient({ baseUrl, fetch, token: store }).get(
      '/user-endpoints/me',
    );
    expect(error?.code).toBe('UNAUTHENTICATED');
    expect(stored.login).toBeUndefined();
  });

  it('get – outage during the renewal – keeps the login', async () => {
    const { store, stored } = storeOf({ jwt: 'old', refreshToken: 'r1' });
    const { fetch } = fetchOf(expired, errorAnswer(503, 'SERVICE_UNAVAILABLE'));
    const { error } = await createClient({ baseUrl, fetch, token: store }).get(
      '/user-endpoints/me',
    );
    expect(error?.code).toBe('SERVICE_UNAVAILABLE');
    expect(stored.login).toEqual({ jwt: 'old', refreshToken: 'r1' });
  });

  it('login, logout – fill and empty the store', async () => {
    const { store, stored } = storeOf(undefined);
    const { calls, fetch } = fetchOf({ body: { jwt: 'j', refreshToken: 'r' } }, new Error('down'));
    const cms = createClient({ baseUrl, fetch, token: store });
    await cms.login({ email: 'a@example.com', password: 'Secret-1' });
    expect(stored.login?.jwt).toBe('j');
    expect(calls[0]?.body).toMatchObject({ email: 'a@example.com', renewable: true });
    await cms.logout();
    expect(stored.login).toBeUndefined();
  });
});

describe('types', () => {
  it('get – path or parameter that does not exist – does not compile', () => {
    const cms = createClient({ baseUrl, fetch: fetchOf().fetch });
    const calls = [
      // @ts-expect-error There is no such path.
      () => cms.get('/product'),
      // @ts-expect-error The path needs its values.
      () => cms.get('/channel/{slug}'),
      // @ts-expect-error `vertical` is required.
      () => cms.get('/get-books-page', { query: { lang: 'es' } }),
      // @ts-expect-error This endpoint takes a POST.
      () => cms.get('/user-endpoints/login'),
      () => cms.get('/channel/{slug}', { path: { slug: 'a' } }),
    ];
    expect(calls).toHaveLength(5);
  });
});

it('unwrap – error – throws it, with its code', async () => {
  const { fetch } = fetchOf(errorAnswer(404, 'CHANNEL_NOT_FOUND'));
  const result = await createClient({ baseUrl, fetch }).get('/channel/{slug}', {
    path: { slug: 'none' },
  });
  expect(() => unwrap(result)).toThrow(CmsError);
  expect(() => unwrap(result)).toThrow('CHANNEL_NOT_FOUND: CHANNEL_NOT_FOUND');
});
