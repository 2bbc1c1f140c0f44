import { migrate as migration, updateProfile } from '../../src/plugins/account/contract';
import { type App, startApp } from '../support/app';
import { everyColumn } from '../support/every-column';
import { signIn } from '../support/admin';
import {
  apiToken,
  bearer,
  codeOf,
  generous,
  logIn,
  type Mailbox,
  openMailbox,
  PASSWORD,
  promote,
  registerSomeone,
  someEmail,
} from './support/accounts';

const USER = 'plugin::users-permissions.user';
const AUDIT = 'audit.entries';

describe('profiles and their management', () => {
  let app: App;
  let token: string;
  let mailbox: Mailbox;

  beforeAll(async () => {
    mailbox = await openMailbox();
    app = await startApp({
      env: mailbox.env,
      runtimeEnv: { ...generous, ...mailbox.runtimeEnv },
    });
    token = await apiToken(app.strapi);
  });

  afterAll(async () => {
    await app.stop();
    await mailbox.close();
  });

  const record = (over: object = {}) => ({
    email: someEmail(),
    origin: 'legacy',
    nameLastName: 'Luis Pérez',
    identificationNumber: '87654321X',
    phone: '+34 611',
    billingAddress: { street: 'Real 3', city: 'Lugo', postalCode: '27001', countryCode: 'ES' },
    mailingAddress: { street: 'Real 4', country: 'Portugal' },
    ...over,
  });

  const migrate = (body: object, bearing: string = token) =>
    app.request
      .post('/api/user-endpoints/migrate')
      .set(...bearer(bearing))
      .send(body);

  describe('PUT /user-endpoints/update-profile', () => {
    const update = (bearing: string, body: object) =>
      app.request
        .put('/api/user-endpoints/update-profile')
        .set(...bearer(bearing))
        .send(body);

    const stored = async (email: string): Promise<Record<string, unknown>> =>
      (await app.strapi.db
        .query('plugin::users-permissions.user')
        .findOne({ where: { email } })) as Record<string, unknown>;

    it('should answer exactly the profile, and store one street under both names', async () => {
      const { email, id } = await registerSomeone(app, {
        language: 'en',
        billingAddress: { street: 'Mayor 1', city: 'Madrid', countryCode: 'ES' },
      });
      const jwt = await logIn(app, email);
      const { body } = await update(jwt, {
        name: 'Ana María',
        surname: 'García Ruiz',
        phone: '+34 622',
        birthday: '1990-02-28',
        newsletter: true,
        billingAddress: {
          address: 'Mayor 9',
          postalCode: '28002',
          city: 'Getafe',
          countryCode: 'FR',
          phone: '+34 633',
        },
      }).expect(200);
      expect(body).toEqual({
        id,
        documentId: expect.any(String) as string,
        email,
        name: 'Ana María',
        surname: 'García Ruiz',
        phone: '+34 622',
        billingAddress: {
          address: 'Mayor 9',
          postalCode: '28002',
          city: 'Getafe',
          country: 'France',
          countryCode: 'FR',
          phone: '+34 633',
        },
        mailingAddress: null,
      });
      expect(await stored(email)).toMatchObject({
        nameLastName: 'Ana María García Ruiz',
        birthday: '1990-02-28',
        newsletter: true,
        billingAddress: { street: 'Mayor 9', address: 'Mayor 9' },
      });

      const partial = await update(jwt, { billingAddress: { city: 'Parla' }, name: 'Ana' });
      expect(partial.body).toMatchObject({
        name: 'Ana',
        surname: 'García Ruiz',
        phone: '+34 622',
        billingAddress: { address: 'Mayor 9', city: 'Parla', country: 'France' },
      });
      expect(await stored(email)).toMatchObject({
        nameLastName: 'Ana García Ruiz',
        birthday: '1990-02-28',
        newsletter: true,
      });
    });

    it('should not lose one of several changes at the same moment', async () => {
      const { email } = await registerSomeone(app);
      const jwt = await logIn(app, email);
      const parts = { address: 'A 1', postalCode: '1', city: 'C', phone: '2' };
      const changes = Object.entries(parts).map(([part, value]) =>
        update(jwt, { billingAddress: { [part]: value } }).expect(200),
      );
      await Promise.all(changes);
      expect(await stored(email)).toMatchObject({ billingAddress: parts });
    });

    it.each([
      ['a day that there is not', { birthday: '1990-02-30' }],
      ['a day to come', { birthday: '2999-01-01' }],
      ['a number for a name', { name: 7 }],
    ])('should refuse %s', async (_what, body) => {
      const { email } = await registerSomeone(app);
      const answer = await update(await logIn(app, email), body).expect(400);
      expect(codeOf(answer)).toBe('INVALID_REQUEST');
    });

    it('PUT /user-endpoints/update-profile – street as the name of the street – both names answer it', async () => {
      const { email } = await registerSomeone(app, { mailingAddress: { street: 'Real 1' } });
      const jwt = await logIn(app, email);
      const me = async (): Promise<unknown> =>
        (await app.request.get('/api/user-endpoints/me').set(...bearer(jwt))).body;
      expect(await me()).toMatchObject({ mailingAddress: { street: 'Real 1', address: 'Real 1' } });
      const { body } = await update(jwt, { mailingAddress: { street: 'Real 2' } }).expect(200);
      expect(body).toMatchObject({ mailingAddress: { address: 'Real 2' } });
      expect(await me()).toMatchObject({ mailingAddress: { street: 'Real 2', address: 'Real 2' } });
      await update(jwt, { mailingAddress: { address: 'Real 3' } }).expect(200);
      const { body: users } = await app.request
        .get('/api/user-endpoints/users')
        .set(...bearer(token));
      expect(users).toContainEqual(
        expect.objectContaining({
          email,
          mailingAddress: expect.objectContaining({ street: 'Real 3' }) as unknown,
        }),
      );
    });

    it('PUT /user-endpoints/update-profile – one’s own account with another street under either name – both names answer it', async () => {
      const { email } = await registerSomeone(app, {
        billingAddress: { street: '', address: 'Real 1', city: 'Lugo', countryCode: '' },
        mailingAddress: null,
      });
      const jwt = await logIn(app, email);
      const me = async () =>
        (await app.request.get('/api/user-endpoints/me').set(...bearer(jwt))).body as {
          billingAddress: object;
        };
      const expected = { street: 'Real 1', address: 'Real 1', city: 'Lugo', country: null };
      expect((await me()).billingAddress).toMatchObject(expected);
      for (const [name, line] of [
        ['street', 'Real 2'],
        ['address', 'Real 3'],
        ['street', ''],
      ]) {
        const own = await me();
        const billingAddress = { ...own.billingAddress, [String(name)]: line };
        await update(jwt, { ...own, billingAddress }).expect(200);
        expect((await me()).billingAddress).toMatchObject({ street: line, address: line });
      }
    });

    const portugal = { country: 'Portugal', countryCode: 'PT' };
    const spain = { country: 'España', countryCode: 'ES' };
    const nowhere = { country: 'Nowhere', countryCode: null };
    const here = { country: 'Here', countryCode: null };
    it.each([
      ['another code', portugal, { ...portugal, countryCode: 'ES' }, spain],
      ['another code and name', portugal, spain, spain],
      ['another name', portugal, { ...portugal, country: ' espana' }, spain],
      ['another name alone', portugal, { country: 'Spain' }, spain],
      ['the name in another language', spain, { ...spain, country: 'Spain' }, spain],
      ['a name of no country beside a code', spain, { ...spain, country: 'Nowhere' }, spain],
      ['a name of no country without a code', nowhere, here, here],
      ['both as they are', nowhere, nowhere, nowhere],
      ['no code', spain, { ...spain, countryCode: '' }, { country: null, countryCode: null }],
      ['no name', spain, { ...spain, country: '' }, spain],
      ['no name, without a code', spain, { country: null }, { country: null, countryCode: null }],
    ])(
      'PUT /user-endpoints/update-profile – a country with %s – is one country',
      async (_what, before, sent, expected) => {
        const { email } = await registerSomeone(app, { language: 'es', billingAddress: before });
        const jwt = await logIn(app, email);
        const { body } = await update(jwt, { billingAddress: sent }).expect(200);
        expect(body).toMatchObject({ billingAddress: expected });
      },
    );

    it('PUT /content-manager – another name or code of a country – is one country', async () => {
      const { email } = await registerSomeone(app, { language: 'es', billingAddress: portugal });
      const { documentId } = (await stored(email)) as { documentId: string };
      const admin = await signIn(app);
      const at = `/content-manager/collection-types/${USER}/${documentId}`;
      for (const [part, country] of [
        [{ countryCode: 'ES' }, spain],
        [{ country: 'Portugal' }, portugal],
      ] as const) {
        const before = (await stored(email)).billingAddress as object;
        const { status } = await admin.put(at, { billingAddress: { ...before, ...part } });
        expect(status).toBe(200);
        expect(await stored(email)).toMatchObject({ billingAddress: country });
      }
    });

    it('PUT /user-endpoints/update-profile – an empty address or null – clears it', async () => {
      const { email } = await registerSomeone(app, {
        billingAddress: { street: 'Real 1', city: 'Lugo', countryCode: 'ES' },
      });
      const jwt = await logIn(app, email);
      const empty = { address: '', postalCode: '', city: '', countryCode: '', phone: '' };
      const { body } = await update(jwt, { billingAddress: empty }).expect(200);
      expect(body).toMatchObject({
        billingAddress: { ...empty, countryCode: null, country: null },
      });
      const cleared = await update(jwt, { billingAddress: null }).expect(200);
      expect(cleared.body).toMatchObject({ billingAddress: null });
      expect(await stored(email)).toMatchObject({ billingAddress: null });
    });

    it('PUT /content-manager – another street under either name – is the street under both', async () => {
      const { email } = await registerSomeone(app, {
        billingAddress: { street: 'Real 1', countryCode: 'ES' },
      });
      const { documentId, billingAddress } = (await stored(email)) as {
        documentId: string;
        billingAddress: object;
      };
      const admin = await signIn(app);
      const at = `/content-manager/collection-types/${USER}/${documentId}`;
      for (const [name, line] of [
        ['street', 'Real 2'],
        ['address', 'Real 3'],
      ]) {
        const before = (await stored(email)).billingAddress as object;
        const changed = { ...billingAddress, ...before, [String(name)]: line };
        expect((await admin.put(at, { billingAddress: changed })).status).toBe(200);
        expect(await stored(email)).toMatchObject({
          billingAddress: { street: line, address: line, country: 'España' },
        });
      }
    });

    it('PUT /user-endpoints/update-profile – every column of the user as a field – changes only what the contract names', async () => {
      const { email } = await registerSomeone(app, { billingAddress: { city: 'Lugo' } });
      const jwt = await logIn(app, email);
      const before = await stored(email);
      const named = Object.keys(updateProfile.body.shape);
      const sent = { ...everyColumn(app, USER, named), billingAddress: { role: 2, city: 'Lugo' } };
      const answer = await update(jwt, sent).expect(200);
      expect(answer.get('X-Ignored')?.split(', ')).toEqual(
        expect.arrayContaining(['role', 'password', 'confirmed', 'email']),
      );
      const time = expect.any(String) as string;
      const changed = { updatedAt: time, publishedAt: time };
      expect(await stored(email)).toEqual({ ...before, ...changed });
      const taken = record({ ...everyColumn(app, USER, Object.keys(migration.body.shape)) });
      await migrate(taken).expect(200);
      expect(await stored(taken.email)).toMatchObject({
        confirmed: false,
        blocked: false,
        name: null,
      });
    });

    it('should refuse an API token, which is nobody’s profile', async () => {
      expect(codeOf(await update(token, {}).expect(401))).toBe('UNAUTHENTICATED');
    });
  });

  describe('POST /user-endpoints/migrate', () => {
    it('should answer exactly what is promised, and bring the account up to date when repeated', async () => {
      const body = record();
      const first = await migrate({ ...body, email: body.email.toUpperCase() }).expect(200);
      expect(first.body).toEqual({
        id: expect.any(Number) as number,
        email: body.email,
        username: body.email,
        nameLastName: 'Luis Pérez',
        identificationNumber: '87654321X',
        phone: '+34 611',
        origin: 'legacy',
        isFromLegacy: true,
        billingAddress: {
          street: 'Real 3',
          city: 'Lugo',
          postalCode: '27001',
          country: 'España',
          countryCode: 'ES',
        },
        mailingAddress: {
          street: 'Real 4',
          city: null,
          postalCode: null,
          country: 'Portugal',
          countryCode: null,
        },
        role: 1,
      });
      const second = await migrate({ ...body, phone: '+34 699' }).expect(200);
      expect(second.body).toEqual({ ...(first.body as object), phone: '+34 699' });
    });

    it('should make one account of many parallel records', async () => {
      const body = record();
      const answers = await Promise.all(Array.from({ length: 8 }, () => migrate(body)));
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
      const ids = new Set(answers.map((answer) => (answer.body as { id: number }).id));
      expect(ids.size).toBe(1);
      const told = (await app.strapi.db
        .connection(AUDIT)
        .where({ target_id: String([...ids][0]) })
        .orderBy('id')
        .pluck('action')) as string[];
      expect(told).toEqual(['student.created', ...Array<string>(7).fill('student.changed')]);
    });

    it('should never touch an account whose owner has a password', async () => {
      const { email } = await registerSomeone(app);
      const answer = await migrate(record({ email })).expect(409);
      expect(codeOf(answer)).toBe('USER_ALREADY_EXISTS');
    });
  });

  describe('users in the admin panel', () => {
    const USERS = '/content-manager/collection-types/plugin::users-permissions.user';

    it('should be kept in the same order: one spelling, one account, a login that works', async () => {
      const administrator = await signIn(app, 'strapi-super-admin');
      const email = someEmail();
      const user = { email: ` ${email.toUpperCase()}`.trim(), password: PASSWORD, role: 1 };
      const created = await administrator.post(USERS, { ...user, username: 'somebody' });
      expect([created.status, created.body]).toMatchObject([201, { email, username: email }]);
      await logIn(app, email);
      const again = await administrator.post(USERS, { ...user, username: 'somebody-else' });
      expect(again.status).toBe(400);
    });
  });

  describe('those who may', () => {
    const list = (bearing?: string) => {
      const request = app.request.get('/api/user-endpoints/users');
      return bearing === undefined ? request : request.set(...bearer(bearing));
    };

    it('should be administrators and API tokens with the right', async () => {
      const { email, id } = await registerSomeone(app);
      const student = await logIn(app, email);
      expect(codeOf(await list().expect(401))).toBe('UNAUTHENTICATED');
      expect(codeOf(await migrate(record(), 'nonsense').expect(401))).toBe('UNAUTHENTICATED');
      expect(codeOf(await list(student).expect(403))).toBe('NOT_ALLOWED');
      expect(codeOf(await migrate(record(), student).expect(403))).toBe('NOT_ALLOWED');

      const reading = await apiToken(app.strapi, ['plugin::account.users.find']);
      await list(reading).expect(200);
      expect(codeOf(await migrate(record(), reading).expect(403))).toBe('NOT_ALLOWED');

      await promote(app.strapi, id);
      const administrator = await logIn(app, email);
      await list(administrator).expect(200);
      await migrate(record(), administrator).expect(200);
    });

    it('should get every user, with a role and nothing secret', async () => {
      const { email, id } = await registerSomeone(app, {
        billingAddress: { street: 'Mayor 1', countryCode: 'ES' },
      });
      const { body, headers } = await list(token).expect(200);
      expect(headers['content-type']).toMatch(/^application\/json/);
      const users = body as { id: number }[];
      expect(users.length).toBe(
        await app.strapi.db.query('plugin::users-permissions.user').count(),
      );
      expect(users.find((user) => user.id === id)).toEqual({
        id,
        email,
        username: email,
        nameLastName: 'Ana García',
        role: { name: 'USER', id: 1 },
        phone: null,
        origin: 'local',
        billingAddress: {
          street: 'Mayor 1',
          city: null,
          postalCode: null,
          country: 'España',
          countryCode: 'ES',
        },
        mailingAddress: null,
      });
    });
  });
});
