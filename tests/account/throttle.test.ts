import { readSettings } from '../../src/environment';
import { accountSettings } from '../../src/plugins/account/settings';
import { addressKey } from '../../src/platform/throttle/address';
import { type App, startApp } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';
import { testEnvironment } from '../support/environment';
import { apartFromRequest } from '../support/error-bodies';
import { type ServiceProcess, startProcess } from '../support/process';
import {
  apiToken,
  bearer,
  codeOf,
  generous,
  logIn,
  type Mailbox,
  newAccount,
  openMailbox,
  PASSWORD,
  registerSomeone,
  someEmail,
} from './support/accounts';
import { apart, timeInTurn } from './support/timing';
import { until } from '../support/until';

describe('limits', () => {
  it('should be tightest where anybody can ask who has an account', () => {
    const { limits } = readSettings(
      testEnvironment({ url: 'postgresql://localhost/none', publicDir: '.' }),
    ).of(accountSettings);
    const perHour = ({ points, seconds }: { points: number; seconds: number }) =>
      (points / seconds) * 3600;
    const others = Object.entries(limits).filter(
      ([name]) => name.endsWith('PerAddress') && name !== 'emailExistsPerAddress',
    );
    expect(others.length).toBeGreaterThan(3);
    for (const [, other] of others) {
      expect(perHour(limits.emailExistsPerAddress)).toBeLessThan(perHour(other));
    }
  });

  let app: App;
  let mailbox: Mailbox;
  let address = 0;

  /** All requests come from this machine; a trusted proxy names the caller. */
  const from = (ip: string) => ({ 'X-Forwarded-For': ip });
  const someAddress = (): string => `203.0.113.${(address += 1)}`;

  beforeAll(async () => {
    mailbox = await openMailbox();
    app = await startApp({
      env: { ...mailbox.env, TRUSTED_PROXIES: '1' },
      runtimeEnv: {
        ...generous,
        ...mailbox.runtimeEnv,
        LIMIT_REGISTER_PER_ADDRESS: '3/60',
        LIMIT_LOGIN_PER_ADDRESS: '20/60',
        LIMIT_LOGIN_PER_ACCOUNT: '5/60',
        LIMIT_EMAIL_EXISTS_PER_ADDRESS: '4/60',
        LIMIT_FORGOT_PER_ACCOUNT: '2/60',
        LIMIT_RESET_PER_ADDRESS: '3/60',
        LIMIT_PROFILE_PER_ACCOUNT: '3/60',
      },
    });
  });

  afterAll(async () => {
    await app.stop();
    await mailbox.close();
  });

  const exists = (ip: string, email: string, path = '/api/login-user/exists-email-vertical') =>
    app.request.post(path).set(from(ip)).send({ email });

  const login = (email: string, password: string, ip = someAddress()) =>
    app.request.post('/api/user-endpoints/login').set(from(ip)).send({ email, password });

  const newStudent = async () =>
    (await register(someAddress()).expect(200)).body as { email: string };

  const register = (ip: string) =>
    app.request.post('/api/user-endpoints/register').set(from(ip)).send(newAccount());

  it('should say when to come back, whatever is varied about the request', async () => {
    const ip = someAddress();
    const paths = [
      '/api/login-user/exists-email-vertical',
      '/api/login-user/exists-email-vertical/',
      '/api/Login-User/EXISTS-email-vertical',
      '/api/login-user/exists-email-vertical?',
    ];
    for (const path of paths) await exists(ip, someEmail(), path).expect(200);
    const answer = await exists(ip, someEmail().toUpperCase()).expect(429);
    expect(codeOf(answer)).toBe('TOO_MANY_REQUESTS');
    const wait = Number(answer.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    await exists(someAddress(), someEmail()).expect(200);
  });

  it('should believe the last proxy about the address, and nobody before it', async () => {
    const ip = someAddress();
    for (let count = 0; count < 4; count += 1) {
      await exists(`${someAddress()}, ${ip}`, someEmail()).expect(200);
    }
    await exists(`${someAddress()}, ${ip}`, someEmail()).expect(429);
  });

  it('should take an address with another port for the same caller', async () => {
    const ip = someAddress();
    const entries = ['', ':1024', ':50001', ':443'].map((port) => `${ip}${port}`);
    for (const entry of entries) await exists(entry, someEmail()).expect(200);
    await exists(`${ip}:8080`, someEmail()).expect(429);
    for (let count = 0; count < 4; count += 1) {
      await exists(`[2001:db8:7::${count}]:${1000 + count}`, someEmail()).expect(200);
    }
    await exists('[2001:db8:7::9]', someEmail()).expect(429);
    await exists('2001:db8:7::9', someEmail()).expect(429);
  });

  it('should not let a caller be somebody new by writing what is no address, or more of them', async () => {
    const said = ['unknown', 'a', '1.2.3', '', '999.1.1.1:1', '[::1', 'b:1'];
    const statuses: number[] = [];
    for (const entry of said) statuses.push((await exists(entry, someEmail())).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 429]);
    const ip = someAddress();
    const lists = [`x:1, ${ip}`, `${someAddress()},,${ip}:7`, `,${ip}`, `1.1.1.1, 2.2.2.2,${ip}:9`];
    for (const list of lists) await exists(list, someEmail()).expect(200);
    await exists(`[::2]:1, ${ip}:10`, someEmail()).expect(429);
  });

  describe('of visitors of a frontend server', () => {
    const server = '198.51.100.7';
    const vouch = (token: string, visitor: string, path = '/api/visitor-address') =>
      app.request
        .get(path)
        .set('X-Visitor-Token', token)
        .set('X-Forwarded-For', visitor === '' ? server : `${visitor}, ${server}`);
    const permission = ['plugin::account.visitors.vouch'];

    it('GET /visitor-address – token that may vouch – counts the visitor and not the server', async () => {
      const token = await apiToken(app.strapi, permission);
      const counted = async (visitor: string) =>
        ((await vouch(token, visitor).expect(200)).body as { data: object }).data;
      expect(await counted('203.0.113.200')).toEqual({ address: '203.0.113.200', isVouched: true });
      // Only the last address is the server's own word.
      expect(await counted('1.1.1.1, [2001:db8::1]:44')).toEqual({
        address: '2001:db8::1',
        isVouched: true,
      });
      for (const none of ['', 'unknown', '1.1.1.1, 999.1.1.1', '203.0.113.1:x']) {
        expect(await counted(none)).toEqual({ address: server, isVouched: false });
      }
    });

    it('POST /login-user/exists-email-vertical – vouched visitors – have a count each', async () => {
      const token = await apiToken(app.strapi, permission);
      const ask = (visitor: string) =>
        exists(`${visitor}, ${server}`, someEmail()).set('X-Visitor-Token', token);
      const [one, other] = [someAddress(), someAddress()];
      for (let count = 0; count < 4; count += 1) await ask(one).expect(200);
      await ask(one).expect(429);
      await ask(other).expect(200);
    });

    it('GET /visitor-address – token without the permission, or none – is refused', async () => {
      const other = await apiToken(app.strapi, ['plugin::account.users.find']);
      const { jwt } = (await login((await newStudent()).email, PASSWORD).expect(200)).body as {
        jwt: string;
      };
      for (const token of [other, jwt, 'x', 'a b', 'x'.repeat(2000)]) {
        const answer = await vouch(token, '203.0.113.9').expect(401);
        expect(codeOf(answer)).toBe('INVALID_VISITOR_TOKEN');
      }
      await vouch(other, '203.0.113.9', '/api/products/books').expect(401);
      const [name, value] = bearer(await apiToken(app.strapi, permission));
      const answer = await app.request.get('/api/visitor-address').set(name, value).expect(200);
      expect(answer.body).toMatchObject({ data: { isVouched: false } });
    });

    it('GET /visitor-address – token that was revoked – is refused at once', async () => {
      const token = await apiToken(app.strapi, permission);
      await vouch(token, '203.0.113.9').expect(200);
      const tokens = app.strapi.db.query('admin::api-token');
      const found = (await tokens.findMany({ orderBy: { id: 'desc' }, limit: 1 })) as {
        id: number;
      }[];
      const service = app.strapi.service('admin::api-token-content-api') as unknown as {
        revoke: (id: number) => Promise<unknown>;
      };
      await service.revoke(found[0]?.id ?? 0);
      await vouch(token, '203.0.113.9').expect(401);
    });
  });

  it('should let the limits of the admin panel know the same callers', async () => {
    const ip = someAddress();
    const email = someEmail();
    const signIn = (port: number) =>
      app.request
        .post('/admin/login')
        .set(from(`${ip}:${port}`))
        .send({ email, password: 'Wrong-Password-1' });
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await signIn(2000 + count)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    // Vouching for visitors does not reach the panel.
    const token = await apiToken(app.strapi, ['plugin::account.visitors.vouch']);
    await app.request
      .post('/admin/login')
      .set({ ...from(`${someAddress()}, ${ip}`), 'X-Visitor-Token': token })
      .send({ email, password: 'Wrong-Password-1' })
      .expect(429);
  });

  it('should hold for many requests at the same moment', async () => {
    const ip = someAddress();
    const answers = await Promise.all(Array.from({ length: 20 }, () => exists(ip, someEmail())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  });

  it('should limit registrations and codes that are tried, by address', async () => {
    const ip = someAddress();
    for (let count = 0; count < 3; count += 1) await register(ip).expect(200);
    await register(ip).expect(429);
    const reset = () =>
      app.request
        .post('/api/user-endpoints/password-reset')
        .set(from(ip))
        .send({ code: 'ABCDE', password: PASSWORD });
    for (let count = 0; count < 3; count += 1) await reset().expect(400);
    await reset().expect(429);
  });

  it('should lock an account that is tried too often, and answer as to a wrong password', async () => {
    const { email } = (await register(someAddress()).expect(200)).body as { email: string };
    const wrong = await login(email, 'Wrong-Password-1').expect(401);
    for (let count = 0; count < 4; count += 1) {
      await login(count % 2 === 0 ? email : email.toUpperCase(), 'Wrong-Password-1').expect(401);
    }
    const locked = await login(email, PASSWORD).expect(401);
    expect(apartFromRequest(locked.body)).toEqual(apartFromRequest(wrong.body));
    expect(locked.headers['retry-after']).toBeUndefined();

    const nobody = someEmail();
    for (let count = 0; count < 6; count += 1) await login(nobody, PASSWORD).expect(401);
    const [known, unknown] = await timeInTurn(
      30,
      () => login(email, PASSWORD).expect(401),
      () => login(nobody, PASSWORD).expect(401),
    );
    expect(apart(known, unknown)).toBeLessThan(4);
  });

  it('should forget wrong passwords once the right one comes', async () => {
    const { email } = (await register(someAddress()).expect(200)).body as { email: string };
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 3; count += 1) await login(email, 'Wrong-Password-1').expect(401);
      await login(email, PASSWORD).expect(200);
    }
  });

  it('should limit logins by address, for any account', async () => {
    const ip = someAddress();
    for (let count = 0; count < 20; count += 1) await login(someEmail(), 'Wrong-1', ip).expect(401);
    await login(someEmail(), 'Wrong-1', ip).expect(429);
  });

  const unsentMails = async (): Promise<number> => {
    const { rows } = await app.strapi.db.connection.raw<{ rows: unknown[] }>(
      `SELECT FROM jobs.job WHERE name = 'account.mail' AND state IN ('created', 'active', 'retry')`,
    );
    return rows.length;
  };

  it('should send only so many codes to one account, without a word about it', async () => {
    const { email } = (await register(someAddress()).expect(200)).body as { email: string };
    const answers = [];
    for (let count = 0; count < 4; count += 1) {
      const answer = await app.request
        .post('/api/user-endpoints/forgot-password')
        .set(from(someAddress()))
        .send({ email })
        .expect(200);
      answers.push(JSON.stringify(answer.body));
    }
    expect(new Set(answers).size).toBe(1);
    await mailbox.to(email, 3);
    await until(unsentMails, (count) => count === 0);
    expect(await mailbox.to(email)).toHaveLength(3);
  });

  it('should limit changes of a profile', async () => {
    const { email } = (await register(someAddress()).expect(200)).body as { email: string };
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

describe('limits of a service without proxies in front, on two nodes', () => {
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

  it('should count for both, and not believe what a caller says about their address', async () => {
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

  it('should honour on one node a login of another, and its end', async () => {
    const [here, there] = nodes;
    if (here === undefined || there === undefined) throw new Error('There are not two nodes');
    const { email } = await registerSomeone(here);
    const token = await logIn(there, email);
    const me = (node: ServiceProcess) => node.request.get('/api/users/me').set(...bearer(token));
    await me(here).expect(200);
    await there.request
      .post('/api/user-endpoints/logout')
      .set(...bearer(token))
      .expect(200);
    await me(here).expect(401);
  });

  it('should let in everybody with the right password at the same moment, on whichever node', async () => {
    const [here, there] = nodes;
    if (here === undefined || there === undefined) throw new Error('There are not two nodes');
    const { email } = await registerSomeone(here);
    const logins = (password: string): Promise<number[]> =>
      Promise.all(
        Array.from({ length: 20 }, async (_, number) => {
          const node = number % 2 === 0 ? here : there;
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

describe('the key of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::99', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('should be for %s: %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });
});
