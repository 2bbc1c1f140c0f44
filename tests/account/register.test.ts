import { register as registration } from '#plugins/account/contract';
import type { App } from '../support/app';
import { everyColumn } from '../support/every-column';
import {
  addVertical,
  codeOf,
  type Mailbox,
  newAccount,
  openAccounts,
  PASSWORD,
  someEmail,
} from './support/accounts';

const USER = 'plugin::users-permissions.user';
const PATH = '/api/user-endpoints/register';

describe('POST /user-endpoints/register', () => {
  let app: App;
  let mailbox: Mailbox;

  beforeAll(async () => {
    ({ app, mailbox } = await openAccounts());
    await addVertical(app.strapi, {
      name: 'Medicina',
      slug: 'medicina',
      isDefault: true,
      defaultLang: 'es',
      order: 0,
    });
    await addVertical(app.strapi, { name: 'Vets', slug: 'vets', defaultLang: 'en', order: 1 });
  });

  afterAll(() => app.stop());

  const register = (body: object, headers: Record<string, string> = {}) =>
    app.request.post(PATH).set(headers).send(body);

  it('responds with exactly the contract', async () => {
    const email = someEmail();
    const { body } = await register({
      email: `  ${email.toUpperCase()} `,
      password: PASSWORD,
      nameLastName: 'Ana García',
      identificationNumber: '12345678Z',
      phone: '+34 600 000 000',
      language: 'es',
      vertical: 'vets',
      billingAddress: { street: 'Mayor 1', city: 'Madrid', postalCode: '28001', countryCode: 'es' },
      mailingAddress: { street: 'Minor 2', country: 'Nowhere', countryCode: 'GB' },
    }).expect(200);
    expect(body).toEqual({
      id: expect.any(Number) as number,
      email,
      username: email,
      nameLastName: 'Ana García',
      phone: '+34 600 000 000',
      identificationNumber: '12345678Z',
      language: 'es',
      vertical: 'vets',
      billingAddress: {
        street: 'Mayor 1',
        city: 'Madrid',
        postalCode: '28001',
        country: 'España',
        countryCode: 'ES',
      },
      mailingAddress: {
        street: 'Minor 2',
        city: null,
        postalCode: null,
        country: 'Nowhere',
        countryCode: 'GB',
      },
      role: 1,
    });
  });

  it('welcome mail – uses the language of the user', async () => {
    const { email } = (await register(newAccount({ language: 'en' }))).body as { email: string };
    const [letter] = await mailbox.to(email);
    expect(letter?.subject).toBe('Welcome to Medicina');
    expect(letter?.html).toContain('Medicina');
    expect(letter?.text).toContain(email);
  });

  it('POST /user-endpoints/register – preferred language without a text – sends the welcome mail in the second', async () => {
    const { body } = await register(newAccount(), { 'Accept-Language': 'fr, en;q=0.5' });
    const [letter] = await mailbox.to((body as { email: string }).email);
    expect(letter?.subject).toBe('Welcome to Medicina');
  });

  it('takes the language from the body, else the header, else the business line', async () => {
    const languageOf = async (body: object, headers = {}): Promise<unknown> =>
      ((await register(newAccount({ ...body }), headers).expect(200)).body as { language: unknown })
        .language;
    const french = { 'Accept-Language': 'fr-CH, en;q=0.5' };
    expect(await languageOf({ language: 'en' }, french)).toBe('en');
    expect(await languageOf({}, french)).toBe('fr');
    expect(await languageOf({})).toBe('es');
    expect(await languageOf({ vertical: 'vets' })).toBe('en');
  });

  it('12 parallel registrations of one address – create one account', async () => {
    const email = someEmail();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        register(newAccount({ email: index % 2 === 0 ? email : email.toUpperCase() })),
      ),
    );
    const created = answers.filter(({ status }) => status === 200);
    const rejected = answers.filter(({ status }) => status === 409);
    expect([created.length, rejected.length]).toEqual([1, 11]);
    expect(new Set(rejected.map(codeOf))).toEqual(new Set(['USER_ALREADY_EXISTS']));
    expect(
      await app.strapi.db.query('plugin::users-permissions.user').count({ where: { email } }),
    ).toBe(1);
    await mailbox.to(email);
  });

  it('id sequence of accounts behind its rows – returns 500, and does not name the address as taken', async () => {
    const { connection } = app.strapi.db;
    await register(newAccount({ email: someEmail() })).expect(200);
    const sequence = `pg_get_serial_sequence('up_users', 'id')`;
    await connection.raw(`SELECT setval(${sequence}, (SELECT max(id) FROM up_users), false)`);
    await register(newAccount({ email: someEmail() })).expect(500);
    await register(newAccount({ email: someEmail() })).expect(200);
  });

  it('POST /user-endpoints/register – addresses that look like a registered one – creates no second account', async () => {
    const name = `kiss.${someEmail().split('@')[0] ?? ''}`;
    const email = `${name}@example.com`;
    await register(newAccount({ email })).expect(200);
    const lookAlikes = [
      ...[name.toUpperCase(), ` ${name}`, name.replace('k', '\u212A')].map(
        (localPart) => `${localPart}@example.com`,
      ),
      ...['ｋ', 'κ', 'к'].map((letter) => email.replace('k', letter)),
      ...['ı', 'İ', 'і'].map((letter) => email.replace('i', letter)),
      ...[email.replace('ss', 'ſs'), email.replace('ss', 'ß'), email.replace('@', '＠')],
      ...['\u200B', '\u00AD', '\u202E', '\u0000', '\r\n', '\t'].map((mark) =>
        email.replace('@', `${mark}@`),
      ),
      ...[
        `${email},evil@example.com`,
        `evil@example.com ${email}`,
        `Ana <${email}>`,
        `"${name}"@example.com`,
      ],
      ...[
        `${email}\r\nBcc: evil@example.com`,
        `${email}.`,
        `${name}@example。com`,
        `${name}@exаmple.com`,
      ],
      ...[[email], { $eq: email }, null],
    ];
    for (const lookAlike of lookAlikes) {
      const answer = await register(newAccount({ email: lookAlike }));
      expect([lookAlike, answer.status]).toEqual([
        lookAlike,
        codeOf(answer) === 'USER_ALREADY_EXISTS' ? 409 : 400,
      ]);
      const forgot = await app.request
        .post('/api/user-endpoints/forgot-password')
        .send({ email: lookAlike });
      expect([200, 400]).toContain(forgot.status);
    }
    const letters = await mailbox.to(email, 2);
    expect(letters.map(({ recipients }) => recipients)).toEqual(letters.map(() => [email]));
    const users = app.strapi.db.query('plugin::users-permissions.user');
    expect(await users.count({ where: { email: { $containsi: name.slice(5) } } })).toBe(1);
  });

  it('POST /user-endpoints/register – internationalized domain – each spelling is one account for every endpoint', async () => {
    const name = (someEmail().split('@')[0] ?? '') + "&o'b+x";
    const ascii = `${name}@xn--pealver-5za.es`;
    const spellings = [
      `${name}@peñalver.es`,
      `${name}@PEÑALVER.es`,
      ascii,
      `${name}@pen\u0303alver.es`,
    ];
    const { body } = await register(newAccount({ email: spellings[0] })).expect(200);
    expect(body).toMatchObject({ email: ascii, username: ascii });
    await mailbox.to(ascii);
    for (const email of spellings) {
      expect(codeOf(await register(newAccount({ email })).expect(409))).toBe('USER_ALREADY_EXISTS');
      const post = (path: string, more = {}) => app.request.post(path).send({ email, ...more });
      await post('/api/user-endpoints/login', { password: PASSWORD }).expect(200);
      const exists = await post('/api/login-user/exists-email-vertical').expect(200);
      expect(exists.body).toMatchObject({ exists: true });
    }
    const forgotBody = { email: spellings[0] };
    await app.request.post('/api/user-endpoints/forgot-password').send(forgotBody).expect(200);
    expect((await mailbox.to(ascii, 2)).map(({ recipients }) => recipients)).toEqual([
      [ascii],
      [ascii],
    ]);
  });

  it('POST /user-endpoints/register – message as name – is truncated in the mail and omitted in the subject', async () => {
    const nameLastName = `You have won! Call 900 123 456 and ask for your prize of 1,000 euros`;
    const { body } = await register(newAccount({ nameLastName, language: 'en' })).expect(200);
    const [letter] = await mailbox.to((body as { email: string }).email);
    expect(letter?.subject).not.toContain('won');
    expect(letter?.text).toContain(`Hello ${nameLastName.slice(0, 39).trimEnd()}…,`);
    expect(letter?.text).not.toContain('prize');
    expect(letter?.html).not.toContain('prize');
  });

  it('database – rejects a second account with the same e-mail', async () => {
    const { email } = (await register(newAccount()).expect(200)).body as { email: string };
    const insert = app.strapi.db
      .connection('up_users')
      .insert({ email: email.toUpperCase(), username: 'another' });
    await expect(insert).rejects.toMatchObject({ code: '23505' });
  });

  it.each([
    ['a control character', { nameLastName: 'Ana\u0000' }],
    ['a password of more than 1,024 characters', { password: 'Aa1-rain'.repeat(129) }],
    ['an invalid e-mail', { email: 'ana' }],
  ])('refuses %s', async (_what, over) => {
    expect(codeOf(await register(newAccount(over)).expect(400))).toBe('INVALID_REQUEST');
  });

  it('POST /user-endpoints/register – every column of the user as a field – stores only fields of the contract', async () => {
    const users = app.strapi.db.query(USER);
    const registerAndRead = async (body: Record<string, unknown>): Promise<unknown> => {
      const { id } = (await register(body).expect(200)).body as { id: number };
      const user = (await users.findOne({ where: { id }, populate: { role: true } })) as object;
      const identityFields = ['id', 'documentId', 'email', 'username', 'password', 'sessionStamp'];
      const excluded = [...identityFields, 'createdAt', 'updatedAt', 'publishedAt'];
      return Object.fromEntries(Object.entries(user).filter(([name]) => !excluded.includes(name)));
    };
    const contractFields = Object.keys(registration.body.shape);
    const plainAccount = newAccount({ billingAddress: { city: 'Lugo' } });
    const extendedAccount = {
      ...everyColumn(app, USER, contractFields),
      ...plainAccount,
      email: someEmail(),
    };
    const hostile = {
      ...extendedAccount,
      constructor: { prototype: { role: 2 } },
      billingAddress: { city: 'Lugo', role: 2, prototype: 1 },
    };
    expect(await registerAndRead(hostile)).toEqual(await registerAndRead(plainAccount));
    const answer = await register({ ...newAccount(), acceptTerms: true, 'a\r\nb: ñ': 1 });
    expect([answer.status, answer.get('X-Ignored')]).toEqual([200, 'acceptTerms, a??b???']);
    const poisoned = JSON.stringify(newAccount()).replace('{', '{"__proto__":{"role":2},');
    const rejection = await app.request.post(PATH).type('json').send(poisoned);
    expect([rejection.status, codeOf(rejection)]).toEqual([400, 'BODY_MALFORMED']);
  });

  it('POST /user-endpoints/register – language with a region – stores the language without the region', async () => {
    const languages = ['es-ES', 'ES', 'es_es', ' es-419 '].map(async (language) => {
      const { body } = await register(newAccount({ language })).expect(200);
      return (body as { language: unknown }).language;
    });
    expect(await Promise.all(languages)).toEqual(['es', 'es', 'es', 'es']);
  });

  it('unknown business line or country – responds with an error code', async () => {
    const vertical = await register(newAccount({ vertical: 'nowhere' })).expect(400);
    expect(codeOf(vertical)).toBe('UNKNOWN_VERTICAL');
    for (const countryCode of ['ZZ', 'EU', 'XX', 'ESP']) {
      const country = await register(newAccount({ billingAddress: { countryCode } })).expect(400);
      expect(codeOf(country)).toBe('UNKNOWN_COUNTRY');
    }
  });

  it.each([
    ['too short', 'Abc12de'],
    ['without an upper-case letter', 'sunny-kettle-42'],
    ['without a lower-case letter', 'SUNNY-KETTLE-42'],
    ['without a digit', 'Sunny-Kettle-Foo'],
  ])('refuses a password %s', async (_what, password) => {
    expect(codeOf(await register(newAccount({ password })).expect(400))).toBe('INVALID_PASSWORD');
  });

  it.each([
    ['Abc12de', /too short/, /demasiado corta/],
    ['sunny-kettle-42', /an upper-case letter/, /una mayúscula/],
  ])(
    'POST /user-endpoints/register – password %p – names the broken rule',
    async (password, en, es) => {
      for (const [language, words] of Object.entries({ en, es })) {
        const { body } = await register(newAccount({ password }))
          .set('Accept-Language', language)
          .expect(400);
        const { message } = (body as { error: { message: string } }).error;
        const namedRules = [
          /short|corta/,
          /long|larga/,
          /letter|mayúscula/,
          /common|habituales/,
        ].filter((rule) => rule.test(message));
        expect(message).toMatch(words);
        expect([message, namedRules]).toEqual([message, [expect.any(RegExp)]]);
      }
    },
  );

  it('accepts passwords that satisfy the rules', async () => {
    for (const password of [
      'Sunny-Kettle-42',
      'aB3dE5fG',
      // Production rejects these.
      ...['Password123!', 'Test1234!'],
      'Ñandú-corre-7',
      'Sunny-Kettle-42'.padEnd(72, '-rainy.day'),
      'Ñandú-corre-7'.padEnd(1_024, '-día.de.sol'),
    ]) {
      await register(newAccount({ password })).expect(200);
    }
  });

  it('errors – use the language of the caller', async () => {
    const { body } = await register(newAccount({ vertical: 'nowhere' }), {
      'Accept-Language': 'es',
    }).expect(400);
    expect((body as { error: { message: string } }).error.message).toBe(
      'No hay ninguna línea de negocio con este slug.',
    );
  });

  it('roles – have the names of the contract', async () => {
    const roles = (await app.strapi.db
      .query('plugin::users-permissions.role')
      .findMany({ orderBy: { id: 'asc' } })) as { id: number; name: string }[];
    expect(roles[0]).toMatchObject({ id: 1, name: 'USER' });
    expect(roles.map(({ name }) => name)).toContain('ADMINISTRATOR');
  });

  it.each([
    ['POST', '/api/auth/local'],
    ['POST', '/api/auth/local/register'],
    ['POST', '/api/auth/forgot-password'],
    ['POST', '/api/auth/reset-password'],
    ['POST', '/api/auth/change-password'],
    ['GET', '/api/auth/local/callback'],
    ['GET', '/api/connect/google'],
  ])('%s %s – is not available', async (method, path) => {
    const request = method === 'POST' ? app.request.post(path).send({}) : app.request.get(path);
    const { status } = await request;
    expect([404, 405]).toContain(status);
  });
});
