import jwt from 'jsonwebtoken';
import { type App, startApp } from '../support/app';
import {
  bearer,
  codeOf,
  generous,
  type Mailbox,
  openMailbox,
  PASSWORD,
  registerSomeone,
} from './support/accounts';

const USER = 'plugin::users-permissions.user';
const RENEWABLE = 'plugin::account.renewable-login';
const REVOKED = 'plugin::account.revoked-login';

type Tokens = { jwt: string; refreshToken: string; refreshTokenExpiresAt: string };

type Claims = { iat: number; exp: number; login: string };

let app: App;
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await openMailbox();
  app = await startApp({
    env: mailbox.env,
    runtimeEnv: { ...generous, ...mailbox.runtimeEnv },
  });
});

afterAll(async () => {
  await app.stop();
  await mailbox.close();
});

const logIn = async (email: string): Promise<Tokens> => {
  const { body } = await app.request
    .post('/api/user-endpoints/login')
    .send({ email, password: PASSWORD, renewable: true })
    .expect(200);
  return body as Tokens;
};

const refresh = (refreshToken: string) =>
  app.request.post('/api/user-endpoints/refresh').send({ refreshToken });

const renewed = async (refreshToken: string): Promise<Tokens> =>
  (await refresh(refreshToken).expect(200)).body as Tokens;

const me = (token: string) => app.request.get('/api/user-endpoints/me').set(...bearer(token));

const logOut = (token: string) =>
  app.request.post('/api/user-endpoints/logout').set(...bearer(token));

const claimsOf = (token: string): Claims => jwt.decode(token) as Claims;

/** Moves the last renewal of a login into the past, to avoid waiting. */
const longAfterwards = async (token: string): Promise<void> => {
  await app.strapi.db.query(RENEWABLE).update({
    where: { loginId: claimsOf(token).login },
    data: { renewedAt: new Date(Date.now() - 31_000) },
  });
};

const refused = async (refreshToken: string): Promise<void> => {
  const answer = await refresh(refreshToken).expect(401);
  expect(codeOf(answer)).toBe('INVALID_REFRESH_TOKEN');
};

it('should answer a short token and what renews it, but only to those who ask', async () => {
  const { email } = await registerSomeone(app);
  const tokens = await logIn(email);
  const { iat, exp } = claimsOf(tokens.jwt);
  expect(exp - iat).toBe(900);
  const days = (new Date(tokens.refreshTokenExpiresAt).getTime() - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThanOrEqual(30);
  const plain = await app.request
    .post('/api/user-endpoints/login')
    .send({ email, password: PASSWORD })
    .expect(200);
  expect(Object.keys(plain.body as object)).toEqual(['jwt', 'user']);
  const long = claimsOf((plain.body as Tokens).jwt);
  expect(long.exp - long.iat).toBe(604_800);
});

it('should renew a login again and again, each time with other tokens', async () => {
  const { email } = await registerSomeone(app);
  const first = await logIn(email);
  const second = await renewed(first.refreshToken);
  await longAfterwards(second.jwt);
  const third = await renewed(second.refreshToken);
  expect(Object.keys(third).sort()).toEqual(['jwt', 'refreshToken', 'refreshTokenExpiresAt']);
  expect(new Set([first, second, third].map(({ refreshToken }) => refreshToken)).size).toBe(3);
  for (const { jwt: token } of [first, second, third]) {
    const { body } = await me(token).expect(200);
    expect(body).toMatchObject({ email, confirmed: false });
  }
});

it('should give many who show the same token at once the same successor', async () => {
  const { email } = await registerSomeone(app);
  const { refreshToken } = await logIn(email);
  const all = await Promise.all(Array.from({ length: 12 }, () => renewed(refreshToken)));
  expect(new Set(all.map((tokens) => tokens.refreshToken)).size).toBe(1);
  for (const tokens of all) await me(tokens.jwt).expect(200);
  await renewed(all[0]?.refreshToken ?? '');
});

it('should give the successor again to a caller that has not received it', async () => {
  const { email } = await registerSomeone(app);
  const { refreshToken } = await logIn(email);
  const { refreshToken: lost } = await renewed(refreshToken);
  const { refreshToken: received } = await renewed(refreshToken);
  expect(received).toBe(lost);
});

it('should take the same token again for thirty seconds, though its successor was used meanwhile', async () => {
  const { email } = await registerSomeone(app);
  const first = await logIn(email);
  const second = await renewed(first.refreshToken);
  const answers = await Promise.all(
    [first, second, first, second].map(({ refreshToken }) => renewed(refreshToken)),
  );
  const after = await renewed(first.refreshToken);
  for (const { jwt: token } of [second, ...answers, after]) await me(token).expect(200);
  await longAfterwards(after.jwt);
  const newest = await renewed(after.refreshToken);
  expect(newest.refreshToken).not.toBe(after.refreshToken);
  await me(newest.jwt).expect(200);
  await refused(first.refreshToken);
  await me(newest.jwt).expect(401);
});

it('should end the login of a token that is used again later, and no other', async () => {
  const { email } = await registerSomeone(app);
  const other = await logIn(email);
  const stolen = await logIn(email);
  const newest = await renewed(stolen.refreshToken);
  await longAfterwards(newest.jwt);
  await refused(stolen.refreshToken);
  await refused(newest.refreshToken);
  await me(newest.jwt).expect(401);
  await me(stolen.jwt).expect(401);
  await me(other.jwt).expect(200);
  await renewed(other.refreshToken);
});

it('should end the login of a token two renewals old at once', async () => {
  const { email } = await registerSomeone(app);
  const first = await logIn(email);
  const second = await renewed(first.refreshToken);
  await longAfterwards(second.jwt);
  const third = await renewed(second.refreshToken);
  await refused(first.refreshToken);
  await refused(third.refreshToken);
  await me(third.jwt).expect(401);
});

it('should end all of a renewable login at a logout, and leave the others', async () => {
  const { email } = await registerSomeone(app);
  const [leaving, staying] = [await logIn(email), await logIn(email)];
  const newest = await renewed(leaving.refreshToken);
  await logOut(leaving.jwt).expect(200);
  await me(leaving.jwt).expect(401);
  await me(newest.jwt).expect(401);
  await refused(newest.refreshToken);
  await me(staying.jwt).expect(200);
  await renewed(staying.refreshToken);
});

it.each(['renewable', 'long'])('should log out of a %s login many times at once', async (kind) => {
  const { email } = await registerSomeone(app);
  const { body } = await app.request
    .post('/api/user-endpoints/login')
    .send({ email, password: PASSWORD, renewable: kind === 'renewable' })
    .expect(200);
  const { jwt: token } = body as Tokens;
  const answers = await Promise.all(Array.from({ length: 8 }, () => logOut(token)));
  // Later callers no longer have a login.
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].filter((status) => status !== 200 && status !== 401)).toEqual([]);
  await me(token).expect(401);
});

it('should end at most once what is renewed and logged out of at the same moment', async () => {
  const { email } = await registerSomeone(app);
  for (let round = 0; round < 10; round += 1) {
    const { jwt: token, refreshToken } = await logIn(email);
    const [answer] = await Promise.all([refresh(refreshToken), logOut(token).expect(200)]);
    expect([200, 401]).toContain(answer.status);
    // The login is over, renewed or not.
    const tokens = answer.body as Partial<Tokens>;
    if (tokens.jwt !== undefined) await me(tokens.jwt).expect(401);
    await refused(tokens.refreshToken ?? refreshToken);
  }
});

it.each([
  [
    'gets a new password in the admin panel',
    async (id: number) => {
      const { documentId } = (await app.strapi.db.query(USER).findOne({ where: { id } })) as {
        documentId: string;
      };
      const data = { password: 'Rainy-Kettle-43' };
      await app.strapi.documents(USER).update({ documentId, data } as never);
    },
  ],
  [
    'is blocked',
    (id: number) => app.strapi.db.query(USER).update({ where: { id }, data: { blocked: true } }),
  ],
  ['is deleted', (id: number) => app.strapi.db.query(USER).delete({ where: { id } })],
])('should end the renewable logins of a user who %s', async (_what, act) => {
  const { email, id } = await registerSomeone(app);
  const tokens = await logIn(email);
  await act(id);
  await me(tokens.jwt).expect(401);
  await refused(tokens.refreshToken);
});

it('should take no token that is over, made up, or of another kind', async () => {
  const { email } = await registerSomeone(app);
  const tokens = await logIn(email);
  await refused('');
  await refused('nonsense');
  await refused(tokens.jwt.slice(0, 200));
  const { login: loginId } = claimsOf(tokens.jwt);
  await refused(`${loginId}.1.${tokens.refreshToken.split('.').at(-1) ?? ''}`);
  await me(tokens.refreshToken).expect(401);
  await app.strapi.db
    .query(RENEWABLE)
    .update({ where: { loginId }, data: { expiresAt: new Date(Date.now() - 1) } });
  await refused(tokens.refreshToken);
});

it('should renew nothing beyond the end of the login', async () => {
  const { email } = await registerSomeone(app);
  const tokens = await logIn(email);
  const endsAt = new Date(Date.now() + 60_000);
  await app.strapi.db
    .query(RENEWABLE)
    .update({ where: { loginId: claimsOf(tokens.jwt).login }, data: { endsAt } });
  const { refreshTokenExpiresAt } = await renewed(tokens.refreshToken);
  expect(refreshTokenExpiresAt).toBe(endsAt.toISOString());
});

it('should keep nothing from which a token could be made, and nothing for long', async () => {
  const { email, id } = await registerSomeone(app);
  const tokens = await logIn(email);
  const { rows } = await app.strapi.db.connection.raw<{ rows: { row: string }[] }>(
    'SELECT l::text AS row FROM account_renewable_logins l WHERE user_number = ?',
    [id],
  );
  const signature = tokens.refreshToken.split('.').at(-1) ?? '';
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toContain(signature);
  const { login: loginId } = claimsOf(tokens.jwt);
  await logOut(tokens.jwt).expect(200);
  expect(await app.strapi.db.query(RENEWABLE).count({ where: { loginId } })).toBe(0);
  expect(await app.strapi.db.query(REVOKED).count({ where: { loginId } })).toBe(1);
});

it('deletion of a user – deletes their logins, networks and codes, and nobody else’s', async () => {
  const owned = ['renewable-login', 'known-network', 'reset-code'] as const;
  const countOf = (userNumber: number): Promise<number[]> =>
    Promise.all(
      owned.map((name) =>
        app.strapi.db.query(`plugin::account.${name}`).count({ where: { userNumber } }),
      ),
    );
  const [gone, other] = [await registerSomeone(app), await registerSomeone(app)];
  // The welcome mail creates the code.
  for (const { email } of [gone, other]) {
    await mailbox.to(email);
    await logIn(email);
  }
  expect([await countOf(gone.id), await countOf(other.id)]).toEqual([
    [1, 1, 1],
    [1, 1, 1],
  ]);
  await app.strapi.db.query(USER).delete({ where: { id: gone.id } });
  expect([await countOf(gone.id), await countOf(other.id)]).toEqual([
    [0, 0, 0],
    [1, 1, 1],
  ]);
});

it('should answer one’s own account as it is', async () => {
  const address = { street: 'Gran Vía 1', city: 'Madrid', postalCode: '28013', countryCode: 'ES' };
  const { email, id } = await registerSomeone(app, { billingAddress: address, language: 'es' });
  const { jwt: token } = await logIn(email);
  await app.request
    .put('/api/user-endpoints/update-profile')
    .set(...bearer(token))
    .send({ name: 'Ana', surname: 'García', birthday: '1990-02-28', newsletter: true })
    .expect(200);
  const answer = await me(token).expect(200);
  expect(answer.body).toEqual({
    id,
    documentId: expect.any(String) as string,
    username: email,
    email,
    confirmed: false,
    name: 'Ana',
    surname: 'García',
    nameLastName: 'Ana García',
    identificationNumber: '12345678Z',
    phone: null,
    birthday: '1990-02-28',
    newsletter: true,
    language: 'es',
    vertical: null,
    origin: 'local',
    billingAddress: { ...address, country: 'España', address: address.street, phone: null },
    mailingAddress: null,
  });
  expect(codeOf(await app.request.get('/api/user-endpoints/me').expect(401))).toBe(
    'UNAUTHENTICATED',
  );
});

describe('The TypeScript client', () => {
  it('get – expired token – renews the login and repeats the request', async () => {
    const { createClient } = await import('../../clients/typescript/src/index.ts');
    const { email } = await registerSomeone(app);
    const stored: { login?: { jwt: string; refreshToken?: string | undefined } | undefined } = {};
    const store = {
      read: () => stored.login,
      write: (login: typeof stored.login) => {
        stored.login = login;
      },
    };
    const cms = createClient({ baseUrl: `${app.url}/api`, token: store, locale: 'en' });
    const { data } = await cms.login({ email, password: PASSWORD });
    expect(data?.user.email).toBe(email);
    stored.login = { ...stored.login, jwt: 'header.payload.signature' };
    const account = await cms.get('/user-endpoints/me');
    expect(account.error).toBeUndefined();
    expect(stored.login.jwt).not.toBe('header.payload.signature');
    await cms.logout();
    expect((await cms.get('/user-endpoints/me')).error?.code).toBe('UNAUTHENTICATED');
  });

  it('get – unknown slug – returns the code of the endpoint', async () => {
    const { createClient } = await import('../../clients/typescript/src/index.ts');
    const cms = createClient({ baseUrl: `${app.url}/api`, locale: 'en' });
    const { error } = await cms.get('/channel/{slug}', { path: { slug: 'none' } });
    expect(error).toMatchObject({ code: 'CHANNEL_NOT_FOUND', status: 404 });
  });
});
