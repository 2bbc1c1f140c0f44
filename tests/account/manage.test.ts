import { migrate as migration, updateProfile } from '#plugins/account/contract';
import { prepareStudentRoles } from '#plugins/account/server/roles';
import type { App } from '../support/app';
import { everyColumn } from '../support/every-column';
import { signIn } from '../support/admin';
import { sendBothDuring, sendDuring } from '../support/send-during';
import {
  apiToken,
  bearer,
  codeOf,
  logIn,
  newAccount,
  openAccounts,
  PASSWORD,
  promote,
  registerSomeone,
  someEmail,
} from './support/accounts';

const USER = 'plugin::users-permissions.user';
const AUDIT = 'audit.entries';

describe('profiles and user management', () => {
  let app: App;
  let token: string;

  beforeAll(async () => {
    ({ app } = await openAccounts());
    token = await apiToken(app.strapi);
  });

  afterAll(() => app.stop());

  const newRecord = (over: object = {}) => ({
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

    const findStored = async (email: string): Promise<Record<string, unknown>> =>
      (await app.strapi.db
        .query('plugin::users-permissions.user')
        .findOne({ where: { email } })) as Record<string, unknown>;

    it('responds with exactly the profile, and stores the street under both names', async () => {
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
      expect(await findStored(email)).toMatchObject({
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
      expect(await findStored(email)).toMatchObject({
        nameLastName: 'Ana García Ruiz',
        birthday: '1990-02-28',
        newsletter: true,
      });
    });

    it('parallel changes – are all stored', async () => {
      const { email } = await registerSomeone(app);
      const jwt = await logIn(app, email);
      const parts = { address: 'A 1', postalCode: '1', city: 'C', phone: '2' };
      const changes = Object.entries(parts).map(([part, value]) =>
        update(jwt, { billingAddress: { [part]: value } }).expect(200),
      );
      await Promise.all(changes);
      expect(await findStored(email)).toMatchObject({ billingAddress: parts });
    });

    it.each([
      ['a date that does not exist', { birthday: '1990-02-30' }],
      ['a date in the future', { birthday: '2999-01-01' }],
      ['a number as name', { name: 7 }],
    ])('refuses %s', async (_what, body) => {
      const { email } = await registerSomeone(app);
      const answer = await update(await logIn(app, email), body).expect(400);
      expect(codeOf(answer)).toBe('INVALID_REQUEST');
    });

    it('PUT /user-endpoints/update-profile – street sent as street – both names return it', async () => {
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

    it('PUT /user-endpoints/update-profile – own account sent back with another street – both names return it', async () => {
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
        const profile = await me();
        const billingAddress = { ...profile.billingAddress, [String(name)]: line };
        await update(jwt, { ...profile, billingAddress }).expect(200);
        expect((await me()).billingAddress).toMatchObject({ street: line, address: line });
      }
    });

    const portugal = { country: 'Portugal', countryCode: 'PT' };
    const spain = { country: 'España', countryCode: 'ES' };
    const nowhere = { country: 'Nowhere', countryCode: null };
    const unknownCountry = { country: 'Here', countryCode: null };
    it.each([
      ['another code', portugal, { ...portugal, countryCode: 'ES' }, spain],
      ['another code and name', portugal, spain, spain],
      ['another name', portugal, { ...portugal, country: ' espana' }, spain],
      ['another name alone', portugal, { country: 'Spain' }, spain],
      ['the name in another language', spain, { ...spain, country: 'Spain' }, spain],
      ['an unknown name beside a code', spain, { ...spain, country: 'Nowhere' }, spain],
      ['an unknown name without a code', nowhere, unknownCountry, unknownCountry],
      ['both unchanged', nowhere, nowhere, nowhere],
      ['no code', spain, { ...spain, countryCode: '' }, { country: null, countryCode: null }],
      ['no name', spain, { ...spain, country: '' }, spain],
      ['no name, without a code', spain, { country: null }, { country: null, countryCode: null }],
    ])(
      'PUT /user-endpoints/update-profile – country with %s – name and code match',
      async (_what, before, sent, expected) => {
        const { email } = await registerSomeone(app, { language: 'es', billingAddress: before });
        const jwt = await logIn(app, email);
        const { body } = await update(jwt, { billingAddress: sent }).expect(200);
        expect(body).toMatchObject({ billingAddress: expected });
      },
    );

    it('PUT /content-manager – another name or code of a country – name and code match', async () => {
      const { email } = await registerSomeone(app, { language: 'es', billingAddress: portugal });
      const { documentId } = (await findStored(email)) as { documentId: string };
      const admin = await signIn(app);
      const at = `/content-manager/collection-types/${USER}/${documentId}`;
      for (const [part, country] of [
        [{ countryCode: 'ES' }, spain],
        [{ country: 'Portugal' }, portugal],
      ] as const) {
        const before = (await findStored(email)).billingAddress as object;
        const { status } = await admin.put(at, { billingAddress: { ...before, ...part } });
        expect(status).toBe(200);
        expect(await findStored(email)).toMatchObject({ billingAddress: country });
      }
    });

    it('PUT /user-endpoints/update-profile – empty address or null – clears the address', async () => {
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
      expect(await findStored(email)).toMatchObject({ billingAddress: null });
    });

    it('PUT /content-manager – another street under either name – both names return it', async () => {
      const { email } = await registerSomeone(app, {
        billingAddress: { street: 'Real 1', countryCode: 'ES' },
      });
      const { documentId, billingAddress } = (await findStored(email)) as {
        documentId: string;
        billingAddress: object;
      };
      const admin = await signIn(app);
      const at = `/content-manager/collection-types/${USER}/${documentId}`;
      for (const [name, line] of [
        ['street', 'Real 2'],
        ['address', 'Real 3'],
      ]) {
        const before = (await findStored(email)).billingAddress as object;
        const changedAddress = { ...billingAddress, ...before, [String(name)]: line };
        expect((await admin.put(at, { billingAddress: changedAddress })).status).toBe(200);
        expect(await findStored(email)).toMatchObject({
          billingAddress: { street: line, address: line, country: 'España' },
        });
      }
    });

    it('PUT /user-endpoints/update-profile – every column of the user as a field – changes only fields of the contract', async () => {
      const { email } = await registerSomeone(app, { billingAddress: { city: 'Lugo' } });
      const jwt = await logIn(app, email);
      const before = await findStored(email);
      const contractFields = Object.keys(updateProfile.body.shape);
      const extendedBody = {
        ...everyColumn(app, USER, contractFields),
        billingAddress: { role: 2, city: 'Lugo' },
      };
      const answer = await update(jwt, extendedBody).expect(200);
      expect(answer.get('X-Ignored')?.split(', ')).toEqual(
        expect.arrayContaining(['role', 'password', 'confirmed', 'email']),
      );
      const time = expect.any(String) as string;
      const changedTimes = { updatedAt: time, publishedAt: time };
      expect(await findStored(email)).toEqual({ ...before, ...changedTimes });
      const migratedRecord = newRecord({
        ...everyColumn(app, USER, Object.keys(migration.body.shape)),
      });
      await migrate(migratedRecord).expect(200);
      expect(await findStored(migratedRecord.email)).toMatchObject({
        confirmed: false,
        blocked: false,
        name: null,
      });
    });

    it('API token – responds with UNAUTHENTICATED', async () => {
      expect(codeOf(await update(token, {}).expect(401))).toBe('UNAUTHENTICATED');
    });
  });

  describe('POST /user-endpoints/migrate', () => {
    it('responds with exactly the contract, and updates the account when repeated', async () => {
      const body = newRecord();
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

    it('parallel records of one user – create one account', async () => {
      const body = newRecord();
      const answers = await Promise.all(Array.from({ length: 8 }, () => migrate(body)));
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
      const ids = new Set(answers.map((answer) => (answer.body as { id: number }).id));
      expect(ids.size).toBe(1);
      const auditActions = (await app.strapi.db
        .connection(AUDIT)
        .where({ target_id: String([...ids][0]) })
        .orderBy('id')
        .pluck('action')) as string[];
      expect(auditActions).toEqual([
        'student.created',
        ...Array<string>(7).fill('student.changed'),
      ]);
    });

    it('account with a password – responds with USER_ALREADY_EXISTS', async () => {
      const { email } = await registerSomeone(app);
      const answer = await migrate(newRecord({ email })).expect(409);
      expect(codeOf(answer)).toBe('USER_ALREADY_EXISTS');
    });
  });

  describe('users in the admin panel', () => {
    const USERS = '/content-manager/collection-types/plugin::users-permissions.user';

    it('normalize the e-mail, accept the login, and reject another spelling', async () => {
      const administrator = await signIn(app, 'strapi-super-admin');
      const email = someEmail();
      const user = { email: ` ${email.toUpperCase()}`.trim(), password: PASSWORD, role: 1 };
      const created = await administrator.post(USERS, { ...user, username: 'somebody' });
      expect([created.status, created.body]).toMatchObject([201, { email, username: email }]);
      await logIn(app, email);
      const duplicate = await administrator.post(USERS, { ...user, username: 'somebody-else' });
      expect(duplicate.status).toBe(400);
    });
  });

  describe('permissions of GET /user-endpoints/users and POST /user-endpoints/migrate', () => {
    const listUsers = (bearing?: string) => {
      const request = app.request.get('/api/user-endpoints/users');
      return bearing === undefined ? request : request.set(...bearer(bearing));
    };

    it('allow administrators, and API tokens with the permission', async () => {
      const { email, id } = await registerSomeone(app);
      const student = await logIn(app, email);
      expect(codeOf(await listUsers().expect(401))).toBe('UNAUTHENTICATED');
      expect(codeOf(await migrate(newRecord(), 'nonsense').expect(401))).toBe('UNAUTHENTICATED');
      expect(codeOf(await listUsers(student).expect(403))).toBe('NOT_ALLOWED');
      expect(codeOf(await migrate(newRecord(), student).expect(403))).toBe('NOT_ALLOWED');

      const readToken = await apiToken(app.strapi, ['plugin::account.users.find']);
      await listUsers(readToken).expect(200);
      expect(codeOf(await migrate(newRecord(), readToken).expect(403))).toBe('NOT_ALLOWED');

      await promote(app.strapi, id);
      const administrator = await logIn(app, email);
      await listUsers(administrator).expect(200);
      await migrate(newRecord(), administrator).expect(200);
    });

    it('start – does not grant a permission again that was withdrawn', async () => {
      const { email, id } = await registerSomeone(app);
      await promote(app.strapi, id);
      const administrator = await logIn(app, email);
      const permissions = app.strapi.db.query('plugin::users-permissions.permission');
      const role = await app.strapi.db
        .query('plugin::users-permissions.role')
        .findOne({ where: { type: 'administrator' }, select: ['id'] });
      const grant = { action: 'plugin::account.users.find', role: (role as { id: number }).id };
      await permissions.delete({ where: grant });
      await prepareStudentRoles({ strapi: app.strapi });
      await listUsers(administrator).expect(403);
      await migrate(newRecord(), administrator).expect(200);
      await permissions.create({ data: grant });
    });

    it('DELETE role – a user gets it during the deletion – the user keeps a role', async () => {
      const { connection } = app.strapi.db;
      const admin = await signIn(app);
      const name = 'Deleted meanwhile';
      const body = { name, description: 'x', permissions: {}, users: [] };
      expect((await admin.post('/users-permissions/roles', body)).status).toBe(200);
      const { id: role } = (await app.strapi.db
        .query('plugin::users-permissions.role')
        .findOne({ where: { name } })) as { id: number };
      const { email, id } = await registerSomeone(app);
      const deleted = await sendDuring(
        app,
        (transaction) =>
          transaction('up_users_role_lnk').where({ user_id: id }).update({ role_id: role }),
        () => admin.delete(`/users-permissions/roles/${role}`),
      );
      expect(deleted.status).toBe(200);
      expect(await connection('up_roles').where({ id: role })).toEqual([]);
      const user = { where: { email }, populate: { role: { select: ['type'] } } };
      expect(
        await app.strapi.db.query('plugin::users-permissions.user').findOne(user as never),
      ).toMatchObject({ role: { type: 'public' } });
    });

    it('PUT advanced and DELETE role – default role – it exists, and everyone can register', async () => {
      const admin = await signIn(app);
      const createRole = async (name: string): Promise<{ path: string; type: string }> => {
        const body = { name, description: 'x', permissions: {}, users: [] };
        expect((await admin.post('/users-permissions/roles', body)).status).toBe(200);
        const role = await app.strapi.db
          .query('plugin::users-permissions.role')
          .findOne({ where: { name } });
        const { id, type } = role as { id: number; type: string };
        return { path: `/users-permissions/roles/${id}`, type };
      };
      const { settings } = (await admin.get('/users-permissions/advanced')).body as unknown as {
        settings: { default_role: string };
      };
      const setDefault = (type: string) =>
        admin.put('/users-permissions/advanced', { ...settings, default_role: type });

      const pupils = await createRole('Pupils');
      expect((await setDefault(pupils.type)).status).toBe(200);
      const refused = await admin.delete(pupils.path);
      expect([refused.status, codeOf(refused)]).toEqual([409, 'DEFAULT_ROLE_IN_USE']);
      await registerSomeone(app);
      expect((await setDefault(settings.default_role)).status).toBe(200);
      expect((await admin.delete(pupils.path)).status).toBe(200);

      const guests = await createRole('Guests');
      const [deletion, change] = await sendBothDuring(
        app,
        (transaction) => transaction('up_roles').where({ type: guests.type }).forKeyShare(),
        [() => admin.delete(guests.path), () => setDefault(guests.type)],
      );
      expect([deletion.status, change.status]).toEqual([200, 400]);
      await registerSomeone(app);
    });

    it('POST /user-endpoints/register – default role is gone – the log says how to choose another', async () => {
      // Earlier releases let administrators delete this role.
      const roles = () => app.strapi.db.connection('up_roles');
      await roles().where({ type: 'authenticated' }).update({ type: 'gone' });
      const logged = jest
        .spyOn(app.strapi.log, 'error')
        .mockImplementation(() => undefined as never);
      try {
        await app.request.post('/api/user-endpoints/register').send(newAccount()).expect(500);
        expect(logged.mock.calls.flat()).toContainEqual(
          expect.objectContaining({
            message: expect.stringContaining('Choose another one in Settings') as string,
          }),
        );
      } finally {
        logged.mockRestore();
        await roles().where({ type: 'gone' }).update({ type: 'authenticated' });
      }
      await registerSomeone(app);
    });

    it('GET /user-endpoints/users – returns every user with a role and no secrets', async () => {
      const { email, id } = await registerSomeone(app, {
        billingAddress: { street: 'Mayor 1', countryCode: 'ES' },
      });
      const { body, headers } = await listUsers(token).expect(200);
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
