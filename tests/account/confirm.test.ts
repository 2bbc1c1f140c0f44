import { type Admin, signIn } from '../support/admin';
import { type App, startApp } from '../support/app';
import { createDatabase } from '../support/database';
import { startProcess } from '../support/process';
import { until } from '../support/until';
import {
  checkoutEnvironment,
  fillCatalogue,
  fillProvider,
  onDatabase,
  purchase,
  type StandIn,
  startStandIn,
} from '../checkout/support';
import {
  apiToken,
  bearer,
  codeOf,
  generous,
  logIn,
  type Mailbox,
  openMailbox,
  PASSWORD,
  registerSomeone,
} from './support/accounts';
import { codeIn, confirmLinkIn, type Letter } from './support/mailbox';

const USER = 'plugin::users-permissions.user';
const USERS = `/content-manager/collection-types/${USER}`;
const CODE = 'plugin::account.reset-code';

type User = { id: number; documentId: string; confirmed: boolean; confirmedAt: string | null };

describe('an e-mail address', () => {
  let app: App;
  let mailbox: Mailbox;
  let standIn: StandIn;
  let administrator: Admin;
  let bought = 0;

  beforeAll(async () => {
    mailbox = await openMailbox();
    standIn = await startStandIn();
    await fillProvider(standIn);
    app = await startApp({
      env: mailbox.env,
      runtimeEnv: {
        ...generous,
        ...mailbox.runtimeEnv,
        ...checkoutEnvironment(standIn),
        PUBLIC_URL: 'https://cms.example.com',
        LIMIT_LOGIN_PER_ACCOUNT: '20/600',
      },
    });
    await fillCatalogue(app.strapi);
    administrator = await signIn(app, 'strapi-super-admin');
  });

  afterAll(async () => {
    await app.stop();
    await mailbox.close();
    await standIn.stop();
  });

  const confirm = (code: string, password: string | null = PASSWORD, token?: string) => {
    const request = app.request.post('/api/user-endpoints/confirm-email');
    if (token !== undefined) void request.set(...bearer(token));
    return request.send({ code, ...(password !== null && { password }) });
  };

  const sendAgain = (token: string) =>
    app.request.post('/api/user-endpoints/send-confirmation').set(...bearer(token));

  const isConfirmed = async (email: string, password = PASSWORD): Promise<boolean> => {
    const { body } = await app.request
      .post('/api/user-endpoints/login')
      .send({ email, password })
      .expect(200);
    return (body as { user: { confirmed: boolean } }).user.confirmed;
  };

  const linkOf = (letter: Letter | undefined): string =>
    confirmLinkIn(letter).searchParams.get('code') ?? '';

  const codeFor = async (email: string): Promise<string> => linkOf((await mailbox.to(email))[0]);

  const buy = async (email: string, token?: string): Promise<void> => {
    const request = app.request.post('/api/create-checkout-session');
    if (token !== undefined) void request.set(...bearer(token));
    // Different baskets, because equal ones would count as double clicks.
    bought += 1;
    const cancel_url = `https://shop.example.com/basket/${bought}`;
    await request.send(purchase({ customer_email: email, cancel_url })).expect(200);
  };

  const ordersOf = async (token: string): Promise<number> => {
    const { body } = await app.request
      .get('/api/user-endpoints/orders')
      .set(...bearer(token))
      .expect(200);
    const { data, meta } = body as { data: unknown[]; meta: { pagination: { total: number } } };
    expect(meta.pagination.total).toBe(data.length);
    return data.length;
  };

  const stored = async (email: string): Promise<User> =>
    (await app.strapi.db.query(USER).findOne({ where: { email } })) as User;

  const reset = async (email: string): Promise<void> => {
    const isCode = ({ subject }: Letter): boolean => /código|code/.test(subject ?? '');
    await app.request.post('/api/user-endpoints/forgot-password').send({ email }).expect(200);
    await until(async () => (await mailbox.to(email)).some(isCode), Boolean, 'The code');
    const code = codeIn((await mailbox.to(email)).find(isCode));
    await app.request
      .post('/api/user-endpoints/password-reset')
      .send({ code, password: 'Rainy-Kettle-43' })
      .expect(200);
  };

  it('should be proven by the link of the welcome e-mail, and show until then what was bought signed in only', async () => {
    const { email } = await registerSomeone(app, { language: 'en' });
    const token = await logIn(app, email);
    // The owner of the address buys without knowing the account, before and after.
    await buy(email.toUpperCase());
    expect(await ordersOf(token)).toBe(0);
    await buy(email, token);
    await buy('a-present@example.com', token);
    expect([await isConfirmed(email), await ordersOf(token)]).toEqual([false, 2]);

    const [letter] = await mailbox.to(email);
    expect(confirmLinkIn(letter).href).toMatch(
      /^https:\/\/cms\.example\.com\/confirm-email\?code=[a-z2-9]{20}&lang=en$/,
    );
    expect(letter?.html).toContain(`href="${confirmLinkIn(letter).href.replace('&', '&amp;')}"`);
    expect(letter?.text).toMatch(/valid for 7\s+days/);
    expect(letter?.text).toMatch(/Somebody, hopefully you,[^]*the\s+password\s+of\s+the\s+account/);
    expect(letter?.text).toMatch(/If it was not you, [^]*takes\s+the\s+account\s+away/);
    const { body } = await confirm(linkOf(letter)).expect(200);
    expect(body).toEqual({ code: 'EMAIL_CONFIRMED', message: expect.any(String) as string });
    expect([await isConfirmed(email), await ordersOf(token)]).toEqual([true, 3]);
    await buy(email);
    expect(await ordersOf(token)).toBe(4);
    const { body: page } = await app.request
      .get('/api/user-endpoints/orders?page=2&pageSize=3')
      .set(...bearer(token))
      .expect(200);
    expect(page).toMatchObject({
      data: [expect.anything()],
      meta: { pagination: { page: 2, pageCount: 2, total: 4 } },
    });
  });

  it('should be proven by a new password with a code', async () => {
    const { email } = await registerSomeone(app, { language: 'en' });
    await buy(email);
    const confirming = await codeFor(email);
    await reset(email);
    expect(await isConfirmed(email, 'Rainy-Kettle-43')).toBe(true);
    expect(await ordersOf(await logIn(app, email, 'Rainy-Kettle-43'))).toBe(1);
    expect(codeOf(await confirm(confirming).expect(400))).toBe('INVALID_CONFIRMATION_CODE');
  });

  describe('that a stranger has registered', () => {
    const registered = async () => {
      const { email, id } = await registerSomeone(app, { language: 'en' });
      await buy(email);
      return { email, id, strangers: await logIn(app, email) };
    };

    it('should not be confirmed by its owner following the link, and be the owner’s after a new password', async () => {
      const { email, id, strangers } = await registered();
      await sendAgain(strangers).expect(200);
      await mailbox.to(email, 2);
      const codes = (await mailbox.to(email)).map(linkOf);
      expect(new Set(codes).size).toBe(2);
      for (const code of codes) {
        const refused = await confirm(code, null).set('Accept-Language', 'es').expect(401);
        expect(codeOf(refused)).toBe('LOGIN_REQUIRED');
        expect(refused.text).toContain('Inicia sesión');
        expect(codeOf(await confirm(code, '').expect(401))).toBe('LOGIN_REQUIRED');
        expect(codeOf(await confirm(code, 'My-Own-Password-1').expect(401))).toBe(
          'INVALID_CREDENTIALS',
        );
        const page = app.request.post(`/confirm-email?code=${code}&lang=en`).type('form');
        await page.send({ code }).expect(401);
      }
      expect([await isConfirmed(email), await ordersOf(strangers)]).toEqual([false, 0]);

      await reset(email);
      expect(codeOf(await sendAgain(strangers).expect(401))).toBe('UNAUTHENTICATED');
      await app.request
        .get('/api/user-endpoints/orders')
        .set(...bearer(strangers))
        .expect(401);
      await app.request
        .post('/api/user-endpoints/login')
        .send({ email, password: PASSWORD })
        .expect(401);
      expect(await app.strapi.db.query(CODE).count({ where: { userNumber: id } })).toBe(0);
      expect(await ordersOf(await logIn(app, email, 'Rainy-Kettle-43'))).toBe(1);
    });

    it('should leave the stranger no token that was asked for while the password changed', async () => {
      const { email } = await registered();
      let isSet = false;
      const setting = reset(email).finally(() => {
        isSet = true;
      });
      const tokens: string[] = [];
      const logInAgainAndAgain = async (): Promise<void> => {
        while (!isSet) {
          const { status, body } = await app.request
            .post('/api/user-endpoints/login')
            .send({ email, password: PASSWORD });
          if (status === 200) tokens.push((body as { jwt: string }).jwt);
        }
      };
      await Promise.all([setting, ...Array.from({ length: 4 }, logInAgainAndAgain)]);
      expect(tokens.length).toBeGreaterThan(0);
      for (const token of tokens) {
        await app.request
          .get('/api/user-endpoints/orders')
          .set(...bearer(token))
          .expect(401);
      }
    });
  });

  it('should be confirmed by the account’s own token, and by nobody else’s', async () => {
    const [one, other] = [await registerSomeone(app), await registerSomeone(app)];
    const [mine, theirs] = [await logIn(app, one.email), await logIn(app, other.email)];
    const code = await codeFor(one.email);
    for (const token of [theirs, 'nonsense', await apiToken(app.strapi)]) {
      expect(codeOf(await confirm(code, null, token).expect(401))).toBe('LOGIN_REQUIRED');
    }
    expect(await isConfirmed(one.email)).toBe(false);
    await confirm(code, null, mine).expect(200);
    expect([await isConfirmed(one.email), await isConfirmed(other.email)]).toEqual([true, false]);
    // The password is sufficient proof, for any signed-in account.
    await confirm(await codeFor(other.email), PASSWORD, mine).expect(200);
    expect(await isConfirmed(other.email)).toBe(true);
  });

  it('should count wrong passwords beside a code like those at a login', async () => {
    const { email } = await registerSomeone(app, { language: 'en' });
    const token = await logIn(app, email);
    const code = await codeFor(email);
    // Without a valid code, no password is compared and no attempt counts.
    await Promise.all(
      Array.from({ length: 25 }, async () => {
        expect(codeOf(await confirm('nonsense', 'Wrong-Password-1').expect(400))).toBe(
          'INVALID_CONFIRMATION_CODE',
        );
      }),
    );
    expect(await isConfirmed(email)).toBe(false);
    for (let count = 0; count < 20; count += 1) {
      expect(codeOf(await confirm(code, 'Wrong-Password-1').expect(401))).toBe(
        'INVALID_CREDENTIALS',
      );
    }
    await app.request
      .post('/api/user-endpoints/login')
      .send({ email, password: PASSWORD })
      .expect(401);
    expect(codeOf(await confirm(code).expect(401))).toBe('INVALID_CREDENTIALS');
    await until(
      async () => (await mailbox.to(email)).some(({ subject }) => subject?.includes('Too many')),
      Boolean,
      'The letter',
    );
    await confirm(code, null, token).expect(200);
  });

  it('should show no orders of another account', async () => {
    const [one, other] = [await registerSomeone(app), await registerSomeone(app)];
    const [mine, theirs] = [await logIn(app, one.email), await logIn(app, other.email)];
    for (const { email } of [one, other]) await confirm(await codeFor(email)).expect(200);
    await buy(other.email, mine);
    expect([await ordersOf(mine), await ordersOf(theirs)]).toEqual([1, 0]);
  });

  it('should hide orders that an earlier release gave to an account by its address', async () => {
    const { email, id } = await registerSomeone(app);
    const token = await logIn(app, email);
    await buy(email, token);
    await buy('another@example.com', token);
    await onDatabase(app.database, (client) =>
      client.query(
        `update checkout_orders o set placed_signed_in = null
          from checkout_orders_user_lnk l where l.order_id = o.id and l.user_id = $1`,
        [id],
      ),
    );
    expect(await ordersOf(token)).toBe(1);
    await confirm(await codeFor(email)).expect(200);
    expect(await ordersOf(token)).toBe(2);
  });

  it('should be confirmed once by many parallel uses of a code, and stay so', async () => {
    const { email } = await registerSomeone(app);
    const code = await codeFor(email);
    const typed = ` ${code.toUpperCase().replace(/(.{5})/g, '$1-')} `;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => confirm(at % 2 === 0 ? code : typed)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array<number>(7).fill(400)]);
    expect(await isConfirmed(email)).toBe(true);
  });

  it('should not take one kind of code for the other', async () => {
    const { email } = await registerSomeone(app, { language: 'en' });
    const confirming = await codeFor(email);
    const asReset = await app.request
      .post('/api/user-endpoints/password-reset')
      .send({ code: confirming, password: 'Rainy-Kettle-43' })
      .expect(400);
    expect(codeOf(asReset)).toBe('INVALID_RESET_CODE');
    await app.request.post('/api/user-endpoints/forgot-password').send({ email }).expect(200);
    const letters = await mailbox.to(email, 2);
    const code = codeIn(letters.find(({ subject }) => subject?.includes('code')));
    expect(codeOf(await confirm(code).expect(400))).toBe('INVALID_CONFIRMATION_CODE');
  });

  it('should keep no code that can be read, and none for ever', async () => {
    const { email, id } = await registerSomeone(app);
    const code = await codeFor(email);
    const dump = await onDatabase(app.database, async (client) => {
      const { rows } = await client.query<{ row: string }>(
        `select j::text as row from jobs.job j union all select c::text from account_reset_codes c`,
      );
      return rows.map(({ row }) => row.toLowerCase()).join('\n');
    });
    expect(dump).not.toContain(code);
    const codes = app.strapi.db.query(CODE);
    const [row] = (await codes.findMany({ where: { userNumber: id } })) as {
      id: number;
      expiresAt: string;
    }[];
    const days = (new Date(row?.expiresAt ?? 0).getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    await codes.update({ where: { id: row?.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect(codeOf(await confirm(code).expect(400))).toBe('INVALID_CONFIRMATION_CODE');
    expect(await isConfirmed(email)).toBe(false);
  });

  it('should have the link sent again to those who are signed in, until it is proven', async () => {
    const { email } = await registerSomeone(app, { language: 'en' });
    const token = await logIn(app, email);
    expect((await sendAgain(token).expect(200)).body).toEqual({
      code: 'CONFIRMATION_SENT',
      message: expect.any(String) as string,
    });
    const again = (await mailbox.to(email, 2)).find(({ subject }) => subject?.includes('Confirm'));
    await confirm(linkOf(again)).expect(200);
    expect((await sendAgain(token).expect(200)).body).toMatchObject({ code: 'EMAIL_CONFIRMED' });
    expect(codeOf(await sendAgain('nonsense').expect(401))).toBe('UNAUTHENTICATED');
    // The earlier link is no longer valid.
    const first = (await mailbox.to(email)).find(({ subject }) => subject?.includes('Welcome'));
    await confirm(linkOf(first)).expect(400);
  });

  it('should be in a template of Marketing’s that has no link, and where they put it', async () => {
    const template = async (body: string): Promise<{ documentId: string }> =>
      await app.strapi.documents('api::email-template.email-template').create({
        data: { kind: 'welcome', subject: 'Bienvenida', preheader: '', body },
        locale: 'es',
        status: 'published',
      } as never);
    const locales = app.strapi.plugin('i18n').service('locales') as unknown as {
      find: () => Promise<{ code: string }[]>;
      create: (locale: { code: string; name: string }) => Promise<unknown>;
    };
    if (!(await locales.find()).some(({ code }) => code === 'es')) {
      await locales.create({ code: 'es', name: 'es' });
    }
    await template('Hola, {{ name }}.');
    const { email: without } = await registerSomeone(app, { language: 'es' });
    expect((await mailbox.to(without))[0]?.text).toContain('Confirma tu correo electrónico');
    expect((await mailbox.to(without))[0]?.text).toMatch(/Si no has sido tú, no\s+confirmes/);
    await confirm(await codeFor(without)).expect(200);
    await template('Hola. [Aquí]({{ confirmUrl }}) durante {{ days }} días.');
    const { email: within } = await registerSomeone(app, { language: 'es' });
    const [letter] = await mailbox.to(within);
    expect(letter?.text).toMatch(/Aquí\s+\[https:\S+\]\s+durante 7\s+días/);
    expect(letter?.text).not.toContain('Confirma tu correo electrónico');
    await confirm(await codeFor(within)).expect(200);
  });

  describe('in the admin panel', () => {
    const save = async (email: string, change: Record<string, unknown>): Promise<User> => {
      const { documentId, id } = await stored(email);
      const form = (await administrator.get(`${USERS}/${documentId}`)).body.data as object;
      const { status } = await administrator.put(`${USERS}/${documentId}`, {
        ...Object.fromEntries(
          Object.entries(form).filter(([key]) =>
            ['email', 'username', 'confirmed', 'confirmedAt', 'phone', 'blocked'].includes(key),
          ),
        ),
        ...change,
      });
      expect(status).toBe(200);
      return (await app.strapi.db.query(USER).findOne({ where: { id } })) as User;
    };

    it('should be proven, and disproven, by hand', async () => {
      const { email } = await registerSomeone(app);
      await buy(email);
      const token = await logIn(app, email);
      expect((await save(email, { confirmed: true })).confirmedAt).not.toBeNull();
      expect([await isConfirmed(email), await ordersOf(token)]).toEqual([true, 1]);
      await save(email, { phone: '+34 600' });
      expect(await isConfirmed(email)).toBe(true);
      expect((await save(email, { confirmed: false })).confirmedAt).toBeNull();
      expect([await isConfirmed(email), await ordersOf(token)]).toEqual([false, 0]);
    });

    it('should have to be proven anew when it changes, by a code that came to it', async () => {
      const { email } = await registerSomeone(app, { language: 'en' });
      await confirm(await codeFor(email)).expect(200);
      await buy(email);
      const token = await logIn(app, email);
      expect(await ordersOf(token)).toBe(1);

      const other = `other-${email}`;
      const changed = await save(email, { email: other });
      expect([changed.confirmed, changed.confirmedAt]).toEqual([false, null]);
      expect([await isConfirmed(other), await ordersOf(token)]).toEqual([false, 0]);
      await sendAgain(token).expect(200);
      const code = await codeFor(other);
      const third = `third-${email}`;
      await save(other, { email: third });
      expect(codeOf(await confirm(code).expect(400))).toBe('INVALID_CONFIRMATION_CODE');
      await save(third, { email: other });
      await confirm(code).expect(200);
      expect(await isConfirmed(other)).toBe(true);

      const { id } = await stored(other);
      await app.request
        .put(`/api/users/${id}`)
        .set(...bearer(await apiToken(app.strapi)))
        .send({ email: third.toUpperCase() })
        .expect(200);
      expect(await isConfirmed(third)).toBe(false);
    });
  });

  describe('on the page of the service', () => {
    const page = (code: string, lang = 'es') => `/confirm-email?code=${code}&lang=${lang}`;

    it('should be confirmed by the password, and not by looking', async () => {
      const { email } = await registerSomeone(app, { language: 'es' });
      const code = await codeFor(email);
      const link = confirmLinkIn((await mailbox.to(email))[0]);
      for (const method of ['get', 'head'] as const) {
        const looked = await app.request[method](link.pathname + link.search).expect(200);
        expect(looked.headers).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
        });
      }
      expect(await isConfirmed(email)).toBe(false);
      const press = (password?: string) =>
        app.request.post(page(code)).type('form').send({ code, password });
      for (const [password, problem] of [
        [undefined, 'Inicia sesión'],
        ['', 'Inicia sesión'],
        ['Wrong-Password-1', 'no son correctos'],
      ] as const) {
        const { text } = await press(password).expect(401);
        expect(text).toContain(problem);
        // A retry.
        expect(text).toContain(`name="code" value="${code}"`);
        expect(text).not.toContain('Wrong-Password-1');
      }
      expect(await isConfirmed(email)).toBe(false);
      const pressed = await press(PASSWORD).expect(200);
      expect(pressed.text).toContain('El correo electrónico está confirmado');
      expect(await isConfirmed(email)).toBe(true);
      expect((await press(PASSWORD).expect(400)).text).toContain('ya se ha usado');
    });

    it.each([
      ['es', 'Contraseña', 'Si no te has registrado aquí, no confirmes'],
      ['en', 'Password', 'If you did not register here, do not confirm'],
    ])('should ask for the password in %s, without saying whose', async (lang, label, warning) => {
      const { email } = await registerSomeone(app, { language: lang });
      const link = confirmLinkIn((await mailbox.to(email))[0]);
      const { text } = await app.request.get(link.pathname + link.search).expect(200);
      expect(text).toContain(`<label for="password">${label}</label>`);
      expect(text).toMatch(/<input (?=[^>]*id="password")(?=[^>]*type="password")[^>]*>/);
      expect(text).toMatch(/<input [^>]*autoComplete="current-password"/i);
      expect(text).toContain(warning);
      expect(text).not.toContain(email);
    });

    it('should speak the language of the e-mail, and show what it is given as text', async () => {
      const nasty = encodeURIComponent('"><script>alert(1)</script>');
      const { text } = await app.request.get(page(nasty, 'en')).expect(200);
      expect(text).toContain('Confirm your e-mail address');
      expect(text).not.toContain('<script>');
      const spanish = await app.request
        .get(page('x', 'fr'))
        .set('Accept-Language', 'es')
        .expect(200);
      expect(spanish.text).toContain('Confirma tu correo electrónico');
      await app.request.post('/confirm-email').type('form').send({}).expect(400);
    });
  });
});

describe('addresses that an earlier release took for confirmed', () => {
  it('should have to be proven, once, and have one street, whichever of several nodes starts first', async () => {
    const mailbox = await openMailbox();
    const database = await createDatabase();
    const env = {
      ...generous,
      ...mailbox.env,
      ...mailbox.runtimeEnv,
      CONFIRM_EMAIL_URL: 'https://shop.example.com/{lang}/{vertical}/confirm#{code}',
    };
    const first = await startProcess({ database, env });
    const people = {
      local: await registerSomeone(first, { language: 'en' }),
      proven: await registerSomeone(first, { language: 'en' }),
      legacy: await registerSomeone(first, { language: 'en' }),
      byHand: await registerSomeone(first, { language: 'en' }),
    };
    const letter = (await mailbox.to(people.proven.email))[0];
    const link = confirmLinkIn(letter);
    expect(link.href).toMatch(/^https:\/\/shop\.example\.com\/en\/\/confirm#[a-z2-9]{20}$/);
    await first.request
      .post('/api/user-endpoints/confirm-email')
      .send({ code: link.hash.slice(1), password: PASSWORD })
      .expect(200);
    await first.kill('SIGTERM');

    await onDatabase(database, async (client) => {
      const write = (email: string, origin: string | null) =>
        client.query(
          'update up_users set confirmed = true, confirmed_at = null, origin = $2 where email = $1',
          [email, origin],
        );
      await write(people.local.email, 'local');
      await write(people.legacy.email, 'legacy');
      await write(people.byHand.email, null);
      const withStreets = (email: string, address: object) =>
        client.query('update up_users set billing_address = $2 where email = $1', [email, address]);
      await withStreets(people.local.email, { street: 'Mayor 1', city: 'Lugo' });
      await withStreets(people.proven.email, { street: 'Mayor 1', address: 'Real 2' });
      await withStreets(people.legacy.email, { street: 'Mayor 1', address: '' });
      await withStreets(people.byHand.email, { address: 'Real 2' });
    });
    const nodes = await Promise.all([0, 1].map(() => startProcess({ database, env })));
    const confirmed = async (): Promise<Record<string, boolean>> => {
      const entries = Object.entries(people).map(async ([name, { email }]) => {
        const { body } = await (nodes[0] ?? first).request
          .post('/api/user-endpoints/login')
          .send({ email, password: PASSWORD })
          .expect(200);
        return [name, (body as { user: { confirmed: boolean } }).user.confirmed] as const;
      });
      return Object.fromEntries(await Promise.all(entries));
    };
    expect(await confirmed()).toEqual({ local: false, proven: true, legacy: true, byHand: true });

    const streets = await onDatabase(database, (client) =>
      client.query<{ address: object }>(
        'select billing_address as address from up_users where email = any($1) order by id',
        [Object.values(people).map(({ email }) => email)],
      ),
    );
    expect(streets.rows.map(({ address }) => address)).toEqual([
      { street: 'Mayor 1', address: 'Mayor 1', city: 'Lugo' },
      { street: 'Real 2', address: 'Real 2' },
      { street: 'Mayor 1', address: 'Mayor 1' },
      { street: 'Real 2', address: 'Real 2' },
    ]);

    // An earlier release, which does not know proofs, writes while this one runs.
    await onDatabase(database, (client) =>
      client.query('update up_users set confirmed = true where email = $1', [people.local.email]),
    );
    expect(await confirmed()).toMatchObject({ local: false });
    await Promise.all(nodes.map((node) => node.kill('SIGTERM')));
    await mailbox.close();
    await database.drop();
  });
});
