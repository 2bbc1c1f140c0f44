import { globSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { generous, logIn, registerSomeone } from '../account/support/accounts';
import { createApiToken, signIn } from '../support/admin';
import { startApp, type App } from '../support/app';

/**
 * No request of an anonymous caller, a student, a server or (for the project’s plugins) the panel returns an internal
 * error. `FUZZ_REQUESTS=20000` sends more requests; `TEST_SEED=<seed>` repeats them.
 */

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 600);
const CONCURRENT_REQUESTS = 4;
const TIMEOUT_MS = 30_000;
let app: App;
/** The tokens of an anonymous caller, a student, a server and an administrator. */
let tokens: readonly (string | null)[];

const ADMINISTRATOR = 3;

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

/** Returns every route of the service and its plugins. */
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

/** Returns whether a route belongs to the panel part of a plugin of this project. */
const isPanelRoute = ({ path: address }: Route): boolean =>
  ownPlugins.has(address.split('/')[1] ?? '');

const hostileValue = fc.constantFrom(
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

const value = fc.oneof(hostileValue, hostileValue, fc.string(), fc.integer().map(String));

/** Path segments of the panel that reach its handlers. */
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
        const keys = path.map((segment) => `[${encodeURIComponent(segment)}]`).join('');
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
  fc.dictionary(field, leaf, { maxKeys: 6 }).map((data) => JSON.stringify(data)),
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

const addressOf = ({ path }: Route, { segments, query: queryString }: Request): string => {
  const segmentsLeft = [...segments];
  const filled = path.replace(/:\w+(?:\([^)]*\))?[?*+]?/g, () =>
    encodeURIComponent(segmentsLeft.pop() ?? '1'),
  );
  return queryString === '' ? filled : `${filled}?${queryString}`;
};

const send = async (routes: readonly Route[], generated: Request): Promise<string | undefined> => {
  const route = routes[generated.route % routes.length];
  if (route === undefined) return undefined;
  const method = generated.anotherMethod ?? route.method;
  const address = addressOf(route, generated);
  const token = tokens[generated.who];
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const description = `${method} ${address.slice(0, 500)} as ${generated.who} ${hasBody ? generated.body.slice(0, 500) : ''}`;
  const answer = await fetch(`${app.url}${address}`, {
    method,
    headers: {
      ...(typeof token === 'string' && { Authorization: `Bearer ${token}` }),
      ...(hasBody && generated.contentType !== '' && { 'Content-Type': generated.contentType }),
    },
    ...(hasBody && { body: generated.body }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await answer.text();
  if (answer.status < 500) return undefined;
  // Payment provider and partner are not configured, so their endpoints return 503.
  if (answer.status === 503 && (text.includes('"code"') || method === 'HEAD')) return undefined;
  return `${answer.status} ${description} ${text.slice(0, 300)}`;
};

/** Sends requests to the given routes. Returns the internal errors. */
const findInternalErrors = async (
  routes: readonly Route[],
  requests: fc.Arbitrary<Request>,
): Promise<string[]> => {
  const requestsLeft = fc.sample(requests, { numRuns: REQUESTS });
  const failures: string[] = [];
  const sendRemaining = async (): Promise<void> => {
    for (
      let generated = requestsLeft.pop();
      generated !== undefined;
      generated = requestsLeft.pop()
    ) {
      const failure = await send(routes, generated);
      if (failure !== undefined) failures.push(failure);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, sendRemaining));
  return failures;
};

it(`all routes – ${REQUESTS} generated requests – return no internal error`, async () => {
  const routes = routesOf(app);
  expect(routes.length).toBeGreaterThan(200);
  expect(await findInternalErrors(routes, requestOf(fc.nat({ max: 2 }), value))).toEqual([]);
});

it(`panel routes of the plugins – ${REQUESTS} generated requests – return no internal error`, async () => {
  const routes = routesOf(app).filter(isPanelRoute);
  expect(routes.length).toBeGreaterThan(60);
  const requests = requestOf(fc.constant(ADMINISTRATOR), fc.oneof(value, model));
  expect(await findInternalErrors(routes, requests)).toEqual([]);
});
