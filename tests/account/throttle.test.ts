import { readSettings } from '#index';
import { accountSettings } from '#plugins/account/settings';
import { buildAddressKey } from '#platform/throttle/address';
import type { App } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';
import { testEnvironment } from '../support/environment';
import { type ServiceProcess, startProcess } from '../support/process';
import {
  apiToken,
  bearer,
  codeOf,
  generous,
  logIn,
  type Mailbox,
  newAccount,
  openAccounts,
  PASSWORD,
  registerSomeone,
  someEmail,
} from './support/accounts';
import { until } from '../support/until';

describe('rate limits', () => {
  it('LIMIT_EMAIL_EXISTS_PER_ADDRESS – is the lowest limit per address', () => {
    const { limits } = readSettings(
      testEnvironment({ url: 'postgresql://localhost/none', publicDir: '.' }),
    ).of(accountSettings);
    const perHour = ({ points, seconds }: { points: number; seconds: number }) =>
      (points / seconds) * 3600;
    const otherLimits = Object.entries(limits).filter(
      ([name]) => name.endsWith('PerAddress') && name !== 'emailExistsPerAddress',
    );
    expect(otherLimits.length).toBeGreaterThan(3);
    for (const [, otherLimit] of otherLimits) {
      expect(perHour(limits.emailExistsPerAddress)).toBeLessThan(perHour(otherLimit));
    }
  });

  let app: App;
  let mailbox: Mailbox;
  let address = 0;

  /** All requests come from this machine. A trusted proxy names the caller. */
  const forwardedFor = (ip: string) => ({ 'X-Forwarded-For': ip });
  const newAddress = (): string => `203.0.113.${(address += 1)}`;

  beforeAll(async () => {
    ({ app, mailbox } = await openAccounts({
      env: { TRUSTED_PROXIES: '1' },
      runtimeEnv: {
        LIMIT_REGISTER_PER_ADDRESS: '3/60',
        LIMIT_LOGIN_PER_ADDRESS: '20/60',
        LIMIT_LOGIN_PER_ACCOUNT: '5/60',
        LIMIT_EMAIL_EXISTS_PER_ADDRESS: '4/60',
        LIMIT_FORGOT_PER_ACCOUNT: '2/60',
        LIMIT_RESET_PER_ADDRESS: '3/60',
        LIMIT_PROFILE_PER_ACCOUNT: '3/60',
      },
    }));
  });

  afterAll(() => app.stop());

  const requestExists = (
    ip: string,
    email: string,
    path = '/api/login-user/exists-email-vertical',
  ) => app.request.post(path).set(forwardedFor(ip)).send({ email });

  const login = (email: string, password: string, ip = newAddress()) =>
    app.request.post('/api/user-endpoints/login').set(forwardedFor(ip)).send({ email, password });

  const registerStudent = async () =>
    (await register(newAddress()).expect(200)).body as { email: string };

  const register = (ip: string) =>
    app.request.post('/api/user-endpoints/register').set(forwardedFor(ip)).send(newAccount());

  it('429 – has Retry-After, for every spelling of the path', async () => {
    const ip = newAddress();
    const paths = [
      '/api/login-user/exists-email-vertical',
      '/api/login-user/exists-email-vertical/',
      '/api/Login-User/EXISTS-email-vertical',
      '/api/login-user/exists-email-vertical?',
    ];
    for (const path of paths) await requestExists(ip, someEmail(), path).expect(200);
    const answer = await requestExists(ip, someEmail().toUpperCase()).expect(429);
    expect(codeOf(answer)).toBe('TOO_MANY_REQUESTS');
    const wait = Number(answer.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    await requestExists(newAddress(), someEmail()).expect(200);
  });

  it('X-Forwarded-For – uses the address added by the trusted proxy only', async () => {
    const ip = newAddress();
    for (let count = 0; count < 4; count += 1) {
      await requestExists(`${newAddress()}, ${ip}`, someEmail()).expect(200);
    }
    await requestExists(`${newAddress()}, ${ip}`, someEmail()).expect(429);
  });

  it('addresses that differ in the port – count as one caller', async () => {
    const ip = newAddress();
    const entries = ['', ':1024', ':50001', ':443'].map((port) => `${ip}${port}`);
    for (const entry of entries) await requestExists(entry, someEmail()).expect(200);
    await requestExists(`${ip}:8080`, someEmail()).expect(429);
    for (let count = 0; count < 4; count += 1) {
      await requestExists(`[2001:db8:7::${count}]:${1000 + count}`, someEmail()).expect(200);
    }
    await requestExists('[2001:db8:7::9]', someEmail()).expect(429);
    await requestExists('2001:db8:7::9', someEmail()).expect(429);
  });

  it('malformed or additional addresses – do not make a new caller', async () => {
    const invalidEntries = ['unknown', 'a', '1.2.3', '', '999.1.1.1:1', '[::1', 'b:1'];
    const statuses: number[] = [];
    for (const entry of invalidEntries)
      statuses.push((await requestExists(entry, someEmail())).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 429]);
    const ip = newAddress();
    const lists = [`x:1, ${ip}`, `${newAddress()},,${ip}:7`, `,${ip}`, `1.1.1.1, 2.2.2.2,${ip}:9`];
    for (const list of lists) await requestExists(list, someEmail()).expect(200);
    await requestExists(`[::2]:1, ${ip}:10`, someEmail()).expect(429);
  });

  describe('for visitors of a frontend server', () => {
    const server = '198.51.100.7';
    const requestVisitorAddress = (token: string, visitor: string, path = '/api/visitor-address') =>
      app.request
        .get(path)
        .set('X-Visitor-Token', token)
        .set('X-Forwarded-For', visitor === '' ? server : `${visitor}, ${server}`);
    const permission = ['plugin::account.visitors.vouch'];

    it('GET /visitor-address – token with the permission – counts the visitor instead of the server', async () => {
      const token = await apiToken(app.strapi, permission);
      const findCountedAddress = async (visitor: string) =>
        ((await requestVisitorAddress(token, visitor).expect(200)).body as { data: object }).data;
      expect(await findCountedAddress('203.0.113.200')).toEqual({
        address: '203.0.113.200',
        isVouched: true,
      });
      // Only the last address was added by the server itself.
      expect(await findCountedAddress('1.1.1.1, [2001:db8::1]:44')).toEqual({
        address: '2001:db8::1',
        isVouched: true,
      });
      for (const invalidVisitor of ['', 'unknown', '1.1.1.1, 999.1.1.1', '203.0.113.1:x']) {
        expect(await findCountedAddress(invalidVisitor)).toEqual({
          address: server,
          isVouched: false,
        });
      }
    });

    it('POST /login-user/exists-email-vertical – vouched visitors – are counted separately', async () => {
      const token = await apiToken(app.strapi, permission);
      const requestAs = (visitor: string) =>
        requestExists(`${visitor}, ${server}`, someEmail()).set('X-Visitor-Token', token);
      const [firstVisitor, secondVisitor] = [newAddress(), newAddress()];
      for (let count = 0; count < 4; count += 1) await requestAs(firstVisitor).expect(200);
      await requestAs(firstVisitor).expect(429);
      await requestAs(secondVisitor).expect(200);
    });

    it('GET /visitor-address – token without the permission – responds with 401', async () => {
      const tokenWithoutPermission = await apiToken(app.strapi, ['plugin::account.users.find']);
      const { jwt } = (await login((await registerStudent()).email, PASSWORD).expect(200)).body as {
        jwt: string;
      };
      for (const token of [tokenWithoutPermission, jwt, 'x', 'a b', 'x'.repeat(2000)]) {
        const answer = await requestVisitorAddress(token, '203.0.113.9').expect(401);
        expect(codeOf(answer)).toBe('INVALID_VISITOR_TOKEN');
      }
      await requestVisitorAddress(
        tokenWithoutPermission,
        '203.0.113.9',
        '/api/products/books',
      ).expect(401);
      const [name, value] = bearer(await apiToken(app.strapi, permission));
      const answer = await app.request.get('/api/visitor-address').set(name, value).expect(200);
      expect(answer.body).toMatchObject({ data: { isVouched: false } });
    });

    it('GET /visitor-address – revoked token – responds with 401 at once', async () => {
      const token = await apiToken(app.strapi, permission);
      await requestVisitorAddress(token, '203.0.113.9').expect(200);
      const tokens = app.strapi.db.query('admin::api-token');
      const newestTokens = (await tokens.findMany({ orderBy: { id: 'desc' }, limit: 1 })) as {
        id: number;
      }[];
      const service = app.strapi.service('admin::api-token-content-api') as unknown as {
        revoke: (id: number) => Promise<unknown>;
      };
      await service.revoke(newestTokens[0]?.id ?? 0);
      await requestVisitorAddress(token, '203.0.113.9').expect(401);
    });
  });

  it('POST /admin/login – counts the same callers', async () => {
    const ip = newAddress();
    const email = someEmail();
    const signIn = (port: number) =>
      app.request
        .post('/admin/login')
        .set(forwardedFor(`${ip}:${port}`))
        .send({ email, password: 'Wrong-Password-1' });
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await signIn(2000 + count)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    // Visitor tokens do not apply to the panel.
    const token = await apiToken(app.strapi, ['plugin::account.visitors.vouch']);
    await app.request
      .post('/admin/login')
      .set({ ...forwardedFor(`${newAddress()}, ${ip}`), 'X-Visitor-Token': token })
      .send({ email, password: 'Wrong-Password-1' })
      .expect(429);
  });

  it('POST /admin/login – one password for many accounts – counts the address', async () => {
    const ip = newAddress();
    const signIn = (from: string) =>
      app.request
        .post('/admin/login')
        .set(forwardedFor(from))
        .send({ email: someEmail(), password: 'Wrong-Password-1' });
    for (let count = 0; count < 100; count += 1) expect((await signIn(ip)).status).toBe(400);
    const refused = await signIn(ip);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await app.request
      .post('/admin/reset-password')
      .set(forwardedFor(ip))
      .send({ resetPasswordToken: 'unknown', password: PASSWORD })
      .expect(429);
    expect((await signIn(newAddress())).status).toBe(400);
  });

  it.each(['login', 'forgot-password'])(
    'POST /admin/%s – addresses of one IPv6 network – count as one caller',
    async (route) => {
      const email = someEmail();
      const statusFrom = async (ip: string): Promise<number> => {
        const { status } = await app.request
          .post(`/admin/${route}`)
          .set(forwardedFor(ip))
          .send({ email, ...(route === 'login' && { password: 'Wrong-Password-1' }) });
        return status;
      };
      for (let host = 1; host <= 5; host += 1) {
        expect(await statusFrom(`2001:db8:0:7::${host}`)).not.toBe(429);
      }
      expect(await statusFrom('2001:db8:0:7:a:b:c:d')).toBe(429);
      expect(await statusFrom('2001:db8:0:8::1')).not.toBe(429);
    },
  );

  it('parallel requests – are counted exactly', async () => {
    const ip = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => requestExists(ip, someEmail())),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  });

  it('registrations and reset attempts – are limited by address', async () => {
    const ip = newAddress();
    for (let count = 0; count < 3; count += 1) await register(ip).expect(200);
    await register(ip).expect(429);
    const reset = () =>
      app.request
        .post('/api/user-endpoints/password-reset')
        .set(forwardedFor(ip))
        .send({ code: 'ABCDE', password: PASSWORD });
    for (let count = 0; count < 3; count += 1) await reset().expect(400);
    await reset().expect(429);
  });

  it('right password – resets the count of wrong passwords', async () => {
    const { email } = (await register(newAddress()).expect(200)).body as { email: string };
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 3; count += 1) await login(email, 'Wrong-Password-1').expect(401);
      await login(email, PASSWORD).expect(200);
    }
  });

  it('logins – are limited by address, for any account', async () => {
    const ip = newAddress();
    for (let count = 0; count < 20; count += 1) await login(someEmail(), 'Wrong-1', ip).expect(401);
    await login(someEmail(), 'Wrong-1', ip).expect(429);
  });

  const countUnsentMails = async (): Promise<number> => {
    const { rows } = await app.strapi.db.connection.raw<{ rows: unknown[] }>(
      `SELECT FROM jobs.job WHERE name = 'account.mail' AND state IN ('created', 'active', 'retry')`,
    );
    return rows.length;
  };

  it('POST /user-endpoints/forgot-password – above the limit – sends no more codes, with the same response', async () => {
    const { email } = (await register(newAddress()).expect(200)).body as { email: string };
    const answers = [];
    for (let count = 0; count < 4; count += 1) {
      const answer = await app.request
        .post('/api/user-endpoints/forgot-password')
        .set(forwardedFor(newAddress()))
        .send({ email })
        .expect(200);
      answers.push(JSON.stringify(answer.body));
    }
    expect(new Set(answers).size).toBe(1);
    await mailbox.to(email, 3);
    await until(countUnsentMails, (count) => count === 0);
    expect(await mailbox.to(email)).toHaveLength(3);
  });

  it('changes of a profile – are limited', async () => {
    const { email } = (await register(newAddress()).expect(200)).body as { email: string };
    const { jwt } = (await login(email, PASSWORD).expect(200)).body as { jwt: string };
    const update = () =>
      app.request
        .put('/api/user-endpoints/update-profile')
        .set(...bearer(jwt))
        .send({});
    for (let count = 0; count < 3; count += 1) await update().expect(200);
    await update().expect(429);
  });
});

describe('rate limits on two nodes without a proxy', () => {
  let database: TestDatabase;
  let nodes: ServiceProcess[] = [];

  beforeAll(async () => {
    database = await createDatabase();
    const env = {
      ...generous,
      LIMIT_EMAIL_EXISTS_PER_ADDRESS: '6/60',
      LIMIT_LOGIN_PER_ACCOUNT: '2/600',
    };
    nodes = [await startProcess({ database, env }), await startProcess({ database, env })];
  });

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await database.drop();
  });

  it('are shared by the nodes, and ignore forwarded addresses', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      const node = nodes[count % 2];
      const answer = await node?.request
        .post('/api/login-user/exists-email-vertical')
        .set('X-Forwarded-For', `203.0.113.${count}`)
        .set('X-Real-IP', `203.0.113.${count}`)
        .set('Forwarded', `for=203.0.113.${count}`)
        .send({ email: someEmail() });
      statuses.push(answer?.status ?? 0);
    }
    expect(statuses).toEqual([...Array<number>(6).fill(200), ...Array<number>(4).fill(429)]);
  });

  it('login and logout on one node – apply to the other', async () => {
    const [firstNode, secondNode] = nodes;
    if (firstNode === undefined || secondNode === undefined)
      throw new Error('There are not two nodes');
    const { email } = await registerSomeone(firstNode);
    const token = await logIn(secondNode, email);
    const me = (node: ServiceProcess) => node.request.get('/api/users/me').set(...bearer(token));
    await me(firstNode).expect(200);
    await secondNode.request
      .post('/api/user-endpoints/logout')
      .set(...bearer(token))
      .expect(200);
    await me(firstNode).expect(401);
  });

  it('parallel logins with the right password – all succeed, on both nodes', async () => {
    const [firstNode, secondNode] = nodes;
    if (firstNode === undefined || secondNode === undefined)
      throw new Error('There are not two nodes');
    const { email } = await registerSomeone(firstNode);
    const logins = (password: string): Promise<number[]> =>
      Promise.all(
        Array.from({ length: 20 }, async (_, number) => {
          const node = number % 2 === 0 ? firstNode : secondNode;
          const answer = await node.request
            .post('/api/user-endpoints/login')
            .send({ email, password });
          return answer.status;
        }),
      );
    expect(await logins(PASSWORD)).toEqual(Array<number>(20).fill(200));
    expect(await logins('Wrong-Password-1')).toEqual(Array<number>(20).fill(401));
    expect(await logins(PASSWORD)).toEqual(Array<number>(20).fill(401));
  });
});

describe('buildAddressKey', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::99', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('%s – returns %s', (ip, key) => {
    expect(buildAddressKey(ip)).toBe(key);
  });
});
