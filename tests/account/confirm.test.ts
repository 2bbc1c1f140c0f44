import { type Admin, signIn } from '../support/admin';
import { type App, startApp } from '../support/app';
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

describe('confirmation of an e-mail address', () => {
  let app: App;
  let mailbox: Mailbox;
  let standIn: StandIn;
  let administrator: Admin;
  let basketNumber = 0;
  let settings: Record<string, string>;

  beforeAll(async () => {
    mailbox = await openMailbox();
    standIn = await startStandIn();
    await fillProvider(standIn);
    const runtimeEnv = {
      ...generous,
      ...mailbox.runtimeEnv,
      ...checkoutEnvironment(standIn),
      PUBLIC_URL: 'https://cms.example.com',
      LIMIT_LOGIN_PER_ACCOUNT: '20/600',
    };
    app = await startApp({ env: mailbox.env, runtimeEnv });
    settings = { ...mailbox.env, ...runtimeEnv };
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

  const requestConfirmation = (token: string) =>
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

  const placeOrder = async (email: string, token?: string): Promise<void> => {
    const request = app.request.post('/api/create-checkout-session');
    if (token !== undefined) void request.set(...bearer(token));
    // Different baskets, because equal ones would count as double clicks.
    basketNumber += 1;
    const cancel_url = `https://shop.example.com/basket/${basketNumber}`;
    await request.send(purchase({ customer_email: email, cancel_url })).expect(200);
  };

  const countOrders = async (token: string): Promise<number> => {
    const { body } = await app.request
      .get('/api/user-endpoints/orders')
      .set(...bearer(token))
      .expect(200);
    const { data, meta } = body as { data: unknown[]; meta: { pagination: { total: number } } };
    expect(meta.pagination.total).toBe(data.length);
    return data.length;
  };

  const findUser = async (email: string): Promise<User> =>
    (await app.strapi.db.query(USER).findOne({ where: { email } })) as User;

  const resetPassword = async (email: string): Promise<void> => {
    const isCode = ({ subject }: Letter): boolean => /código|code/.test(subject ?? '');
    await app.request.post('/api/user-endpoints/forgot-password').send({ email }).expect(200);
    await until(async () => (await mailbox.to(email)).some(isCode), Boolean, 'The code');
    const code = codeIn((await mailbox.to(email)).find(isCode));
    await app.request
      .post('/api/user-endpoints/password-reset')
      .send({ code, password: 'Rainy-Kettle-43' })
      .expect(200);
  };

  it('link in the welcome mail – confirms the address and then shows orders placed without login', async () => {
    const { email } = await registerSomeone(app, { language: 'en' });
    const token = await logIn(app, email);
    // The owner of the address buys without knowing the account, before and after.
    await placeOrder(email.toUpperCase());
    expect(await countOrders(token)).toBe(0);
    await placeOrder(email, token);
    await placeOrder('a-present@example.com', token);
    expect([await isConfirmed(email), await countOrders(token)]).toEqual([false, 2]);

    const [letter] = await mailbox.to(email);
    expect(confirmLinkIn(letter).href).toMatch(
      /^https:\/\/cms\.example\.com\/confirm-email\?code=[a-z2-9]{20}&lang=en$/,
    );
    expect(letter?.html).toContain(`href="${confirmLinkIn(letter).href.replace('&', '&amp;')}"`);
    expect(letter?.text).toMatch(/valid for 7\s+days/);
    expect(letter?.text).toMatch(/Somebody, hopefully you,[^]*the\s+password\s+of\s+the\s+account/);
    expect(letter?.text).toMatch(/If it was not you, [^]*then\s+loses\s+it/);
    const { body } = await confirm(linkOf(letter)).expect(200);
    expect(body).toEqual({ code: 'EMAIL_CONFIRMED', message: expect.any(String) as string });
    expect([await isConfirmed(email), await countOrders(token)]).toEqual([true, 3]);
    await placeOrder(email);
    expect(await countOrders(token)).toBe(4);
    const { body: page } = await app.request
      .get('/api/user-endpoints/orders?page=2&pageSize=3')
      .set(...bearer(token))
      .expect(200);
    expect(page).toMatchObject({
      data: [expect.anything()],
      meta: { pagination: { page: 2, pageCount: 2, total: 4 } },
    });
  });

  it('password reset with a code – confirms the address', async () => {
    const { email } = await registerSomeone(app, { language: 'en' });
    await placeOrder(email);
    const confirmationCode = await codeFor(email);
    await resetPassword(email);
    expect(await isConfirmed(email, 'Rainy-Kettle-43')).toBe(true);
    expect(await countOrders(await logIn(app, email, 'Rainy-Kettle-43'))).toBe(1);
    expect(codeOf(await confirm(confirmationCode).expect(400))).toBe('INVALID_CONFIRMATION_CODE');
  });

  describe('account registered by a stranger', () => {
    const registerAsStranger = async () => {
      const { email, id } = await registerSomeone(app, { language: 'en' });
      await placeOrder(email);
      return { email, id, strangers: await logIn(app, email) };
    };

    it('link without the password – does not confirm; a new password gives the owner the account', async () => {
      const { email, id, strangers } = await registerAsStranger();
      await requestConfirmation(strangers).expect(200);
      await mailbox.to(email, 2);
      const codes = (await mailbox.to(email)).map(linkOf);
      expect(new Set(codes).size).toBe(2);
      for (const code of codes) {
        const rejection = await confirm(code, null).set('Accept-Language', 'es').expect(401);
        expect(codeOf(rejection)).toBe('LOGIN_REQUIRED');
        expect(rejection.text).toContain('Inicia sesión');
        expect(codeOf(await confirm(code, '').expect(401))).toBe('LOGIN_REQUIRED');
        expect(codeOf(await confirm(code, 'My-Own-Password-1').expect(401))).toBe(
          'INVALID_CREDENTIALS',
        );
        const page = app.request.post(`/confirm-email?code=${code}&lang=en`).type('form');
        await page.send({ code }).expect(401);
      }
      expect([await isConfirmed(email), await countOrders(strangers)]).toEqual([false, 0]);

      await resetPassword(email);
      expect(codeOf(await requestConfirmation(strangers).expect(401))).toBe('UNAUTHENTICATED');
      await app.request
        .get('/api/user-endpoints/orders')
        .set(...bearer(strangers))
        .expect(401);
      await app.request
        .post('/api/user-endpoints/login')
        .send({ email, password: PASSWORD })
        .expect(401);
      expect(await app.strapi.db.query(CODE).count({ where: { userNumber: id } })).toBe(0);
      expect(await countOrders(await logIn(app, email, 'Rainy-Kettle-43'))).toBe(1);
    });

    it('logins during a password reset – do not leave a valid token', async () => {
      const { email } = await registerAsStranger();
      let isReset = false;
      const resetting = resetPassword(email).finally(() => {
        isReset = true;
      });
      const tokens: string[] = [];
      const logInRepeatedly = async (): Promise<void> => {
        while (!isReset) {
          const { status, body } = await app.request
            .post('/api/user-endpoints/login')
            .send({ email, password: PASSWORD });
          if (status === 200) tokens.push((body as { jwt: string }).jwt);
        }
      };
      await Promise.all([resetting, ...Array.from({ length: 4 }, logInRepeatedly)]);
      expect(tokens.length).toBeGreaterThan(0);
      for (const token of tokens) {
        await app.request
          .get('/api/user-endpoints/orders')
          .set(...bearer(token))
          .expect(401);
      }
    });
  });

  it('token of the account – confirms the address; tokens of others do not', async () => {
    const [account, otherAccount] = [await registerSomeone(app), await registerSomeone(app)];
    const [ownToken, otherToken] = [
      await logIn(app, account.email),
      await logIn(app, otherAccount.email),
    ];
    const code = await codeFor(account.email);
    for (const token of [otherToken, 'nonsense', await apiToken(app.strapi)]) {
      expect(codeOf(await confirm(code, null, token).expect(401))).toBe('LOGIN_REQUIRED');
    }
    expect(await isConfirmed(account.email)).toBe(false);
    await confirm(code, null, ownToken).expect(200);
    expect([await isConfirmed(account.email), await isConfirmed(otherAccount.email)]).toEqual([
      true,
      false,
    ]);
    // The password is sufficient proof, for any signed-in account.
    await confirm(await codeFor(otherAccount.email), PASSWORD, ownToken).expect(200);
    expect(await isConfirmed(otherAccount.email)).toBe(true);
  });

  it('wrong passwords with a code – count as failed logins', async () => {
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

  it('orders of another account – are not listed', async () => {
    const [account, otherAccount] = [await registerSomeone(app), await registerSomeone(app)];
    const [ownToken, otherToken] = [
      await logIn(app, account.email),
      await logIn(app, otherAccount.email),
    ];
    for (const { email } of [account, otherAccount])
      await confirm(await codeFor(email)).expect(200);
    await placeOrder(otherAccount.email, ownToken);
    expect([await countOrders(ownToken), await countOrders(otherToken)]).toEqual([1, 0]);
  });

  it('orders assigned by e-mail address in an earlier release – stay hidden until the address is confirmed', async () => {
    const { email, id } = await registerSomeone(app);
    const token = await logIn(app, email);
    await placeOrder(email, token);
    await placeOrder('another@example.com', token);
    await onDatabase(app.database, (client) =>
      client.query(
        `update checkout_orders o set placed_signed_in = null
          from checkout_orders_user_lnk l where l.order_id = o.id and l.user_id = $1`,
        [id],
      ),
    );
    expect(await countOrders(token)).toBe(1);
    await confirm(await codeFor(email)).expect(200);
    expect(await countOrders(token)).toBe(2);
  });

  it('eight parallel uses of a code – confirm once', async () => {
    const { email } = await registerSomeone(app);
    const code = await codeFor(email);
    const typed = ` ${code.toUpperCase().replace(/(.{5})/g, '$1-')} `;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => confirm(index % 2 === 0 ? code : typed)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array<number>(7).fill(400)]);
    expect(await isConfirmed(email)).toBe(true);
  });

  it('confirmation codes and reset codes – are not interchangeable', async () => {
    const { email } = await registerSomeone(app, { language: 'en' });
    const confirmationCode = await codeFor(email);
    const asReset = await app.request
      .post('/api/user-endpoints/password-reset')
      .send({ code: confirmationCode, password: 'Rainy-Kettle-43' })
      .expect(400);
    expect(codeOf(asReset)).toBe('INVALID_RESET_CODE');
    await app.request.post('/api/user-endpoints/forgot-password').send({ email }).expect(200);
    const letters = await mailbox.to(email, 2);
    const code = codeIn(letters.find(({ subject }) => subject?.includes('code')));
    expect(codeOf(await confirm(code).expect(400))).toBe('INVALID_CONFIRMATION_CODE');
  });

  it('codes – are not stored in readable form, and expire after seven days', async () => {
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

  it('POST /user-endpoints/send-confirmation – signed in – sends a new link until the address is confirmed', async () => {
    const { email } = await registerSomeone(app, { language: 'en' });
    const token = await logIn(app, email);
    expect((await requestConfirmation(token).expect(200)).body).toEqual({
      code: 'CONFIRMATION_SENT',
      message: expect.any(String) as string,
    });
    const secondLetter = (await mailbox.to(email, 2)).find(({ subject }) =>
      subject?.includes('Confirm'),
    );
    await confirm(linkOf(secondLetter)).expect(200);
    expect((await requestConfirmation(token).expect(200)).body).toMatchObject({
      code: 'EMAIL_CONFIRMED',
    });
    expect(codeOf(await requestConfirmation('nonsense').expect(401))).toBe('UNAUTHENTICATED');
    // The earlier link is no longer valid.
    const firstLetter = (await mailbox.to(email)).find(({ subject }) =>
      subject?.includes('Welcome'),
    );
    await confirm(linkOf(firstLetter)).expect(400);
  });

  it('template without a link – gets one appended; template with a link – keeps its place', async () => {
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
    const { email: emailWithoutLink } = await registerSomeone(app, { language: 'es' });
    expect((await mailbox.to(emailWithoutLink))[0]?.text).toContain(
      'Confirma tu correo electrónico',
    );
    expect((await mailbox.to(emailWithoutLink))[0]?.text).toMatch(
      /Si no has sido tú, no\s+confirmes/,
    );
    await confirm(await codeFor(emailWithoutLink)).expect(200);
    await template('Hola. [Aquí]({{ confirmUrl }}) durante {{ days }} días.');
    const { email: emailWithLink } = await registerSomeone(app, { language: 'es' });
    const [letter] = await mailbox.to(emailWithLink);
    expect(letter?.text).toMatch(/Aquí\s+\[https:\S+\]\s+durante 7\s+días/);
    expect(letter?.text).not.toContain('Confirma tu correo electrónico');
    await confirm(await codeFor(emailWithLink)).expect(200);
  });

  describe('in the admin panel', () => {
    const saveUser = async (email: string, change: Record<string, unknown>): Promise<User> => {
      const { documentId, id } = await findUser(email);
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

    it('checkbox – confirms the address and undoes the confirmation', async () => {
      const { email } = await registerSomeone(app);
      await placeOrder(email);
      const token = await logIn(app, email);
      expect((await saveUser(email, { confirmed: true })).confirmedAt).not.toBeNull();
      expect([await isConfirmed(email), await countOrders(token)]).toEqual([true, 1]);
      await saveUser(email, { phone: '+34 600' });
      expect(await isConfirmed(email)).toBe(true);
      expect((await saveUser(email, { confirmed: false })).confirmedAt).toBeNull();
      expect([await isConfirmed(email), await countOrders(token)]).toEqual([false, 0]);
    });

    it('changed e-mail address – needs a new confirmation, with a code sent to that address', async () => {
      const { email } = await registerSomeone(app, { language: 'en' });
      await confirm(await codeFor(email)).expect(200);
      await placeOrder(email);
      const token = await logIn(app, email);
      expect(await countOrders(token)).toBe(1);

      const newEmail = `other-${email}`;
      const changedUser = await saveUser(email, { email: newEmail });
      expect([changedUser.confirmed, changedUser.confirmedAt]).toEqual([false, null]);
      expect([await isConfirmed(newEmail), await countOrders(token)]).toEqual([false, 0]);
      await requestConfirmation(token).expect(200);
      const code = await codeFor(newEmail);
      const third = `third-${email}`;
      await saveUser(newEmail, { email: third });
      expect(codeOf(await confirm(code).expect(400))).toBe('INVALID_CONFIRMATION_CODE');
      await saveUser(third, { email: newEmail });
      await confirm(code).expect(200);
      expect(await isConfirmed(newEmail)).toBe(true);

      const { id } = await findUser(newEmail);
      await app.request
        .put(`/api/users/${id}`)
        .set(...bearer(await apiToken(app.strapi)))
        .send({ email: third.toUpperCase() })
        .expect(200);
      expect(await isConfirmed(third)).toBe(false);
    });
  });

  describe('on the confirmation page of the service', () => {
    const page = (code: string, lang = 'es') => `/confirm-email?code=${code}&lang=${lang}`;

    it('confirms with the password, and not by opening the page', async () => {
      const { email } = await registerSomeone(app, { language: 'es' });
      const code = await codeFor(email);
      const link = confirmLinkIn((await mailbox.to(email))[0]);
      for (const method of ['get', 'head'] as const) {
        const pageResponse = await app.request[method](link.pathname + link.search).expect(200);
        expect(pageResponse.headers).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
        });
      }
      expect(await isConfirmed(email)).toBe(false);
      const submit = (password?: string) =>
        app.request.post(page(code)).type('form').send({ code, password });
      for (const [password, problem] of [
        [undefined, 'Inicia sesión'],
        ['', 'Inicia sesión'],
        ['Wrong-Password-1', 'no son correctos'],
      ] as const) {
        const { text } = await submit(password).expect(401);
        expect(text).toContain(problem);
        // The form is shown again for a retry.
        expect(text).toContain(`name="code" value="${code}"`);
        expect(text).not.toContain('Wrong-Password-1');
      }
      expect(await isConfirmed(email)).toBe(false);
      const submission = await submit(PASSWORD).expect(200);
      expect(submission.text).toContain('El correo electrónico está confirmado');
      expect(await isConfirmed(email)).toBe(true);
      expect((await submit(PASSWORD).expect(400)).text).toContain('ya se ha usado');
    });

    it.each([
      ['es', 'Contraseña', 'Si no te has registrado aquí, no confirmes'],
      ['en', 'Password', 'If you did not register here, do not confirm'],
    ])(
      'asks for the password in %s, without showing the e-mail address',
      async (lang, label, warning) => {
        const { email } = await registerSomeone(app, { language: lang });
        const link = confirmLinkIn((await mailbox.to(email))[0]);
        const { text } = await app.request.get(link.pathname + link.search).expect(200);
        expect(text).toContain(`<label for="password">${label}</label>`);
        expect(text).toMatch(/<input (?=[^>]*id="password")(?=[^>]*type="password")[^>]*>/);
        expect(text).toMatch(/<input [^>]*autoComplete="current-password"/i);
        expect(text).toContain(warning);
        expect(text).not.toContain(email);
      },
    );

    it('uses the language of the mail, and escapes the code', async () => {
      const hostileCode = encodeURIComponent('"><script>alert(1)</script>');
      const { text } = await app.request.get(page(hostileCode, 'en')).expect(200);
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

  it('start of two nodes after an earlier release – unconfirms unproven addresses once, and merges both street fields', async () => {
    const { database } = app;
    const linkSetting = {
      CONFIRM_EMAIL_URL: 'https://shop.example.com/{lang}/{vertical}/confirm#{code}',
    };
    app.changeSettings(linkSetting);
    const people = {
      local: await registerSomeone(app, { language: 'en' }),
      proven: await registerSomeone(app, { language: 'en' }),
      legacy: await registerSomeone(app, { language: 'en' }),
      byHand: await registerSomeone(app, { language: 'en' }),
    };
    const letter = (await mailbox.to(people.proven.email))[0];
    const link = confirmLinkIn(letter);
    expect(link.href).toMatch(/^https:\/\/shop\.example\.com\/en\/\/confirm#[a-z2-9]{20}$/);
    await app.request
      .post('/api/user-endpoints/confirm-email')
      .send({ code: link.hash.slice(1), password: PASSWORD })
      .expect(200);

    await onDatabase(database, async (client) => {
      const write = (email: string, origin: string | null) =>
        client.query(
          'update up_users set confirmed = true, confirmed_at = null, origin = $2 where email = $1',
          [email, origin],
        );
      await write(people.local.email, 'local');
      await write(people.legacy.email, 'legacy');
      await write(people.byHand.email, null);
      const setStreets = (email: string, address: object) =>
        client.query('update up_users set billing_address = $2 where email = $1', [email, address]);
      await setStreets(people.local.email, { street: 'Mayor 1', city: 'Lugo' });
      await setStreets(people.proven.email, { street: 'Mayor 1', address: 'Real 2' });
      await setStreets(people.legacy.email, { street: 'Mayor 1', address: '' });
      await setStreets(people.byHand.email, { address: 'Real 2' });
    });
    const env = { ...settings, ...linkSetting };
    const nodes = await Promise.all([
      startProcess({ database, env }),
      startProcess({ database, env }),
    ]);
    const [reader] = nodes;
    const listConfirmed = async (): Promise<Record<string, boolean>> => {
      const entries = Object.entries(people).map(async ([name, { email }]) => {
        const { body } = await reader.request
          .post('/api/user-endpoints/login')
          .send({ email, password: PASSWORD })
          .expect(200);
        return [name, (body as { user: { confirmed: boolean } }).user.confirmed] as const;
      });
      return Object.fromEntries(await Promise.all(entries));
    };
    expect(await listConfirmed()).toEqual({
      local: false,
      proven: true,
      legacy: true,
      byHand: true,
    });

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

    // An earlier release, which does not store proofs, writes while this release runs.
    await onDatabase(database, (client) =>
      client.query('update up_users set confirmed = true where email = $1', [people.local.email]),
    );
    expect(await listConfirmed()).toMatchObject({ local: false });
    await Promise.all(nodes.map((node) => node.kill('SIGTERM')));
  });
});
