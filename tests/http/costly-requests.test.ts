import { request as httpRequest } from 'node:http';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { generous, logIn, registerSomeone } from '../account/support/accounts';
import { signInFirst } from '../support/admin';
import { share } from '../support/effort';
import { startWatchedProcess, type WatchedProcess } from '../support/watched-process';

/**
 * Tests the cost that one request may cause for other callers. `TEST_SEED=<seed>` sends the same
 * requests again.
 */

const LIMIT_MS = 100;
const TRIES = 5;
const REQUESTS = share(240);
const MOST_VALUES = 20_000;
const MEGABYTE = 1_040_000;
/** Makes a text valid in a query, a path or a header. */
const HEAD = 15_000;
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
    const sent = httpRequest({
      ...{ hostname, port, method, path, agent: false },
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
        ...headers,
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        resolve({ status: response.statusCode ?? 0, code: codeIn(text) });
      });
      response.on('error', reject);
    });
    sent.end(body);
  });

/**
 * Returns the milliseconds for which a request blocks the event loop: the minimum of several tries, because the first
 * one is slower.
 */
const costOf = async (request: Sent): Promise<number> => {
  let fewest = Infinity;
  for (let tries = 0; tries < TRIES && fewest > LIMIT_MS; tries += 1) {
    await service.longestTurn();
    await send(request);
    fewest = Math.min(fewest, await service.longestTurn());
  }
  return fewest;
};

const filled = (piece: string, size: number): string =>
  piece.repeat(Math.max(1, Math.floor(size / piece.length)));

const listed = (piece: string, size: number): string => `${filled(`${piece},`, size)}${piece}`;

const numbered = (piece: (at: number) => string, between: string, size: number): string => {
  const length = Math.max(1, Math.floor(size / (piece(10_000).length + between.length)));
  return Array.from({ length }, (_, at) => piece(at)).join(between);
};

/** Texts with which ambiguous expressions backtrack. */
const texts: Readonly<Record<string, (size: number) => string>> = {
  letters: (size) => filled('a', size),
  words: (size) => filled('a ', size),
  spaces: (size) => `x${filled(' ', size)}x`,
  address: (size) => `a@${filled('a.', size)}`,
  local: (size) => `${filled('a.', size)}@`,
  url: (size) => `http://${filled('a', size)} `,
  video: (size) => `https://a/${filled('.m3u8?', size)} `,
  tags: (size) => filled('<a ', size),
  comments: (size) => filled('<!--', size),
  markdown: (size) => filled('*_[](', size),
  template: (size) => filled('{{', size),
  escapes: (size) => filled('\\u00e9', size),
  accents: (size) => filled('é', size / 2),
  marks: (size) => filled(`a${'\u0301'.repeat(63)}`, size / 2),
  tabs: (size) => `x${filled('\t', size)}x`,
  digits: (size) => filled('9', size),
  dashes: (size) => `${filled('-', size)}!`,
};

const NAMES = [
  ...['email', 'identifier', 'password', 'name', 'firstname', 'title', 'slug', 'url', 'videoUrl'],
  ...['code', 'locale', 'metadata', 'productPayID', 'resetPasswordToken', 'description', 'body'],
];

const bagOf = (text: string): string => `{${NAMES.map((name) => `"${name}":"${text}"`).join(',')}}`;

const json: Readonly<Record<string, (size: number) => string>> = {
  numbers: (size) => `[${listed('0', size)}]`,
  objects: (size) => `[${listed('{}', size)}]`,
  strings: (size) => `[${listed('""', size)}]`,
  nested: (size) => `{"data":[${listed('[[[0]]]', size)}]}`,
  deep: (size) => `{"email":${filled('[', size / 2)}${filled(']', size / 2)}}`,
  'deep objects': (size) => `${filled('{"a":', size)}0`,
  'never closed': (size) => filled('[', size),
  keys: (size) => `{${numbered((at) => `"k${at}":0`, ',', size)}}`,
  'keys in data': (size) => `{"data":{${numbered((at) => `"k${at}":0`, ',', size)}}}`,
  'numbers as keys': (size) => `{${numbered((at) => `"${at * 7919}":0`, ',', size)}}`,
  'one key': (size) => `{${listed('"a":0', size)}}`,
  'long keys': (size) => `{${numbered((at) => `"${'k'.repeat(5_000)}${at}":0`, ',', size)}}`,
  prototypes: (size) => `{"data":[${listed('{"__proto__":0}', size)}]}`,
  'long number': (size) => `[${filled('9', size)}]`,
  'long numbers': (size) => `[${listed('1.23456789e-300', size)}]`,
  spaces: (size) => `{${filled(' ', size)}}`,
  'allowed keys': () => `{${numbered((at) => `"k${at}":"v"`, ',', MOST_VALUES * 9)}}`,
  'allowed values': () => `{"data":{"a":[${listed('"v"', MOST_VALUES * 3)}]}}`,
  'allowed objects': () => `{"documents":[${listed('{"a":1}', MOST_VALUES * 3)}]}`,
  unstorable: (size) => `{"a":"${filled('\\u0000', size)}"}`,
};

const forms: Readonly<Record<string, (size: number) => string>> = {
  empty: (size) => filled('&', size),
  same: (size) => filled('a=1&', size),
  names: (size) => numbered((at) => `a${at}=1`, '&', size),
  indexes: (size) => numbered((at) => `a[${at}]=1`, '&', size),
  deep: (size) => `a${filled('[a]', size)}=1`,
  dots: (size) => `a${filled('.a', size)}=1`,
  open: (size) => filled('[a', size),
  encoded: (size) => `email=${filled('%41', size)}`,
  'badly encoded': (size) => `email=${filled('%zz', size)}`,
};

const part = (name: string, value: string, more = ''): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

const multipart: Readonly<Record<string, (size: number) => string>> = {
  fields: (size) => filled(part('a', ''), size),
  'deep names': (size) => filled(part(filled('a[', 400), '1'), size),
  files: (size) => filled(part('files', '', '; filename="a.txt"'), size),
  lines: (size) => part('a', filled('\r\n', size)),
  boundaries: (size) => filled('--x\r\n', size),
  headers: (size) => `--x\r\n${filled('A: b\r\n', size)}\r\n\r\n`,
  'description of files': (size) =>
    part('files', 'a', '; filename="a.txt"') + part('fileInfo', `[${listed('{}', size)}]`),
};

const queries: Readonly<Record<string, (size: number) => string>> = {
  ...forms,
  sort: (size) => `sort=${listed('title', size)}`,
  directions: (size) => `sort=${filled(':', size)}%0A:`,
  fields: (size) => `fields=${listed('title', size)}`,
  'same filter': (size) => filled('filters[title]=a&', size),
  alternatives: (size) => numbered((at) => `filters[$or][${at}][title]=a`, '&', size),
  'deep filter': (size) => `filters${filled('[$and][0]', size)}[title]=a`,
  populate: (size) => `populate${filled('[categories][populate]', size)}=*`,
  search: (size) => `_q=${filled('a%20', size)}`,
  q: (size) => `q=${filled('a%20', size)}`,
};

const headers: Readonly<Record<string, (size: number) => [string, string]>> = {
  cookies: (size) => ['Cookie', filled('a=b; ', size)],
  session: (size) => ['Cookie', `koa.sess=${filled('a', size)}`],
  languages: (size) => ['Accept-Language', filled('es;q=0.1,', size)],
  'any language': (size) => ['Accept-Language', `${filled('*,', size)}es;q=0.1,en;q=0.1`],
  codings: (size) => ['Accept-Encoding', filled('a;q=0.1,', size)],
  types: (size) => ['Accept', filled('a/b;c="', size)],
  ranges: (size) => ['Range', `bytes=${filled('0-1,', size)}`],
  validators: (size) => ['If-None-Match', filled('W/"a",', size)],
  addresses: (size) => ['X-Forwarded-For', filled('::1,', size)],
  host: (size) => ['Host', filled('a', size)],
  origin: (size) => ['Origin', `http://localhost:${filled('1', size)}`],
  token: (size) => ['Authorization', `Bearer ${filled('a.', size)}`],
  signature: (size) => ['Stripe-Signature', filled('t=1,v1=a,', size)],
  key: (size) => ['Idempotency-Key', filled('a', size)],
};

const addresses: readonly Sent[] = [
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

const named = <T>(table: Readonly<Record<string, T>>): fc.Arbitrary<[string, T]> =>
  fc.constantFrom(...Object.entries(table));

const size = (most: number): fc.Arbitrary<number> =>
  fc.oneof(fc.constant(most), fc.integer({ min: most / 100, max: most }));

const address = fc.constantFrom(...addresses);

const bodyOf = (
  type: string,
  made: Readonly<Record<string, (bytes: number) => string>>,
  end = '',
) =>
  fc.tuple(address, named(made), size(MEGABYTE)).map(([to, [name, make], bytes]) => ({
    ...to,
    name,
    headers: { 'Content-Type': type },
    body: make(bytes) + end,
  }));

const JSON_TYPE = 'application/json';

const bags = Object.fromEntries(
  Object.entries(texts).map(([name, make]) => [
    name,
    (bytes: number) => bagOf(make(bytes / NAMES.length)),
  ]),
);

const bodies = fc.oneof(
  bodyOf(JSON_TYPE, json),
  bodyOf(JSON_TYPE, bags),
  bodyOf('application/x-www-form-urlencoded', forms),
  bodyOf('multipart/form-data; boundary=x', multipart, '--x--\r\n'),
  bodyOf('text/plain', texts),
);

const compressed = fc
  .tuple(bodyOf(JSON_TYPE, json), named(encodings))
  .map(([sent, [encoding, compress]]) => ({
    ...sent,
    headers: { ...sent.headers, 'Content-Encoding': encoding },
    body: compress(sent.body),
  }));

const asked = fc
  .tuple(fc.constantFrom(...reads), named(queries), size(HEAD))
  .map(([to, [name, make], bytes]) => ({ ...to, name, path: `${to.path}?${make(bytes)}` }));

const headed = fc
  .tuple(fc.constantFrom(...addresses, ...reads), named(headers), size(HEAD))
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

const pathed = fc
  .tuple(
    fc.constantFrom('/', '/api/', '/admin/', '/uploads/', '/content-manager/'),
    piece,
    size(HEAD),
  )
  .map(([beginning, text, bytes]) => ({
    ...{ method: 'GET', name: `path of ${text}` },
    path: `${beginning}${filled(text, bytes)}`,
  }));

const anything: fc.Arbitrary<Sent & { name: string }> = fc.oneof(
  { weight: 4, arbitrary: bodies },
  { weight: 1, arbitrary: compressed },
  { weight: 2, arbitrary: asked },
  { weight: 1, arbitrary: headed },
  { weight: 1, arbitrary: pathed },
);

const told = ({ method, path, who, name }: Sent & { name: string }): string =>
  `${method} ${path.slice(0, 80)} as ${who ?? 'a stranger'}, ${name}`;

const tooCostly = async (requests: readonly (Sent & { name: string })[]): Promise<string[]> => {
  const found: string[] = [];
  for (const request of requests) {
    const cost = await costOf(request);
    if (cost > LIMIT_MS) found.push(`${Math.round(cost)} ms: ${told(request)}`);
  }
  return found;
};

describe(`Any request of up to a megabyte – computes for at most ${LIMIT_MS} ms at a time`, () => {
  it(`${REQUESTS} generated requests`, async () => {
    expect(await tooCostly(fc.sample(anything, { numRuns: REQUESTS }))).toEqual([]);
  });

  it('POST /admin/forgot-password – an address of 100 dots – is answered', async () => {
    const body = JSON.stringify({ email: `a@${'a.'.repeat(100)}` });
    const request = { method: 'POST', path: '/admin/forgot-password', body };
    expect(await costOf({ ...request, headers: { 'Content-Type': JSON_TYPE } })).toBeLessThan(
      LIMIT_MS,
    );
  });

  it('GET /api/lives/next – a moment of 15,000 characters – is refused', async () => {
    const path = `/api/lives/next?from=T${'x'.repeat(15_000)}`;
    expect(await costOf({ method: 'GET', path })).toBeLessThan(LIMIT_MS);
  });

  it('GET /api/products – a sort with 15,000 colons – is answered', async () => {
    const path = `/api/products?${queries.directions?.(HEAD) ?? ''}`;
    expect(await costOf({ method: 'GET', path })).toBeLessThan(LIMIT_MS);
  });

  it('POST /api/user-endpoints/login – a megabyte of letters with 63 marks each – is refused', async () => {
    const body = JSON.stringify({ email: texts.marks?.(MEGABYTE) });
    const request = { method: 'POST', path: '/api/user-endpoints/login', body };
    expect(await costOf({ ...request, headers: { 'Content-Type': JSON_TYPE } })).toBeLessThan(
      LIMIT_MS,
    );
  });

  it.each([
    ['24 attributes without an end', `<font${' size="'.repeat(24)}$>`],
    ['100,000 blanks', `<font size="1"${' '.repeat(100_000)}$>`],
  ])('POST /upload – a subtitle tag with %s – is refused', async (_name, tag) => {
    const cue = `WEBVTT\n\n00:00.000 --> 00:02.000\n${tag}\n`;
    const request = { method: 'POST', path: '/upload', who: 'panel' };
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const body = `${part('files', cue, '; filename="a.vtt"')}--x--\r\n`;
    expect(await send({ ...request, headers, body })).toMatchObject({ status: 400 });
    expect(await costOf({ ...request, headers, body })).toBeLessThan(LIMIT_MS);
  });

  it('GET /api/nothing – thousands of languages in Accept-Language – is answered', async () => {
    const languages = { 'Accept-Language': `${filled('*,', HEAD)}es;q=0.1,en;q=0.1` };
    expect(await costOf({ method: 'GET', path: '/api/nothing', headers: languages })).toBeLessThan(
      LIMIT_MS,
    );
  });
});

describe('A body with too many values', () => {
  const post = (path: string, body: string | Buffer, more: Record<string, string> = {}) =>
    send({ method: 'POST', path, body, headers: { 'Content-Type': JSON_TYPE, ...more } });

  it('POST /api/user-endpoints/login – 20,000 values – is read, one more is 413', async () => {
    const body = (values: number) => `{"email":[${listed('0', (values - 2) * 2)}]}`;
    expect(await post('/api/user-endpoints/login', body(MOST_VALUES))).toEqual({
      status: 400,
      code: 'INVALID_REQUEST',
    });
    expect(await post('/api/user-endpoints/login', body(MOST_VALUES + 1))).toEqual({
      status: 413,
      code: 'TOO_MANY_VALUES',
    });
  });

  it.each([
    ['POST', '/api/nothing', 404, 'NOT_FOUND'],
    ['PUT', '/api/user-endpoints/login', 405, 'METHOD_NOT_ALLOWED'],
    ['PATCH', '/nothing', 405, undefined],
  ])(
    '%s %s – a body that no route reads – is %i and not parsed',
    async (method, path, status, code) => {
      for (const body of [json.numbers?.(MEGABYTE) ?? '', '{"a":']) {
        const answer = await send({ method, path, body, headers: { 'Content-Type': JSON_TYPE } });
        expect(answer).toEqual({ status, code });
      }
    },
  );

  const whole = {
    numbers: `[${listed('0', 10_000_000)}]`,
    text: `{"email":"${filled('a', 5_000_000)}"}`,
    values: `[${listed('0', MEGABYTE)}]`,
    objects: `[${listed('{}', MEGABYTE)}]`,
    deep: filled('[', MEGABYTE),
    keys: `{${numbered((at) => `"k${at}":0`, ',', MEGABYTE)}}`,
  };

  it.each(Object.entries(whole))('POST – %s, compressed – are refused', async (_name, text) => {
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
  });

  it('POST /api/user-endpoints/login – a small body, compressed – is read', async () => {
    const body = gzipSync(
      JSON.stringify({ email: 'nobody@example.com', password: 'Sunny-Kettle-42' }),
    );
    expect(await post('/api/user-endpoints/login', body, { 'Content-Encoding': 'gzip' })).toEqual({
      status: 401,
      code: 'INVALID_CREDENTIALS',
    });
  });
});
