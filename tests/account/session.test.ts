import { hash } from 'bcrypt';
import { signIn } from '../support/admin';
import type { App } from '../support/app';
import { until } from '../support/until';
import { apartFromRequest } from '../support/error-bodies';
import { hostModule } from '../support/host';
import {
  apiToken,
  bearer,
  codeOf,
  logIn,
  type Mailbox,
  openAccounts,
  PASSWORD,
  registerSomeone,
  someEmail,
} from './support/accounts';
import { codeIn } from './support/mailbox';
import { apart, PAIRS, timeInTurn } from './support/timing';

const USER = 'plugin::users-permissions.user';

/** The function that the service uses to compare passwords. */
type Comparer = { compare: (password: string, hash: string) => Promise<boolean> };

describe('login and logout', () => {
  let app: App;
  let mailbox: Mailbox;

  beforeAll(async () => {
    ({ app, mailbox } = await openAccounts());
  });

  afterAll(() => app.stop());

  const login = (email: string, password: string = PASSWORD) =>
    app.request.post('/api/user-endpoints/login').send({ email, password });

  const updateProfile = (token: string) =>
    app.request
      .put('/api/user-endpoints/update-profile')
      .set(...bearer(token))
      .send({});

  const me = (token: string) => app.request.get('/api/users/me').set(...bearer(token));

  const migrateUser = async (): Promise<string> => {
    const email = someEmail();
    await app.request
      .post('/api/user-endpoints/migrate')
      .set(...bearer(await apiToken(app.strapi)))
      .send({ email, origin: 'legacy', nameLastName: 'Old User', identificationNumber: '1' })
      .expect(200);
    return email;
  };

  it('respond with a token and exactly the user of the contract', async () => {
    const { email, id } = await registerSomeone(app, { phone: '+34 600' });
    const { body } = await login(` ${email.toUpperCase()} `).expect(200);
    expect(body).toEqual({
      jwt: expect.any(String) as string,
      user: {
        id,
        documentId: expect.any(String) as string,
        username: email,
        email,
        confirmed: false,
        phone: '+34 600',
        origin: 'local',
        identificationNumber: '12345678Z',
        nameLastName: 'Ana García',
      },
    });
  });

  it('wrong password and unknown e-mail – get identical responses in equal time', async () => {
    const { email } = await registerSomeone(app);
    const bodies = new Set<string>();
    const tryOn = async (address: string): Promise<void> => {
      const answer = await login(address, 'Wrong-Password-1').expect(401);
      bodies.add(JSON.stringify(apartFromRequest(answer.body)));
    };
    const unknownEmail = someEmail();
    const [ofKnown, unknown] = await timeInTurn(
      () => tryOn(email),
      () => tryOn(unknownEmail),
    );
    expect(bodies.size).toBe(1);
    expect([...bodies][0]).toContain('INVALID_CREDENTIALS');
    expect(apart(ofKnown, unknown)).toBeLessThan(4);
  });

  it('timing helper – detects different times', () => {
    const times = Array.from({ length: PAIRS }, (_, index) => 90 + (index % 7));
    const shorter = times.map((time) => time - 80);
    const shifted = times.map((time) => time + 4);
    expect(apart(times, [...times].reverse())).toBeLessThan(1);
    expect(apart(times, shorter)).toBeGreaterThan(4);
    expect(apart(times, shifted)).toBeGreaterThan(4);
  });

  it.each([72, 73, 1_000])(
    'POST /user-endpoints/login – password of %d bytes – is compared in full',
    async (length) => {
      const password = 'Sunny-Kettle-42'.padEnd(length, '-rainy.day');
      const { email } = await registerSomeone(app, { password });
      await login(email, password).expect(200);
      for (const wrongPassword of [
        `${password}more`,
        password.slice(0, -1),
        `${password.slice(0, -1)}?`,
      ]) {
        await login(email, wrongPassword).expect(401);
      }
      await login(email, 'x'.repeat(1_025)).expect(400);
    },
  );

  it('POST /user-endpoints/login – long password set by the panel or the API – is compared in full', async () => {
    const admin = await signIn(app);
    const token = await apiToken(app.strapi);
    const requestUsersApi = (method: 'post' | 'put', path: string, body: object) =>
      app.request[method](`/api/users${path}`).set('Authorization', `Bearer ${token}`).send(body);
    const longPassword = (name: string): string =>
      `Señal-${name}-`.padEnd(90, 'ñ').normalize('NFD');
    const USERS = '/content-manager/collection-types/plugin::users-permissions.user';
    const [panelEmail, apiEmail] = [someEmail(), someEmail()];
    const role = await app.strapi.db
      .query('plugin::users-permissions.role')
      .findOne({ where: { type: 'authenticated' } });

    const created = await admin.post(USERS, {
      ...{
        email: panelEmail,
        username: panelEmail,
        password: longPassword('panel'),
        confirmed: true,
        blocked: false,
      },
      role: { connect: [{ id: (role as { id: number }).id }] },
    });
    expect([created.status, created.body.error]).toEqual([201, undefined]);
    const { body: apiUser } = await requestUsersApi('post', '', {
      ...{ email: apiEmail, username: apiEmail, password: longPassword('program') },
      role: (role as { id: number }).id,
    }).expect(201);

    const expectPassword = async (email: string, password: string): Promise<void> => {
      await login(email, password).expect(200);
      await login(email, password.normalize('NFC')).expect(200);
      await login(email, `${password}x`).expect(401);
      await login(email, password.slice(0, -2)).expect(401);
    };
    await expectPassword(panelEmail, longPassword('panel'));
    await expectPassword(apiEmail, longPassword('program'));

    const { documentId } = (created.body.data ?? created.body) as { documentId: string };
    const changeResponse = await admin.put(`${USERS}/${documentId}`, {
      password: longPassword('other'),
    });
    expect([changeResponse.status, changeResponse.body.error]).toEqual([200, undefined]);
    await requestUsersApi('put', `/${(apiUser as { id: number }).id}`, {
      password: longPassword('more'),
    }).expect(200);
    await expectPassword(panelEmail, longPassword('other'));
    await expectPassword(apiEmail, longPassword('more'));

    const tooLong = { password: 'Aa1-rain'.repeat(129) };
    expect((await admin.put(`${USERS}/${documentId}`, tooLong)).status).toBe(400);
    await requestUsersApi('put', `/${(apiUser as { id: number }).id}`, tooLong).expect(400);
    await expectPassword(panelEmail, longPassword('other'));
  });

  it('PUT /admin/users/me – password over 72 bytes – responds with 400', async () => {
    const admin = await signIn(app);
    const password = 'Aa1-rain'.repeat(10);
    for (const answer of [
      await admin.put('/admin/users/me', { currentPassword: admin.password, password }),
      await admin.post('/admin/register-admin', {
        ...{ email: 'new@example.com', firstname: 'New', password },
      }),
      await admin.post('/admin/reset-password', { resetPasswordToken: 'x', password }),
    ]) {
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('73 bytes')]);
    }
  });

  describe('password with letters that have two Unicode forms', () => {
    const composed = 'Señal-Añil-42-é'.normalize('NFC');
    const decomposed = composed.normalize('NFD');
    const forms = [
      ['composed', composed],
      ['decomposed', decomposed],
    ] as const;

    it.each(forms)('set in %s form – is accepted in both forms', async (_, password) => {
      const { email } = await registerSomeone(app, { password });
      await login(email, composed).expect(200);
      await login(email, decomposed).expect(200);
      await login(email, 'Senal-Anil-42-e').expect(401);
    });

    it.each(forms)(
      'hashed by an earlier release in %s form – is accepted in both forms',
      async (_, password) => {
        const { email, id } = await registerSomeone(app);
        await app.strapi.db
          .query(USER)
          .update({ where: { id }, data: { password: await hash(password, 10) } });
        await login(email, composed).expect(200);
        await login(email, decomposed).expect(200);
        await login(email).expect(401);
      },
    );

    it('accepts the maximum length in both forms', async () => {
      const longest = 'Kettle-42-'.padEnd(41, 'ñáé');
      const { email } = await registerSomeone(app, { password: longest.normalize('NFD') });
      await login(email, longest.normalize('NFC')).expect(200);
      await login(email, longest.normalize('NFD')).expect(200);
      expect(Buffer.byteLength(longest)).toBe(72);
      await login(email, `${longest}x`).expect(401);
      await login(email, `${longest}x`.normalize('NFD')).expect(401);
    });

    it('compares as many hashes for unknown accounts as for known ones', async () => {
      const { email } = await registerSomeone(app, { password: composed });
      const compareSpy = jest.spyOn(hostModule<Comparer>('bcrypt'), 'compare');
      const comparisons = async (address: string, password: string): Promise<number> => {
        compareSpy.mockClear();
        await login(address, password).expect(401);
        return compareSpy.mock.calls.length;
      };
      for (const wrongPassword of [`${composed}x`, `${decomposed}x`, 'Wrong-Password-1']) {
        const expectedCount = await comparisons(email, wrongPassword);
        expect(expectedCount).toBeGreaterThan(0);
        expect(await comparisons(someEmail(), wrongPassword)).toBe(expectedCount);
      }
      compareSpy.mockRestore();
    });
  });

  it('migrated user without a password – gets PASSWORD_RESET_REQUIRED', async () => {
    expect(codeOf(await login(await migrateUser()).expect(403))).toBe('PASSWORD_RESET_REQUIRED');
  });

  it('blocked user – gets ACCOUNT_BLOCKED with the right password only', async () => {
    const { email, id } = await registerSomeone(app);
    await app.strapi.db.query(USER).update({ where: { id }, data: { blocked: true } });
    expect(codeOf(await login(email).expect(403))).toBe('ACCOUNT_BLOCKED');
    expect(codeOf(await login(email, 'Wrong-Password-1').expect(401))).toBe('INVALID_CREDENTIALS');
  });

  it('logout – ends one login and keeps the others', async () => {
    const { email } = await registerSomeone(app);
    const [first, second] = [await logIn(app, email), await logIn(app, email)];
    await me(first).expect(200);
    const { body } = await app.request
      .post('/api/user-endpoints/logout')
      .set(...bearer(first))
      .expect(200);
    expect(body).toEqual({ code: 'LOGGED_OUT', message: expect.any(String) as string });
    expect(codeOf(await updateProfile(first).expect(401))).toBe('UNAUTHENTICATED');
    await me(first).expect(401);
    await updateProfile(second).expect(200);
    await me(second).expect(200);
  });

  it.each([
    [
      'blocked',
      (id: number) => app.strapi.db.query(USER).update({ where: { id }, data: { blocked: true } }),
    ],
    ['deleted', (id: number) => app.strapi.db.query(USER).delete({ where: { id } })],
    [
      'given a new password in the admin panel',
      async (id: number) => {
        const { documentId } = (await app.strapi.db.query(USER).findOne({ where: { id } })) as {
          documentId: string;
        };
        await app.strapi
          .documents(USER)
          .update({ documentId, data: { password: 'Rainy-Kettle-43' } } as never);
      },
    ],
  ])('end every login of a user who is %s', async (_what, act) => {
    const { email, id } = await registerSomeone(app);
    const token = await logIn(app, email);
    await updateProfile(token).expect(200);
    await act(id);
    expect(codeOf(await updateProfile(token).expect(401))).toBe('UNAUTHENTICATED');
    await me(token).expect(401);
  });

  it('unblocked user – does not regain tokens issued before the block', async () => {
    const { email, id } = await registerSomeone(app);
    const token = await logIn(app, email);
    for (const blocked of [true, false]) {
      await app.strapi.db.query(USER).update({ where: { id }, data: { blocked } });
    }
    await updateProfile(token).expect(401);
    await updateProfile(await logIn(app, email)).expect(200);
  });

  it('tokens without a login – are rejected', async () => {
    const { id } = await registerSomeone(app);
    const { default: jwt } = await import('jsonwebtoken');
    const token = jwt.sign({ id }, 'test-jwt-0123456789abcdef');
    await updateProfile(token).expect(401);
    await me(token).expect(401);
    await updateProfile('nonsense').expect(401);
    expect(codeOf(await app.request.put('/api/user-endpoints/update-profile').send({}))).toBe(
      'UNAUTHENTICATED',
    );
  });

  it('POST /login-user/exists-email-vertical – responds with one of three codes, always with status 200', async () => {
    const { email } = await registerSomeone(app);
    const exists = async (address: string): Promise<unknown> =>
      (
        await app.request
          .post('/api/login-user/exists-email-vertical')
          .send({ email: address })
          .expect(200)
      ).body;
    const message = expect.any(String) as string;
    expect(await exists(email.toUpperCase())).toEqual({
      status: 200,
      code: 'EMAIL_EXISTS',
      message,
      exists: true,
      isLegacyUser: false,
    });
    expect(await exists(await migrateUser())).toEqual({
      status: 200,
      code: 'PASSWORD_RESET_REQUIRED',
      message,
      exists: true,
      isLegacyUser: true,
    });
    expect(await exists(someEmail())).toEqual({
      status: 411,
      code: 'EMAIL_NOT_FOUND',
      message,
      exists: false,
    });
  });

  describe('POST /user-endpoints/forgot-password and password-reset', () => {
    const requestCode = (email: string, over: object = {}) =>
      app.request.post('/api/user-endpoints/forgot-password').send({ email, ...over });

    const resetPassword = (code: string, password = 'Rainy-Kettle-43', over: object = {}) =>
      app.request.post('/api/user-endpoints/password-reset').send({ code, password, ...over });

    const findCodeLetter = async (email: string) =>
      (await mailbox.to(email)).find(({ text }) => /[A-Z2-9]{5}-/.test(text ?? ''));

    const codeFor = async (email: string): Promise<string> => {
      await requestCode(email).expect(200);
      return codeIn(await until(() => findCodeLetter(email)));
    };

    it('known and unknown addresses – get identical responses in equal time', async () => {
      const { email } = await registerSomeone(app);
      const bodies = new Set<string>();
      const requestCodeFor = async (address: string): Promise<void> => {
        bodies.add(JSON.stringify((await requestCode(address).expect(200)).body));
      };
      const unknownEmail = someEmail();
      const [ofKnown, unknown] = await timeInTurn(
        () => requestCodeFor(email),
        () => requestCodeFor(unknownEmail),
      );
      expect(bodies.size).toBe(1);
      expect(apart(ofKnown, unknown)).toBeLessThan(4);
    });

    it('code – sets a new password once, ends every login, and sends a confirmation in the requested language', async () => {
      const { email } = await registerSomeone(app, { language: 'es' });
      const token = await logIn(app, email);
      const code = await codeFor(email);
      const { body } = await resetPassword(
        code.toLowerCase().replaceAll('-', ' '),
        'Rainy-Kettle-43',
        {
          lang: 'en',
        },
      ).expect(200);
      expect(body).toEqual({ code: 'PASSWORD_UPDATED', message: expect.any(String) as string });
      await updateProfile(token).expect(401);
      await login(email).expect(401);
      await login(email, 'Rainy-Kettle-43').expect(200);
      expect(codeOf(await resetPassword(code).expect(400))).toBe('INVALID_RESET_CODE');
      const letters = await mailbox.to(email, 3);
      expect(letters.map(({ subject }) => subject)).toContain('Your password has changed');
    });

    it('code sent before the panel set a password – is rejected', async () => {
      const { email, id } = await registerSomeone(app);
      const code = await codeFor(email);
      const user = { where: { id }, select: ['documentId'] };
      const { documentId } = (await app.strapi.db.query(USER).findOne(user)) as {
        documentId: string;
      };
      const data = { password: 'Rainy-Kettle-43' };
      await app.strapi.documents(USER).update({ documentId, data } as never);
      expect(codeOf(await resetPassword(code).expect(400))).toBe('INVALID_RESET_CODE');
      await login(email, 'Rainy-Kettle-43').expect(200);
    });

    it('eight parallel uses of a code – set one password', async () => {
      const { email } = await registerSomeone(app);
      const code = await codeFor(email);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => resetPassword(code, `Rainy-Kettle-5${index}`)),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, ...Array<number>(7).fill(400)]);
      const winner = answers.findIndex(({ status }) => status === 200);
      await login(email, `Rainy-Kettle-5${winner}`).expect(200);
    });

    it('codes – are not stored in readable form, and expire after 30 minutes', async () => {
      const { email, id } = await registerSomeone(app);
      const code = await codeFor(email);
      const result = await app.strapi.db.connection.raw<{ rows: { row: string }[] }>(
        `SELECT j::text AS row FROM jobs.job j
         UNION ALL SELECT c::text FROM account_reset_codes c
         UNION ALL SELECT u::text FROM up_users u`,
      );
      const dump = result.rows.map(({ row }) => row.toUpperCase()).join('\n');
      expect(dump).not.toContain(code);
      expect(dump).not.toContain(code.replaceAll('-', ''));
      expect(dump).not.toContain(PASSWORD.toUpperCase());

      const codes = app.strapi.db.query('plugin::account.reset-code');
      const [row] = (await codes.findMany({
        where: { userNumber: id, purpose: 'reset-password' },
      })) as {
        id: number;
        expiresAt: string;
      }[];
      const minutes = (new Date(row?.expiresAt ?? 0).getTime() - Date.now()) / 60_000;
      expect(minutes).toBeGreaterThan(28);
      expect(minutes).toBeLessThanOrEqual(30);
      await codes.update({ where: { id: row?.id }, data: { expiresAt: new Date(Date.now() - 1) } });
      expect(codeOf(await resetPassword(code).expect(400))).toBe('INVALID_RESET_CODE');
    });

    it('invalid password – does not use up the code', async () => {
      const { email } = await registerSomeone(app);
      const code = await codeFor(email);
      expect(codeOf(await resetPassword(code, 'bad').expect(400))).toBe('INVALID_PASSWORD');
      expect(codeOf(await resetPassword('nonsense').expect(400))).toBe('INVALID_RESET_CODE');
      await resetPassword(code).expect(200);
    });

    it('migrated user with a new password – becomes a full user', async () => {
      const email = await migrateUser();
      await resetPassword(await codeFor(email)).expect(200);
      await login(email, 'Rainy-Kettle-43').expect(200);
      const { body } = await app.request
        .post('/api/login-user/exists-email-vertical')
        .send({ email });
      expect(body).toMatchObject({ code: 'EMAIL_EXISTS', isLegacyUser: false });
      const secondMigration = await app.request
        .post('/api/user-endpoints/migrate')
        .set(...bearer(await apiToken(app.strapi)))
        .send({ email, origin: 'legacy', nameLastName: 'Intruder', identificationNumber: '2' });
      expect([secondMigration.status, codeOf(secondMigration)]).toEqual([
        409,
        'USER_ALREADY_EXISTS',
      ]);
    });
  });
});
