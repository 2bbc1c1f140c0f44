import { randomUUID } from 'node:crypto';
import type { Endpoint } from '#platform/http/endpoint';
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
  const authorized = token === null ? request : request.set(...bearer(token));
  return method === 'GET' ? authorized.query({ ...example?.query }) : authorized.send(body);
};

const codeOf = ({ body }: { body: unknown }): string | undefined =>
  (body as { error?: { details?: { code?: string } } } | null)?.error?.details?.code;

const outcome = async (endpoint: Endpoint, token: string | null): Promise<string> => {
  const answer = await call(endpoint, token);
  const code = codeOf(answer);
  const isRefused = code === 'UNAUTHENTICATED' || code === 'NOT_ALLOWED';
  return isRefused ? `${answer.status} ${code}` : 'let in';
};

const createStudentToken = async (): Promise<string> =>
  logIn(app, (await registerSomeone(app)).email);

const createAdministratorToken = async (): Promise<string> => {
  const { email, id } = await registerSomeone(app);
  await promote(app.strapi, id);
  return logIn(app, email);
};

const createRevokedToken = async (): Promise<string> => {
  const token = await createStudentToken();
  await app.request
    .post('/api/user-endpoints/logout')
    .set(...bearer(token))
    .expect(200);
  return token;
};

const createTokenOfChangedUser = async (data: object): Promise<string> => {
  const { email, id } = await registerSomeone(app);
  const token = await logIn(app, email);
  await app.strapi.db.query(USER).update({ where: { id }, data });
  return token;
};

const createTokenOfDeletedUser = async (): Promise<string> => {
  const { email, id } = await registerSomeone(app);
  const token = await logIn(app, email);
  await app.strapi.db.query(USER).delete({ where: { id } });
  return token;
};

/** Callers without a valid login or API token. */
const strangers: Readonly<Record<string, () => Promise<string | null>>> = {
  nobody: () => Promise.resolve(null),
  'an invalid token': () => Promise.resolve('nonsense'),
  'a revoked token': createRevokedToken,
  'a token from before the password was changed': () =>
    createTokenOfChangedUser({ sessionStamp: randomUUID() }),
  'a blocked user': () => createTokenOfChangedUser({ blocked: true }),
  'a deleted user': createTokenOfDeletedUser,
};

const callers = {
  ...strangers,
  'a student': createStudentToken,
  'an administrator of users': createAdministratorToken,
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
const expectedOutcome = ({ access = 'public' }: Endpoint, caller: string): string => {
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
    it(`permits and refuses callers by its access: ${endpoint.access ?? 'public'}`, async () => {
      const outcomes: Record<string, string> = {};
      const expectedOutcomes: Record<string, string> = {};
      for (const [name, obtain] of Object.entries(callers)) {
        outcomes[name] = await outcome(endpoint, await tokenOf(name, endpoint, obtain));
        expectedOutcomes[name] = expectedOutcome(endpoint, name);
      }
      expect(outcomes).toEqual(expectedOutcomes);
    });
  },
);

it('the contracts – contain endpoints of every access', () => {
  const kinds = new Set(endpoints.map(({ access = 'public' }) => access));
  expect([...kinds].sort()).toEqual(['manager', 'optional', 'public', 'student']);
});

const managedEndpoints = endpoints.filter((endpoint) => endpoint.access === 'manager');

it.each(managedEndpoints.map((endpoint) => [endpoint.operationId, endpoint] as const))(
  '%s – API token – is permitted only with its own permission',
  async (_operationId, endpoint) => {
    for (const { permission } of managedEndpoints) {
      const token = await apiToken(app.strapi, [permission]);
      const isRight = permission === endpoint.permission;
      expect(await outcome(endpoint, token)).toBe(isRight ? 'let in' : '403 NOT_ALLOWED');
    }
  },
);

const endpointsWithStudent = endpoints.filter(
  ({ access }) => access === 'student' || access === 'optional',
);

it.each(endpointsWithStudent.map((endpoint) => [endpoint.operationId, endpoint] as const))(
  '%s – database unavailable – returns 503 instead of treating the caller as unknown',
  async (_operationId, endpoint) => {
    const token = await createStudentToken();
    const tokens = app.strapi
      .plugin('users-permissions')
      .service<{ getToken: () => Promise<unknown> }>('jwt');
    const connectionError = new HostError('Connection terminated unexpectedly');
    const lookup = jest.spyOn(tokens, 'getToken').mockRejectedValueOnce(connectionError);
    try {
      const answer = await call(endpoint, token, { email: 'ana@example.com', password: PASSWORD });
      expect([answer.status, codeOf(answer)]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    } finally {
      lookup.mockRestore();
    }
  },
);
