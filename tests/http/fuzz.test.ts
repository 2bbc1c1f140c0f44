import { globSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { generous, logIn, registerSomeone } from '../account/support/accounts';
import { createApiToken, signIn } from '../support/admin';
import { startApp, type App } from '../support/app';

/**
 * No request of a stranger, a student, a server or, for this project's plugins, the panel returns an internal error.
 * `FUZZ_REQUESTS=20000` sends more requests; `TEST_SEED=<seed>` repeats them.
 */

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 600);
const SIDE_BY_SIDE = 4;
const PATIENCE_MS = 30_000;
let app: App;
/** A stranger, a student, a server and an administrator. */
let tokens: readonly (string | null)[];

const PANEL = 3;

beforeAll(async () => {
  app = await startApp({ seed: true, runtimeEnv: generous });
  const { email, password } = await registerSomeone(app);
  const [student, server] = [await logIn(app, email, password), await createApiToken(app)];
  tokens = [null, student, server, (await signIn(app)).token];
});

afterAll(() => app.stop());

type Layer = { path: string; methods: string[] };

type Route = { method: string; path: string };

/** Requests that Node.js clients cannot send. */
const UNSENDABLE = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** Every route of the service, of every plugin. */
const routesOf = ({ strapi }: App): Route[] =>
  (strapi.server.listRoutes() as unknown as Layer[]).flatMap(({ path, methods }) =>
    path.includes('(')
      ? []
      : methods.filter((method) => !UNSENDABLE.has(method)).map((method) => ({ method, path })),
  );

const ownPlugins = new Set(
  globSync('**/strapi-server.ts', { cwd: path.join(__dirname, '../../src/plugins') }).map((file) =>
    path.basename(path.dirname(file)),
  ),
);

/** Routes of this project's plugins for the panel. */
const isOfPanel = ({ path: address }: Route): boolean =>
  ownPlugins.has(address.split('/')[1] ?? '');

const naughty = fc.constantFrom(
  ...['', '0', '-1', '1', '1.5', '1e3', '1e999', 'NaN', 'Infinity', 'null', 'undefined', 'true'],
  ...['2147483648', '99999999999999999999', '-9223372036854775809', '0x10', ' 12 ', '００１'],
  ...['0000-00-00', '2026-02-30', '+275760-09-14', '25:61', '1969-12-31T23:59:60Z'],
  ...["'", '"', '\\', "' OR 1=1 --", '%', '_', '%25', '{{7*7}}', '<script>', '../../etc/passwd'],
  ...[
    '{',
    '[]',
    '{"a":1}',
    '*',
    '$',
    '$in',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
  ],
  ...['🦎', '\u202e', 'ﷺ', 'e\u0301', '\r\n', '\t', 'a'.repeat(2_000)],
);

const value = fc.oneof(naughty, naughty, fc.string(), fc.integer().map(String));

/** Path segments of the panel, so that the handlers behind them are reached. */
const model = fc.constantFrom(
  ...['api::product.product', 'api::home-page.home-page', 'api::category.category'],
  ...['plugin::upload.file', 'plugin::users-permissions.user', 'admin::user', 'shared.seo'],
);

const names = [
  ...['id', 'documentId', 'title', 'slug', 'fullPrice', 'order', 'createdAt', 'publishedAt'],
  ...['locale', 'categories', 'protagonists', 'cardImage', 'seo', 'header', 'localizations'],
  ...['createdBy', 'role', 'email', 'password', 'isSoon', 'startDate', 'name', 'vertical'],
];

const operators = [
  ...['$eq', '$eqi', '$ne', '$in', '$notIn', '$lt', '$gte', '$between', '$contains', '$containsi'],
  ...['$startsWith', '$endsWithi', '$null', '$notNull', '$not', '$and', '$or', '$jsonSupersetOf'],
];

const key = fc.constantFrom(...names, ...operators, '0', '1', '', 'filters', 'sort', 'populate');
const parameter = fc.constantFrom(
  ...[
    'filters',
    'filters',
    'filters',
    'sort',
    'populate',
    'fields',
    'pagination',
    'locale',
    'status',
  ],
  ...['_q', 'lang', 'vertical', 'page', 'pageSize', 'id', 'ids', 'publicationFilter', 'zzz'],
);

const query = fc
  .array(fc.tuple(parameter, fc.array(key, { maxLength: 4 }), value), { maxLength: 3 })
  .map((parts) =>
    parts
      .map(([name, path, text]) => {
        const keys = path.map((one) => `[${encodeURIComponent(one)}]`).join('');
        return `${name}${keys}=${encodeURIComponent(text)}`;
      })
      .join('&'),
  );

const { leaf } = fc.letrec((tie) => ({
  leaf: fc.oneof(
    { depthSize: 'small' },
    value,
    fc.constantFrom(null, true, 0, -1, 1.5, 1e300),
    fc.array(tie('leaf'), { maxLength: 3 }),
    fc.dictionary(key, tie('leaf'), { maxKeys: 4 }),
  ),
}));

const field = fc.constantFrom(
  ...['data', 'email', 'password', 'nameLastName', 'lang', 'code', 'origin', 'vertical'],
  ...['productPayID', 'success_url', 'metadata', 'billingAddress', 'phone', 'fileInfo', ...names],
  ...['columns', 'rows', 'changes', 'key', 'cells', 'entries', 'documentIds', 'from', 'to', 'uid'],
  ...['query', 'format', 'languages', 'url', 'events', 'headers', 'rules', 'state', 'version'],
);

const body = fc.oneof(
  fc.dictionary(field, leaf, { maxKeys: 6 }).map((one) => JSON.stringify(one)),
  fc.dictionary(field, leaf, { maxKeys: 6 }).map((data) => JSON.stringify({ data })),
  fc.constantFrom('', '{', '[]', 'null', '"a"', '{"a":1', '[[[]]]'),
);

const contentType = fc.constantFrom(
  ...['application/json', 'application/json', 'application/json', 'text/plain', 'application/xml'],
  ...[
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
  ],
  ...['application/json; charset=x', '', ';'],
);

const requestOf = (who: fc.Arbitrary<number>, segment: fc.Arbitrary<string>) =>
  fc.record({
    route: fc.nat(),
    who,
    segments: fc.array(segment, { minLength: 4, maxLength: 4 }),
    query,
    body,
    contentType,
    anotherMethod: fc.option(fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'), {
      freq: 15,
    }),
  });

type Request = ReturnType<typeof requestOf> extends fc.Arbitrary<infer T> ? T : never;

const addressOf = ({ path }: Route, { segments, query: asked }: Request): string => {
  const left = [...segments];
  const filled = path.replace(/:\w+(?:\([^)]*\))?[?*+]?/g, () =>
    encodeURIComponent(left.pop() ?? '1'),
  );
  return asked === '' ? filled : `${filled}?${asked}`;
};

const send = async (routes: readonly Route[], one: Request): Promise<string | undefined> => {
  const route = routes[one.route % routes.length];
  if (route === undefined) return undefined;
  const method = one.anotherMethod ?? route.method;
  const address = addressOf(route, one);
  const token = tokens[one.who];
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const said = `${method} ${address.slice(0, 500)} as ${one.who} ${hasBody ? one.body.slice(0, 500) : ''}`;
  const answer = await fetch(`${app.url}${address}`, {
    method,
    headers: {
      ...(typeof token === 'string' && { Authorization: `Bearer ${token}` }),
      ...(hasBody && one.contentType !== '' && { 'Content-Type': one.contentType }),
    },
    ...(hasBody && { body: one.body }),
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await answer.text();
  if (answer.status < 500) return undefined;
  // Without a payment provider and a partner, these dependencies are unavailable.
  if (answer.status === 503 && (text.includes('"code"') || method === 'HEAD')) return undefined;
  return `${answer.status} ${said} ${text.slice(0, 300)}`;
};

/** Sends a number of requests to some routes; returns those with an internal error. */
const failuresAmong = async (
  routes: readonly Route[],
  requests: fc.Arbitrary<Request>,
): Promise<string[]> => {
  const left = fc.sample(requests, { numRuns: REQUESTS });
  const failures: string[] = [];
  const work = async (): Promise<void> => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) {
      const failure = await send(routes, one);
      if (failure !== undefined) failures.push(failure);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  return failures;
};

it(`answers ${REQUESTS} requests without an internal error`, async () => {
  const routes = routesOf(app);
  expect(routes.length).toBeGreaterThan(200);
  expect(await failuresAmong(routes, requestOf(fc.nat({ max: 2 }), value))).toEqual([]);
});

it(`answers ${REQUESTS} requests of the panel without an internal error`, async () => {
  const routes = routesOf(app).filter(isOfPanel);
  expect(routes.length).toBeGreaterThan(60);
  const requests = requestOf(fc.constant(PANEL), fc.oneof(value, model));
  expect(await failuresAmong(routes, requests)).toEqual([]);
});
