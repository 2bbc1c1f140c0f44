import { randomUUID } from 'node:crypto';
import type { Endpoint } from '../../src/platform/http/endpoint';
import {
  apiToken,
  bearer,
  generous,
  logIn,
  type Mailbox,
  openMailbox,
  PASSWORD,
  promote,
  registerSomeone,
} from '../account/support/accounts';
import { startApp, type App } from '../support/app';
import { HostError } from '../support/host';
import { endpoints } from '../support/endpoints';

/** Tests which callers the `access` of every contract permits and refuses. */

const USER = 'plugin::users-permissions.user';

let app: App;
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await openMailbox();
  // Some endpoints use the caller optionally.
  const asking = { SERIES_LOGIN_PROTECTS_LINKS: 'true' };
  app = await startApp({
    env: mailbox.env,
    runtimeEnv: { ...generous, ...mailbox.runtimeEnv, ...asking },
  });
});

afterAll(async () => {
  await app.stop();
  await mailbox.close();
});

const call = ({ method, path, example }: Endpoint, token: string | null, body: object = {}) => {
  const address = `/api${path.replace(/:\w+/g, 'es')}`;
  const request = app.request[method.toLowerCase() as 'post'](address);
  const sent = token === null ? request : request.set(...bearer(token));
  return method === 'GET' ? sent.query({ ...example?.query }) : sent.send(body);
};

const codeOf = ({ body }: { body: unknown }): string | undefined =>
  (body as { error?: { details?: { code?: string } } } | null)?.error?.details?.code;

const outcome = async (endpoint: Endpoint, token: string | null): Promise<string> => {
  const answer = await call(endpoint, token);
  const code = codeOf(answer);
  const isRefused = code === 'UNAUTHENTICATED' || code === 'NOT_ALLOWED';
  return isRefused ? `${answer.status} ${code}` : 'let in';
};

const student = async (): Promise<string> => logIn(app, (await registerSomeone(app)).email);

const administrator = async (): Promise<string> => {
  const { email, id } = await registerSomeone(app);
  await promote(app.strapi, id);
  return logIn(app, email);
};

const revoked = async (): Promise<string> => {
  const token = await student();
  await app.request
    .post('/api/user-endpoints/logout')
    .set(...bearer(token))
    .expect(200);
  return token;
};

const changed = async (data: object): Promise<string> => {
  const { email, id } = await registerSomeone(app);
  const token = await logIn(app, email);
  await app.strapi.db.query(USER).update({ where: { id }, data });
  return token;
};

const deleted = async (): Promise<string> => {
  const { email, id } = await registerSomeone(app);
  const token = await logIn(app, email);
  await app.strapi.db.query(USER).delete({ where: { id } });
  return token;
};

/** Callers that are unknown or no longer known. */
const strangers: Readonly<Record<string, () => Promise<string | null>>> = {
  nobody: () => Promise.resolve(null),
  'a nonsensical token': () => Promise.resolve('nonsense'),
  'a revoked token': revoked,
  'a token from before the password was changed': () => changed({ sessionStamp: randomUUID() }),
  'a blocked user': () => changed({ blocked: true }),
  'a deleted user': deleted,
};

const callers = {
  ...strangers,
  'a student': student,
  'an administrator of users': administrator,
  'an API token without the right': () => apiToken(app.strapi, ['api::product.product.find']),
  'an API token that may do everything': () => apiToken(app.strapi),
};

const tokens = new Map<string, string | null>();

const tokenOf = async (
  caller: string,
  { access }: Endpoint,
  obtain: () => Promise<string | null>,
): Promise<string | null> => {
  // The endpoint may end the login of its token.
  if (access === 'student' && !(caller in strangers)) return obtain();
  const token = tokens.get(caller) ?? (await obtain());
  tokens.set(caller, token);
  return token;
};

const refused = '401 UNAUTHENTICATED';

/** Expected results of the callers; unnamed callers are permitted. */
const expected = ({ access = 'public' }: Endpoint, caller: string): string => {
  if (access === 'public' || access === 'optional') return 'let in';
  if (caller in strangers) return refused;
  if (access === 'student') return caller.startsWith('an API token') ? refused : 'let in';
  return caller === 'a student' || caller === 'an API token without the right'
    ? '403 NOT_ALLOWED'
    : 'let in';
};

describe.each(endpoints.map((endpoint) => [endpoint.operationId, endpoint] as const))(
  '%s',
  (_operationId, endpoint) => {
    it(`lets in whom its access says: ${endpoint.access ?? 'public'}`, async () => {
      const outcomes: Record<string, string> = {};
      const promised: Record<string, string> = {};
      for (const [name, obtain] of Object.entries(callers)) {
        outcomes[name] = await outcome(endpoint, await tokenOf(name, endpoint, obtain));
        promised[name] = expected(endpoint, name);
      }
      expect(outcomes).toEqual(promised);
    });
  },
);

it('walks over endpoints of every access', () => {
  const kinds = new Set(endpoints.map(({ access = 'public' }) => access));
  expect([...kinds].sort()).toEqual(['manager', 'optional', 'public', 'student']);
});

const managed = endpoints.filter((endpoint) => endpoint.access === 'manager');

it.each(managed.map((endpoint) => [endpoint.operationId, endpoint] as const))(
  '%s lets in the API token that has its permission and no other',
  async (_operationId, endpoint) => {
    for (const { permission } of managed) {
      const token = await apiToken(app.strapi, [permission]);
      const isRight = permission === endpoint.permission;
      expect(await outcome(endpoint, token)).toBe(isRight ? 'let in' : '403 NOT_ALLOWED');
    }
  },
);

const known = endpoints.filter(({ access }) => access === 'student' || access === 'optional');

it.each(known.map((endpoint) => [endpoint.operationId, endpoint] as const))(
  '%s takes nobody for a stranger because the database is away',
  async (_operationId, endpoint) => {
    const token = await student();
    const tokens = app.strapi
      .plugin('users-permissions')
      .service<{ getToken: () => Promise<unknown> }>('jwt');
    const away = new HostError('Connection terminated unexpectedly');
    const lookup = jest.spyOn(tokens, 'getToken').mockRejectedValueOnce(away);
    try {
      const answer = await call(endpoint, token, { email: 'ana@example.com', password: PASSWORD });
      expect([answer.status, codeOf(answer)]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    } finally {
      lookup.mockRestore();
    }
  },
);
