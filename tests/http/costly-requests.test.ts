import { request as httpRequest } from 'node:http';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { generous, logIn, registerSomeone } from '../account/support/accounts';
import { signInFirst } from '../support/admin';
import { share } from '../support/effort';
import { startWatchedProcess, type WatchedProcess } from '../support/watched-process';

/** Tests how long one request may block other callers. `TEST_SEED=<seed>` repeats the generated requests. */

const LIMIT_MS = 100;
const TRIES = 5;
const REQUESTS = share(240);
const MAX_VALUES = 20_000;
const MEGABYTE = 1_040_000;
/** The most bytes in a query, a path or a header. */
const MAX_HEAD_BYTES = 15_000;
let service: WatchedProcess;
let tokens: Readonly<Record<string, string>>;

beforeAll(async () => {
  service = await startWatchedProcess({ seed: true, env: generous });
  const admin = await signInFirst(service);
  const key = { name: 'tests', description: '', type: 'full-access', lifespan: null };
  const { body } = await admin.post('/admin/api-tokens', key);
  const { accessKey } = body.data as { accessKey: string };
  const { email, password } = await registerSomeone(service);
  tokens = {
    panel: admin.token,
    server: accessKey,
    student: await logIn(service, email, password),
  };
});

afterAll(() => service.stop());

type Sent = {
  method: string;
  path: string;
  who?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};

type Answer = { status: number; code: string | undefined };

const codeIn = (text: string): string | undefined => /"code":"(\w+)"/.exec(text)?.[1];

const send = ({ method, path, who = '', headers, body }: Sent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.url);
    const token = tokens[who];
    const clientRequest = httpRequest({
      ...{ hostname, port, method, path, agent: false },
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
        ...headers,
      },
    });
    clientRequest.on('error', reject);
    clientRequest.on('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        resolve({ status: response.statusCode ?? 0, code: codeIn(text) });
      });
      response.on('error', reject);
    });
    clientRequest.end(body);
  });

/**
 * Returns the milliseconds for which a request blocks the event loop: the minimum of several tries, because the first
 * one is slower.
 */
const measureBlocking = async (request: Sent): Promise<number> => {
  let shortest = Infinity;
  for (let tries = 0; tries < TRIES && shortest > LIMIT_MS; tries += 1) {
    await service.longestTurn();
    await send(request);
    shortest = Math.min(shortest, await service.longestTurn());
  }
  return shortest;
};

const repeatToSize = (piece: string, size: number): string =>
  piece.repeat(Math.max(1, Math.floor(size / piece.length)));

const joinWithCommas = (piece: string, size: number): string =>
  `${repeatToSize(`${piece},`, size)}${piece}`;

const joinNumbered = (piece: (at: number) => string, between: string, size: number): string => {
  const length = Math.max(1, Math.floor(size / (piece(10_000).length + between.length)));
  return Array.from({ length }, (_, index) => piece(index)).join(between);
};

/** Inputs that make ambiguous regular expressions backtrack. */
const texts: Readonly<Record<string, (size: number) => string>> = {
  letters: (size) => repeatToSize('a', size),
  words: (size) => repeatToSize('a ', size),
  spaces: (size) => `x${repeatToSize(' ', size)}x`,
  address: (size) => `a@${repeatToSize('a.', size)}`,
  local: (size) => `${repeatToSize('a.', size)}@`,
  url: (size) => `http://${repeatToSize('a', size)} `,
  video: (size) => `https://a/${repeatToSize('.m3u8?', size)} `,
  tags: (size) => repeatToSize('<a ', size),
  comments: (size) => repeatToSize('<!--', size),
  markdown: (size) => repeatToSize('*_[](', size),
  template: (size) => repeatToSize('{{', size),
  escapes: (size) => repeatToSize('\\u00e9', size),
  accents: (size) => repeatToSize('é', size / 2),
  marks: (size) => repeatToSize(`a${'\u0301'.repeat(63)}`, size / 2),
  tabs: (size) => `x${repeatToSize('\t', size)}x`,
  digits: (size) => repeatToSize('9', size),
  dashes: (size) => `${repeatToSize('-', size)}!`,
};

const NAMES = [
  ...['email', 'identifier', 'password', 'name', 'firstname', 'title', 'slug', 'url', 'videoUrl'],
  ...['code', 'locale', 'metadata', 'productPayID', 'resetPasswordToken', 'description', 'body'],
];

const objectWithText = (text: string): string =>
  `{${NAMES.map((name) => `"${name}":"${text}"`).join(',')}}`;

const json: Readonly<Record<string, (size: number) => string>> = {
  numbers: (size) => `[${joinWithCommas('0', size)}]`,
  objects: (size) => `[${joinWithCommas('{}', size)}]`,
  strings: (size) => `[${joinWithCommas('""', size)}]`,
  nested: (size) => `{"data":[${joinWithCommas('[[[0]]]', size)}]}`,
  deep: (size) => `{"email":${repeatToSize('[', size / 2)}${repeatToSize(']', size / 2)}}`,
  'deep objects': (size) => `${repeatToSize('{"a":', size)}0`,
  'never closed': (size) => repeatToSize('[', size),
  keys: (size) => `{${joinNumbered((at) => `"k${at}":0`, ',', size)}}`,
  'keys in data': (size) => `{"data":{${joinNumbered((at) => `"k${at}":0`, ',', size)}}}`,
  'numbers as keys': (size) => `{${joinNumbered((at) => `"${at * 7919}":0`, ',', size)}}`,
  'one key': (size) => `{${joinWithCommas('"a":0', size)}}`,
  'long keys': (size) => `{${joinNumbered((at) => `"${'k'.repeat(5_000)}${at}":0`, ',', size)}}`,
  prototypes: (size) => `{"data":[${joinWithCommas('{"__proto__":0}', size)}]}`,
  'long number': (size) => `[${repeatToSize('9', size)}]`,
  'long numbers': (size) => `[${joinWithCommas('1.23456789e-300', size)}]`,
  spaces: (size) => `{${repeatToSize(' ', size)}}`,
  'allowed keys': () => `{${joinNumbered((at) => `"k${at}":"v"`, ',', MAX_VALUES * 9)}}`,
  'allowed values': () => `{"data":{"a":[${joinWithCommas('"v"', MAX_VALUES * 3)}]}}`,
  'allowed objects': () => `{"documents":[${joinWithCommas('{"a":1}', MAX_VALUES * 3)}]}`,
  unstorable: (size) => `{"a":"${repeatToSize('\\u0000', size)}"}`,
};

const forms: Readonly<Record<string, (size: number) => string>> = {
  empty: (size) => repeatToSize('&', size),
  same: (size) => repeatToSize('a=1&', size),
  names: (size) => joinNumbered((at) => `a${at}=1`, '&', size),
  indexes: (size) => joinNumbered((at) => `a[${at}]=1`, '&', size),
  deep: (size) => `a${repeatToSize('[a]', size)}=1`,
  dots: (size) => `a${repeatToSize('.a', size)}=1`,
  open: (size) => repeatToSize('[a', size),
  encoded: (size) => `email=${repeatToSize('%41', size)}`,
  'badly encoded': (size) => `email=${repeatToSize('%zz', size)}`,
};

const part = (name: string, value: string, more = ''): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

const multipart: Readonly<Record<string, (size: number) => string>> = {
  fields: (size) => repeatToSize(part('a', ''), size),
  'deep names': (size) => repeatToSize(part(repeatToSize('a[', 400), '1'), size),
  files: (size) => repeatToSize(part('files', '', '; filename="a.txt"'), size),
  lines: (size) => part('a', repeatToSize('\r\n', size)),
  boundaries: (size) => repeatToSize('--x\r\n', size),
  headers: (size) => `--x\r\n${repeatToSize('A: b\r\n', size)}\r\n\r\n`,
  'description of files': (size) =>
    part('files', 'a', '; filename="a.txt"') + part('fileInfo', `[${joinWithCommas('{}', size)}]`),
};

const queries: Readonly<Record<string, (size: number) => string>> = {
  ...forms,
  sort: (size) => `sort=${joinWithCommas('title', size)}`,
  directions: (size) => `sort=${repeatToSize(':', size)}%0A:`,
  fields: (size) => `fields=${joinWithCommas('title', size)}`,
  'same filter': (size) => repeatToSize('filters[title]=a&', size),
  alternatives: (size) => joinNumbered((at) => `filters[$or][${at}][title]=a`, '&', size),
  'deep filter': (size) => `filters${repeatToSize('[$and][0]', size)}[title]=a`,
  populate: (size) => `populate${repeatToSize('[categories][populate]', size)}=*`,
  search: (size) => `_q=${repeatToSize('a%20', size)}`,
  q: (size) => `q=${repeatToSize('a%20', size)}`,
};

const headers: Readonly<Record<string, (size: number) => [string, string]>> = {
  cookies: (size) => ['Cookie', repeatToSize('a=b; ', size)],
  session: (size) => ['Cookie', `koa.sess=${repeatToSize('a', size)}`],
  languages: (size) => ['Accept-Language', repeatToSize('es;q=0.1,', size)],
  'any language': (size) => ['Accept-Language', `${repeatToSize('*,', size)}es;q=0.1,en;q=0.1`],
  codings: (size) => ['Accept-Encoding', repeatToSize('a;q=0.1,', size)],
  types: (size) => ['Accept', repeatToSize('a/b;c="', size)],
  ranges: (size) => ['Range', `bytes=${repeatToSize('0-1,', size)}`],
  validators: (size) => ['If-None-Match', repeatToSize('W/"a",', size)],
  addresses: (size) => ['X-Forwarded-For', repeatToSize('::1,', size)],
  host: (size) => ['Host', repeatToSize('a', size)],
  origin: (size) => ['Origin', `http://localhost:${repeatToSize('1', size)}`],
  token: (size) => ['Authorization', `Bearer ${repeatToSize('a.', size)}`],
  signature: (size) => ['Stripe-Signature', repeatToSize('t=1,v1=a,', size)],
  key: (size) => ['Idempotency-Key', repeatToSize('a', size)],
};

const writes: readonly Sent[] = [
  { method: 'POST', path: '/api/nothing' },
  { method: 'PUT', path: '/api/products/productBySlug/a' },
  { method: 'POST', path: '/api/user-endpoints/login' },
  { method: 'POST', path: '/api/user-endpoints/register' },
  { method: 'POST', path: '/api/create-checkout-session' },
  { method: 'POST', path: '/api/checkout/webhook/stripe' },
  { method: 'PUT', path: '/api/user-endpoints/update-profile', who: 'student' },
  { method: 'POST', path: '/api/products', who: 'server' },
  { method: 'POST', path: '/api/users', who: 'server' },
  { method: 'POST', path: '/api/upload', who: 'server' },
  { method: 'POST', path: '/admin/login' },
  { method: 'POST', path: '/admin/forgot-password' },
  { method: 'POST', path: '/admin/register-admin' },
  { method: 'POST', path: '/upload' },
  { method: 'POST', path: '/admin/users', who: 'panel' },
  { method: 'POST', path: '/admin/webhooks', who: 'panel' },
  { method: 'POST', path: '/upload', who: 'panel' },
  { method: 'POST', path: '/users-permissions/roles', who: 'panel' },
  { method: 'POST', path: '/bulk-edit/api::product.product/plan', who: 'panel' },
  { method: 'PUT', path: '/content-manager/single-types/api::none.none', who: 'panel' },
  {
    method: 'POST',
    path: '/content-manager/collection-types/api::live.live?locale=es',
    who: 'panel',
  },
];

const reads: readonly Sent[] = [
  { method: 'GET', path: '/nothing' },
  { method: 'GET', path: '/api/products' },
  { method: 'GET', path: '/api/products/allProducts' },
  { method: 'GET', path: '/api/search' },
  { method: 'GET', path: '/api/products', who: 'server' },
  { method: 'GET', path: '/admin/users', who: 'panel' },
  { method: 'GET', path: '/upload/files', who: 'panel' },
  { method: 'GET', path: '/content-manager/collection-types/api::product.product', who: 'panel' },
];

const brotli = (body: string): Buffer =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });

const encodings: Readonly<Record<string, (body: string) => Buffer>> = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotli,
};

const entryOf = <T>(table: Readonly<Record<string, T>>): fc.Arbitrary<[string, T]> =>
  fc.constantFrom(...Object.entries(table));

const sizeUpTo = (most: number): fc.Arbitrary<number> =>
  fc.oneof(fc.constant(most), fc.integer({ min: most / 100, max: most }));

const someWrite = fc.constantFrom(...writes);

const bodyOf = (
  type: string,
  generators: Readonly<Record<string, (bytes: number) => string>>,
  end = '',
) =>
  fc.tuple(someWrite, entryOf(generators), sizeUpTo(MEGABYTE)).map(([to, [name, make], bytes]) => ({
    ...to,
    name,
    headers: { 'Content-Type': type },
    body: make(bytes) + end,
  }));

const JSON_TYPE = 'application/json';

const bodiesWithKnownFields = Object.fromEntries(
  Object.entries(texts).map(([name, make]) => [
    name,
    (bytes: number) => objectWithText(make(bytes / NAMES.length)),
  ]),
);

const bodies = fc.oneof(
  bodyOf(JSON_TYPE, json),
  bodyOf(JSON_TYPE, bodiesWithKnownFields),
  bodyOf('application/x-www-form-urlencoded', forms),
  bodyOf('multipart/form-data; boundary=x', multipart, '--x--\r\n'),
  bodyOf('text/plain', texts),
);

const compressed = fc
  .tuple(bodyOf(JSON_TYPE, json), entryOf(encodings))
  .map(([clientRequest, [encoding, compress]]) => ({
    ...clientRequest,
    headers: { ...clientRequest.headers, 'Content-Encoding': encoding },
    body: compress(clientRequest.body),
  }));

const readsWithQuery = fc
  .tuple(fc.constantFrom(...reads), entryOf(queries), sizeUpTo(MAX_HEAD_BYTES))
  .map(([to, [name, make], bytes]) => ({ ...to, name, path: `${to.path}?${make(bytes)}` }));

const requestsWithHeader = fc
  .tuple(fc.constantFrom(...writes, ...reads), entryOf(headers), sizeUpTo(MAX_HEAD_BYTES))
  .map(([to, [name, make], bytes]) => ({
    ...to,
    name,
    headers: Object.fromEntries([make(bytes)]),
  }));

const piece = fc.constantFrom(
  '/',
  'a',
  'a/',
  '../',
  '%2e',
  '%41',
  '%zz',
  ';',
  '-',
  'admin/',
  'api/',
);

const requestsWithPath = fc
  .tuple(
    fc.constantFrom('/', '/api/', '/admin/', '/uploads/', '/content-manager/'),
    piece,
    sizeUpTo(MAX_HEAD_BYTES),
  )
  .map(([beginning, text, bytes]) => ({
    ...{ method: 'GET', name: `path of ${text}` },
    path: `${beginning}${repeatToSize(text, bytes)}`,
  }));

const generatedRequest: fc.Arbitrary<Sent & { name: string }> = fc.oneof(
  { weight: 4, arbitrary: bodies },
  { weight: 1, arbitrary: compressed },
  { weight: 2, arbitrary: readsWithQuery },
  { weight: 1, arbitrary: requestsWithHeader },
  { weight: 1, arbitrary: requestsWithPath },
);

const describeRequest = ({ method, path, who, name }: Sent & { name: string }): string =>
  `${method} ${path.slice(0, 80)} as ${who ?? 'a stranger'}, ${name}`;

const findSlowRequests = async (
  requests: readonly (Sent & { name: string })[],
): Promise<string[]> => {
  const slowRequests: string[] = [];
  for (const request of requests) {
    const cost = await measureBlocking(request);
    if (cost > LIMIT_MS) slowRequests.push(`${Math.round(cost)} ms: ${describeRequest(request)}`);
  }
  return slowRequests;
};

describe(`request of up to a megabyte – blocks the event loop for at most ${LIMIT_MS} ms`, () => {
  it(`${REQUESTS} generated requests`, async () => {
    expect(await findSlowRequests(fc.sample(generatedRequest, { numRuns: REQUESTS }))).toEqual([]);
  });

  it('POST /admin/forgot-password – email with 100 dots – returns within the limit', async () => {
    const body = JSON.stringify({ email: `a@${'a.'.repeat(100)}` });
    const request = { method: 'POST', path: '/admin/forgot-password', body };
    expect(
      await measureBlocking({ ...request, headers: { 'Content-Type': JSON_TYPE } }),
    ).toBeLessThan(LIMIT_MS);
  });

  it('GET /api/lives/next – from with 15,000 characters – returns within the limit', async () => {
    const path = `/api/lives/next?from=T${'x'.repeat(15_000)}`;
    expect(await measureBlocking({ method: 'GET', path })).toBeLessThan(LIMIT_MS);
  });

  it('GET /api/products – sort with 15,000 colons – returns within the limit', async () => {
    const path = `/api/products?${queries.directions?.(MAX_HEAD_BYTES) ?? ''}`;
    expect(await measureBlocking({ method: 'GET', path })).toBeLessThan(LIMIT_MS);
  });

  it('POST /api/user-endpoints/login – a megabyte of letters with 63 marks each – returns within the limit', async () => {
    const body = JSON.stringify({ email: texts.marks?.(MEGABYTE) });
    const request = { method: 'POST', path: '/api/user-endpoints/login', body };
    expect(
      await measureBlocking({ ...request, headers: { 'Content-Type': JSON_TYPE } }),
    ).toBeLessThan(LIMIT_MS);
  });

  it.each([
    ['24 unclosed attributes', `<font${' size="'.repeat(24)}$>`],
    ['100,000 spaces', `<font size="1"${' '.repeat(100_000)}$>`],
  ])('POST /upload – subtitle tag with %s – returns 400', async (_name, tag) => {
    const cue = `WEBVTT\n\n00:00.000 --> 00:02.000\n${tag}\n`;
    const request = { method: 'POST', path: '/upload', who: 'panel' };
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const body = `${part('files', cue, '; filename="a.vtt"')}--x--\r\n`;
    expect(await send({ ...request, headers, body })).toMatchObject({ status: 400 });
    expect(await measureBlocking({ ...request, headers, body })).toBeLessThan(LIMIT_MS);
  });

  it('GET /api/nothing – thousands of languages in Accept-Language – returns within the limit', async () => {
    const languages = {
      'Accept-Language': `${repeatToSize('*,', MAX_HEAD_BYTES)}es;q=0.1,en;q=0.1`,
    };
    expect(
      await measureBlocking({ method: 'GET', path: '/api/nothing', headers: languages }),
    ).toBeLessThan(LIMIT_MS);
  });
});

describe('body with too many values', () => {
  const post = (path: string, body: string | Buffer, more: Record<string, string> = {}) =>
    send({ method: 'POST', path, body, headers: { 'Content-Type': JSON_TYPE, ...more } });

  it('POST /api/user-endpoints/login – 20,000 values – is read; 20,001 values – returns 413', async () => {
    const body = (values: number) => `{"email":[${joinWithCommas('0', (values - 2) * 2)}]}`;
    expect(await post('/api/user-endpoints/login', body(MAX_VALUES))).toEqual({
      status: 400,
      code: 'INVALID_REQUEST',
    });
    expect(await post('/api/user-endpoints/login', body(MAX_VALUES + 1))).toEqual({
      status: 413,
      code: 'TOO_MANY_VALUES',
    });
  });

  it.each([
    ['POST', '/api/nothing', 404, 'NOT_FOUND'],
    ['PUT', '/api/user-endpoints/login', 405, 'METHOD_NOT_ALLOWED'],
    ['PATCH', '/nothing', 405, undefined],
  ])(
    '%s %s – body that no route reads – returns %i without parsing',
    async (method, path, status, code) => {
      for (const body of [json.numbers?.(MEGABYTE) ?? '', '{"a":']) {
        const answer = await send({ method, path, body, headers: { 'Content-Type': JSON_TYPE } });
        expect(answer).toEqual({ status, code });
      }
    },
  );

  const largeBodies = {
    numbers: `[${joinWithCommas('0', 10_000_000)}]`,
    text: `{"email":"${repeatToSize('a', 5_000_000)}"}`,
    values: `[${joinWithCommas('0', MEGABYTE)}]`,
    objects: `[${joinWithCommas('{}', MEGABYTE)}]`,
    deep: repeatToSize('[', MEGABYTE),
    keys: `{${joinNumbered((at) => `"k${at}":0`, ',', MEGABYTE)}}`,
  };

  it.each(Object.entries(largeBodies))(
    'POST /api/user-endpoints/login – %s, compressed – is refused',
    async (_name, text) => {
      const bodies: [string, Buffer][] = [
        ['gzip', gzipSync(text)],
        ['deflate', deflateSync(text)],
        ['br', brotli(text)],
        ['zstd', zstdCompressSync(text)],
        ['gzip, gzip', gzipSync(gzipSync(text))],
      ];
      for (const [encoding, body] of bodies) {
        const { status } = await post('/api/user-endpoints/login', body, {
          'Content-Encoding': encoding,
        });
        expect([encoding, [400, 413, 415].includes(status)]).toEqual([encoding, true]);
      }
    },
  );

  it('POST /api/user-endpoints/login – small compressed body – is read', async () => {
    const body = gzipSync(
      JSON.stringify({ email: 'nobody@example.com', password: 'Sunny-Kettle-42' }),
    );
    expect(await post('/api/user-endpoints/login', body, { 'Content-Encoding': 'gzip' })).toEqual({
      status: 401,
      code: 'INVALID_CREDENTIALS',
    });
  });
});
