import jwt from 'jsonwebtoken';
import type { App } from '../support/app';
import {
  bearer,
  codeOf,
  type Mailbox,
  openAccounts,
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
  ({ app, mailbox } = await openAccounts());
});

afterAll(() => app.stop());

const logIn = async (email: string): Promise<Tokens> => {
  const { body } = await app.request
    .post('/api/user-endpoints/login')
    .send({ email, password: PASSWORD, renewable: true })
    .expect(200);
  return body as Tokens;
};

const refresh = (refreshToken: string) =>
  app.request.post('/api/user-endpoints/refresh').send({ refreshToken });

const renew = async (refreshToken: string): Promise<Tokens> =>
  (await refresh(refreshToken).expect(200)).body as Tokens;

const me = (token: string) => app.request.get('/api/user-endpoints/me').set(...bearer(token));

const logOut = (token: string) =>
  app.request.post('/api/user-endpoints/logout').set(...bearer(token));

const claimsOf = (token: string): Claims => jwt.decode(token) as Claims;

/** Moves the last renewal of a login into the past, so that the test need not wait. */
const expireReuseWindow = async (token: string): Promise<void> => {
  await app.strapi.db.query(RENEWABLE).update({
    where: { loginId: claimsOf(token).login },
    data: { renewedAt: new Date(Date.now() - 31_000) },
  });
};

const expectRefused = async (refreshToken: string): Promise<void> => {
  const answer = await refresh(refreshToken).expect(401);
  expect(codeOf(answer)).toBe('INVALID_REFRESH_TOKEN');
};

it('POST /user-endpoints/login – renewable – returns a short token and a refresh token', async () => {
  const { email } = await registerSomeone(app);
  const tokens = await logIn(email);
  const { iat, exp } = claimsOf(tokens.jwt);
  expect(exp - iat).toBe(900);
  const days = (new Date(tokens.refreshTokenExpiresAt).getTime() - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThanOrEqual(30);
  const plainLogin = await app.request
    .post('/api/user-endpoints/login')
    .send({ email, password: PASSWORD })
    .expect(200);
  expect(Object.keys(plainLogin.body as object)).toEqual(['jwt', 'user']);
  const longClaims = claimsOf((plainLogin.body as Tokens).jwt);
  expect(longClaims.exp - longClaims.iat).toBe(604_800);
});

it('POST /user-endpoints/refresh – renews a login repeatedly, each time with new tokens', async () => {
  const { email } = await registerSomeone(app);
  const first = await logIn(email);
  const second = await renew(first.refreshToken);
  await expireReuseWindow(second.jwt);
  const third = await renew(second.refreshToken);
  expect(Object.keys(third).sort()).toEqual(['jwt', 'refreshToken', 'refreshTokenExpiresAt']);
  expect(new Set([first, second, third].map(({ refreshToken }) => refreshToken)).size).toBe(3);
  for (const { jwt: token } of [first, second, third]) {
    const { body } = await me(token).expect(200);
    expect(body).toMatchObject({ email, confirmed: false });
  }
});

it('parallel uses of a refresh token – return one successor', async () => {
  const { email } = await registerSomeone(app);
  const { refreshToken } = await logIn(email);
  const responses = await Promise.all(Array.from({ length: 12 }, () => renew(refreshToken)));
  expect(new Set(responses.map((tokens) => tokens.refreshToken)).size).toBe(1);
  for (const tokens of responses) await me(tokens.jwt).expect(200);
  await renew(responses[0]?.refreshToken ?? '');
});

it('repeated use of a refresh token – returns its successor again', async () => {
  const { email } = await registerSomeone(app);
  const { refreshToken } = await logIn(email);
  const { refreshToken: firstSuccessor } = await renew(refreshToken);
  const { refreshToken: secondSuccessor } = await renew(refreshToken);
  expect(secondSuccessor).toBe(firstSuccessor);
});

it('refresh token – stays usable for thirty seconds, even after its successor was used', async () => {
  const { email } = await registerSomeone(app);
  const first = await logIn(email);
  const second = await renew(first.refreshToken);
  const answers = await Promise.all(
    [first, second, first, second].map(({ refreshToken }) => renew(refreshToken)),
  );
  const after = await renew(first.refreshToken);
  for (const { jwt: token } of [second, ...answers, after]) await me(token).expect(200);
  await expireReuseWindow(after.jwt);
  const newest = await renew(after.refreshToken);
  expect(newest.refreshToken).not.toBe(after.refreshToken);
  await me(newest.jwt).expect(200);
  await expectRefused(first.refreshToken);
  await me(newest.jwt).expect(401);
});

it('refresh token reused later – ends its login only', async () => {
  const { email } = await registerSomeone(app);
  const otherLogin = await logIn(email);
  const stolen = await logIn(email);
  const newest = await renew(stolen.refreshToken);
  await expireReuseWindow(newest.jwt);
  await expectRefused(stolen.refreshToken);
  await expectRefused(newest.refreshToken);
  await me(newest.jwt).expect(401);
  await me(stolen.jwt).expect(401);
  await me(otherLogin.jwt).expect(200);
  await renew(otherLogin.refreshToken);
});

it('refresh token two renewals old – ends the login at once', async () => {
  const { email } = await registerSomeone(app);
  const first = await logIn(email);
  const second = await renew(first.refreshToken);
  await expireReuseWindow(second.jwt);
  const third = await renew(second.refreshToken);
  await expectRefused(first.refreshToken);
  await expectRefused(third.refreshToken);
  await me(third.jwt).expect(401);
});

it('logout of a renewable login – revokes all its tokens and no other login', async () => {
  const { email } = await registerSomeone(app);
  const [endedLogin, otherLogin] = [await logIn(email), await logIn(email)];
  const newest = await renew(endedLogin.refreshToken);
  await logOut(endedLogin.jwt).expect(200);
  await me(endedLogin.jwt).expect(401);
  await me(newest.jwt).expect(401);
  await expectRefused(newest.refreshToken);
  await me(otherLogin.jwt).expect(200);
  await renew(otherLogin.refreshToken);
});

it.each(['renewable', 'long'])('parallel logouts of a %s login – do not fail', async (kind) => {
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

it('parallel renewal and logout – end the login', async () => {
  const { email } = await registerSomeone(app);
  for (let round = 0; round < 10; round += 1) {
    const { jwt: token, refreshToken } = await logIn(email);
    const [answer] = await Promise.all([refresh(refreshToken), logOut(token).expect(200)]);
    expect([200, 401]).toContain(answer.status);
    // The login has ended, renewed or not.
    const tokens = answer.body as Partial<Tokens>;
    if (tokens.jwt !== undefined) await me(tokens.jwt).expect(401);
    await expectRefused(tokens.refreshToken ?? refreshToken);
  }
});

it.each([
  [
    'with a new password from the admin panel',
    async (id: number) => {
      const { documentId } = (await app.strapi.db.query(USER).findOne({ where: { id } })) as {
        documentId: string;
      };
      const data = { password: 'Rainy-Kettle-43' };
      await app.strapi.documents(USER).update({ documentId, data } as never);
    },
  ],
  [
    'who is blocked',
    (id: number) => app.strapi.db.query(USER).update({ where: { id }, data: { blocked: true } }),
  ],
  ['who is deleted', (id: number) => app.strapi.db.query(USER).delete({ where: { id } })],
])('ends the renewable logins of a user %s', async (_what, act) => {
  const { email, id } = await registerSomeone(app);
  const tokens = await logIn(email);
  await act(id);
  await me(tokens.jwt).expect(401);
  await expectRefused(tokens.refreshToken);
});

it('rejects refresh tokens that are expired, forged, or of another kind', async () => {
  const { email } = await registerSomeone(app);
  const tokens = await logIn(email);
  await expectRefused('');
  await expectRefused('nonsense');
  await expectRefused(tokens.jwt.slice(0, 200));
  const { login: loginId } = claimsOf(tokens.jwt);
  await expectRefused(`${loginId}.1.${tokens.refreshToken.split('.').at(-1) ?? ''}`);
  await me(tokens.refreshToken).expect(401);
  await app.strapi.db
    .query(RENEWABLE)
    .update({ where: { loginId }, data: { expiresAt: new Date(Date.now() - 1) } });
  await expectRefused(tokens.refreshToken);
});

it('renewal – does not extend the login beyond its end', async () => {
  const { email } = await registerSomeone(app);
  const tokens = await logIn(email);
  const endsAt = new Date(Date.now() + 60_000);
  await app.strapi.db
    .query(RENEWABLE)
    .update({ where: { loginId: claimsOf(tokens.jwt).login }, data: { endsAt } });
  const { refreshTokenExpiresAt } = await renew(tokens.refreshToken);
  expect(refreshTokenExpiresAt).toBe(endsAt.toISOString());
});

it('database – does not store refresh tokens, and deletes the login at logout', async () => {
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

it('answers one’s own account as it is', async () => {
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

describe('the TypeScript client', () => {
  it('get – expired token – renews the login and repeats the request', async () => {
    const { createClient } = await import('../../clients/typescript/src/index.ts');
    const { email } = await registerSomeone(app);
    const session: { login?: { jwt: string; refreshToken?: string | undefined } | undefined } = {};
    const store = {
      read: () => session.login,
      write: (login: typeof session.login) => {
        session.login = login;
      },
    };
    const cms = createClient({ baseUrl: `${app.url}/api`, token: store, locale: 'en' });
    const { data } = await cms.login({ email, password: PASSWORD });
    expect(data?.user.email).toBe(email);
    session.login = { ...session.login, jwt: 'header.payload.signature' };
    const account = await cms.get('/user-endpoints/me');
    expect(account.error).toBeUndefined();
    expect(session.login.jwt).not.toBe('header.payload.signature');
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
