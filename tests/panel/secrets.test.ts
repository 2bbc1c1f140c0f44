import { randomBytes } from 'node:crypto';
import { secretAttributes } from '#platform/http/panel/secrets';
import { endUsedInvitations } from '#platform/strapi/administrator-tokens';
import { PRODUCT } from '../rights/support';
import { registerSomeone } from '../account/support/accounts';
import { openMailbox, type Mailbox } from '../account/support/mailbox';
import { signIn, signInAs, type Admin, type AdminAnswer } from '../support/admin';
import { startApp, type App } from '../support/app';

const USER = 'plugin::users-permissions.user';
const ORDER = 'plugin::checkout.order';
const MARK = 'planted-marker';

type Row = { id: number; documentId: string };
type Layer = { path: string; methods: string[] };
type Attribute = { type: string; private?: boolean; target?: string };
type Models = Readonly<Record<string, { attributes: Readonly<Record<string, Attribute>> }>>;

let app: App;
let administrator: Admin;
let marketing: Admin;
let mailbox: Mailbox;
let markers: string[];

const relations = '/content-manager/relations';
const creators = 'populate[products][populate][createdBy]=true&populate[products][populate]=*';

const modelsOf = ({ strapi }: App): Models => ({
  ...(strapi.contentTypes as unknown as Models),
  ...(strapi.components as unknown as Models),
});

/** Writes markers into the secret columns of a table, and returns all texts that a response must not contain. */
const writeMarkers = async (
  table: string,
  columns: Readonly<Record<string, string>>,
): Promise<string[]> => {
  const { connection } = app.strapi.db;
  await connection(table).update(columns);
  return Object.values(columns);
};

const passwordsIn = async (table: string): Promise<string[]> =>
  (await app.strapi.db.connection(table).whereNotNull('password').select('password')).map(
    ({ password }: { password: string }) => password,
  );

const firstRow = async (uid: string): Promise<Row | null> =>
  (await app.strapi.db
    .query(uid)
    .findOne({ where: {}, select: ['id', 'documentId'] })) as Row | null;

beforeAll(async () => {
  mailbox = await openMailbox();
  app = await startApp({ seed: true, env: mailbox.env, runtimeEnv: mailbox.runtimeEnv });
  administrator = await signIn(app);
  marketing = await signIn(app, 'marketing');
  await registerSomeone(app);
  const { connection } = app.strapi.db;
  const [creator] = await connection<{ id: number }>('admin_users').select('id').limit(1);
  for (const table of ['products', 'protagonists', 'files', 'checkout_orders']) {
    if (!(await connection.schema.hasTable(table))) continue;
    for (const kind of ['created_by_id', 'updated_by_id']) {
      if (await connection.schema.hasColumn(table, kind)) {
        await connection(table).update({ [kind]: creator?.id });
      }
    }
  }
  markers = [
    ...(await writeMarkers('admin_users', {
      reset_password_token: `${MARK}-admin-reset`,
      registration_token: `${MARK}-admin-invitation`,
    })),
    ...(await writeMarkers('up_users', {
      reset_password_token: `${MARK}-student-reset`,
      confirmation_token: `${MARK}-student-confirmation`,
      session_stamp: `${MARK}-student-stamp`,
    })),
    ...(await passwordsIn('admin_users')),
    ...(await passwordsIn('up_users')),
  ];
});

afterAll(async () => {
  await app.stop();
  await mailbox.close();
});

const expectNoSecret = (request: string, { text, body }: AdminAnswer): void => {
  // Files have no text.
  const responseText = (text as string | undefined) ?? JSON.stringify(body);
  const secrets = markers.filter((marker) => responseText.includes(marker));
  expect({ request, found: secrets }).toEqual({ request, found: [] });
};

const relationsOf = (uid: string): string[] =>
  Object.entries(modelsOf(app)[uid]?.attributes ?? {})
    .filter(([, { type }]) => type === 'relation')
    .map(([name]) => name);

const plain = ['populate=*', 'fields[0]=password&fields[1]=resetPasswordToken'];

/** Returns further queries of a model: each relation with its relations, and a secret as a condition. */
const queriesFor = (uid: string): string[] => {
  const names = [...relationsOf(uid), 'createdBy', 'updatedBy', 'users'];
  const nested = names.map((name) => `populate[${name}][populate]=*`);
  const paths = [...names, 'role.users'].map((name, index) => `populate[${index}]=${name}`);
  return [
    nested.join('&'),
    paths.join('&'),
    `filters[createdBy][resetPasswordToken][$startsWith]=${MARK}&sort=createdBy.password`,
  ];
};

/** Statuses of a route that is closed to the caller or has no such entry, whatever the query. */
const WITHOUT_ENTRY: ReadonlySet<number> = new Set([401, 403, 404]);

describe('The panel’s routes', () => {
  it('GET /content-manager/relations/:model/:field – populate, fields and filters – ignores them', async () => {
    const path = `${relations}/${PRODUCT}/protagonists?locale=es&pageSize=5`;
    const unchanged = await marketing.get(path);
    expect(unchanged.status).toBe(200);
    for (const query of ['populate=products', 'filters[name]=x', 'fields=cv', 'sort=cv']) {
      const { status, body } = await marketing.get(`${path}&${query}`);
      expect({ query, status, body }).toEqual({ query, status: 200, body: unchanged.body });
    }
    expectNoSecret('creators', await marketing.get(`${path}&${creators}`));
  });

  it('GET /content-manager/relations – each relation of each model, any query – returns no secret', async () => {
    for (const uid of Object.keys(modelsOf(app))) {
      for (const name of [...relationsOf(uid), 'createdBy', 'updatedBy']) {
        const request = `${relations}/${uid}/${name}?populate=*`;
        expectNoSecret(request, await administrator.get(request));
      }
    }
    const students = `${relations}/${USER}/role?populate[users]=true&populate[role][populate]=users`;
    expectNoSecret(students, await administrator.get(students));
  });

  it('GET – each route of the panel, any query – returns no secret and no 500', async () => {
    const layers = app.strapi.server.listRoutes() as unknown as Layer[];
    const paths = layers
      // The licence's route calls Strapi's server, which tests cannot reach.
      .filter(({ path, methods }) => methods.includes('GET') && !/[(*]|^\/api\/|license/.test(path))
      .map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(100);
    const types = [PRODUCT, USER, ORDER, 'admin::user', 'plugin::upload.file'];
    const failedRequests: string[] = [];
    const answeredTypes = new Set<string>();
    const rows = new Map<string, Row | null>();
    for (const uid of types) rows.set(uid, await firstRow(uid));
    for (const path of new Set(paths)) {
      const isOfModel = /:(?:model|uid|contentType)\b/.test(path);
      for (const uid of isOfModel ? types : [path.includes('users') ? 'admin::user' : PRODUCT]) {
        const row = rows.get(uid);
        const id = isOfModel ? row?.documentId : row?.id;
        const address = path.replace(/:(\w+)/g, (_, name: string) =>
          /^(?:model|uid|contentType)$/.test(name) ? uid : String(id ?? 1),
        );
        const ask = async (query: string): Promise<number> => {
          const request = `${address}?${query}`;
          const answer = await administrator.get(request);
          expectNoSecret(request, answer);
          if (answer.status === 500) failedRequests.push(request);
          return answer.status;
        };
        const status = await ask(plain.join('&'));
        if (WITHOUT_ENTRY.has(status)) continue;
        if (status === 200 && isOfModel) answeredTypes.add(uid);
        // A refused combination says nothing about its parts.
        const parts = status === 400 ? plain : [];
        for (const query of [...parts, ...queriesFor(uid)]) await ask(query);
      }
    }
    expect(failedRequests).toEqual([]);
    expect([...answeredTypes].sort()).toEqual(types.toSorted());
  });

  it('models – attributes with credentials – are all removed from responses', () => {
    const credentials = Object.entries(modelsOf(app)).flatMap(([uid, { attributes }]) =>
      Object.entries(attributes)
        .filter(
          ([name, { type, private: isPrivate }]) =>
            type === 'password' ||
            /token$|.hash$|secret|stamp$|^encrypted|accessKey/i.test(name) ||
            (isPrivate === true && /key$/i.test(name)),
        )
        .filter(([, { type }]) => type !== 'relation' && type !== 'datetime')
        .map(([name]) => `${uid} ${name}`),
    );
    expect(credentials.length).toBeGreaterThan(5);
    expect(credentials.filter((name) => !secretAttributes.has(name.split(' ')[1] ?? ''))).toEqual(
      [],
    );
  });

  it.each([
    `/content-manager/collection-types/${PRODUCT}?populate[channels][populate]=*`,
    `/content-manager/collection-types/${PRODUCT}?populate=channels.products`,
    '/upload/files?populate[folder][populate][files]=true',
    '/upload/folders?populate[parent][populate][files]=true',
  ])('GET %s – two levels of populate – answers 400', async (path) => {
    const { status, body } = await administrator.get(path);
    expect(body).toMatchObject({ error: { details: { code: 'POPULATE_TOO_DEEP' } } });
    expect(status).toBe(400);
  });

  it('GET /upload/folders/:id – populate of the media library – answers 200', async () => {
    const { body } = await administrator.post('/upload/folders', { name: 'Covers', parent: null });
    const { id } = body.data as { id: number };
    const query =
      'populate[parent][populate][parent]=*&populate[children][count]=true&populate[files][count]=true';
    expect((await administrator.get(`/upload/folders/${id}?${query}`)).status).toBe(200);
  });

  it('GET /content-manager/collection-types/:model – pageSize of a million – is limited to 100', async () => {
    const { body } = await administrator.get(
      `/content-manager/collection-types/${PRODUCT}?locale=es&pageSize=1000000`,
    );
    expect(body.pagination).toMatchObject({ pageSize: 100 });
  });
});

describe('GET /content-manager/relations/page.course-list/products', () => {
  it('new component without an id – answers 200', async () => {
    const path = `${relations}/page.course-list/products?locale=es&id=&pageSize=10`;
    expect((await administrator.get(path)).status).toBe(200);
  });
});

describe('Tokens of administrators', () => {
  const storedOf = async (email: string): Promise<Record<string, string | null>> =>
    app.strapi.db
      .connection('admin_users')
      .where({ email })
      .first('reset_password_token', 'registration_token');

  it('POST /admin/forgot-password – stored hash – does not reset the password, the sent token does', async () => {
    const { email } = await signIn(app, 'support');
    await app.request.post('/admin/forgot-password').send({ email }).expect(204);
    const [letter] = await mailbox.to(email);
    const [, token = ''] =
      /reset-password\?code=(\w+)/.exec(`${letter?.text} ${letter?.html}`) ?? [];
    expect(token).toHaveLength(40);
    const { reset_password_token: stored } = await storedOf(email);
    expect(stored).not.toBe(token);
    const reset = (resetPasswordToken: string | null | undefined) =>
      app.request
        .post('/admin/reset-password')
        .send({ resetPasswordToken, password: 'Another-Password-1' });
    await reset(stored).expect(400);
    await reset(token).expect(200);
    await reset(token).expect(400);
  });

  it('POST /admin/users – invitation – returns the token once, and stores its hash', async () => {
    const email = 'invited@example.com';
    const [role] = (await app.strapi.db.query('admin::role').findMany({})) as { id: number }[];
    const person = { firstname: 'New', lastname: 'Person', email, roles: [role?.id] };
    const { status, body } = await administrator.post('/admin/users', person);
    expect(status).toBe(201);
    const { id, registrationToken } = body.data as { id: number; registrationToken: string };
    const { registration_token: stored } = await storedOf(email);
    expect(stored).not.toBe(registrationToken);
    const info = (token: string | null | undefined) =>
      app.request.get(`/admin/registration-info?registrationToken=${token}`);
    await info(stored).expect(400);
    expect((await info(registrationToken).expect(200)).body).toMatchObject({ data: { email } });
    expect((await administrator.get(`/admin/users/${id}`)).body.data).not.toHaveProperty(
      'registrationToken',
    );
    const userInfo = { firstname: 'New', lastname: 'Person', password: 'Another-Password-1' };
    await app.request.post('/admin/register').send({ registrationToken, userInfo }).expect(200);
  });
});

describe('PUT /admin/users/:id of an invited user', () => {
  const password = 'Another-Password-1';
  const email = (name: string): string => `${name}@example.com`;

  const invite = async (name: string) => {
    const [role] = (await app.strapi.db.query('admin::role').findMany({})) as { id: number }[];
    const person = { firstname: name, lastname: 'Invited', email: email(name), roles: [role?.id] };
    const { body } = await administrator.post('/admin/users', person);
    const { id, registrationToken } = body.data as { id: number; registrationToken: string };
    return {
      update: async (data: object) =>
        expect((await administrator.put(`/admin/users/${id}`, data)).status).toBe(200),
      register: async () => {
        const userInfo = { firstname: name, lastname: 'Invited', password: 'Of-the-invited-1' };
        const response = await app.request
          .post('/admin/register')
          .send({ registrationToken, userInfo });
        return response.status;
      },
    };
  };

  it('password of a manager of users – the invitation no longer sets another one', async () => {
    const user = await invite('with-password');
    await user.update({ isActive: true, password });
    expect(await user.register()).toBe(400);
    const person = { email: email('with-password'), password };
    await app.request.post('/admin/login').send(person).expect(200);
  });

  it('activated, then deactivated – the invitation does not activate the user again', async () => {
    const user = await invite('deactivated');
    await user.update({ isActive: true });
    await user.update({ isActive: false });
    expect(await user.register()).toBe(400);
  });

  it('new address – the invitation sent to the former address ends', async () => {
    const user = await invite('moved');
    await user.update({ email: email('moved.new') });
    expect(await user.register()).toBe(400);
  });

  it('same address, still inactive – the invitation stays valid', async () => {
    const user = await invite('unchanged');
    await user.update({ firstname: 'Other', email: email('unchanged'), isActive: false });
    expect(await user.register()).toBe(200);
  });

  it('start – only invitations of users who already have a password end', async () => {
    const [user, other] = [await invite('of-former-release'), await invite('still-invited')];
    await app.strapi.db
      .connection('admin_users')
      .where({ email: email('of-former-release') })
      .update({ password: 'set by an earlier release' });
    await endUsedInvitations(app);
    expect([await user.register(), await other.register()]).toEqual([400, 200]);
  });
});

describe('an administrator', () => {
  const users = () => app.strapi.db.query('admin::user');
  const idOf = async (email: string) =>
    ((await users().findOne({ where: { email } })) as { id: number }).id;
  const createResetToken = async (email: string): Promise<string> => {
    const token = randomBytes(20).toString('hex');
    const data = {
      resetPasswordToken: token,
      resetPasswordTokenExpiresAt: new Date(Date.now() + 60_000),
    };
    await users().update({ where: { email }, data });
    return token;
  };
  const reset = async (resetPasswordToken: string) =>
    (await app.request.post('/admin/reset-password').send({
      resetPasswordToken,
      password: 'Another-one-2',
    })) as unknown as AdminAnswer;

  it('PUT /admin/users/:id – new password – ends the sessions and the reset link', async () => {
    const user = await signInAs(app, 'marketing', 'Robada');
    const token = await createResetToken(user.email);
    expect((await user.get('/admin/users/me')).status).toBe(200);
    const changed = await administrator.put(`/admin/users/${await idOf(user.email)}`, {
      password: 'Replaced-by-an-admin-1',
    });
    expect(changed.status).toBe(200);
    expect((await user.get('/admin/users/me')).status).toBe(401);
    expect((await reset(token)).status).toBe(400);
  });

  it('PUT /admin/users/:id – new address – ends the reset link sent to the former address', async () => {
    const user = await signInAs(app, 'marketing', 'Mudada');
    const token = await createResetToken(user.email);
    const path = `/admin/users/${await idOf(user.email)}`;
    expect((await administrator.put(path, { email: 'mudada.new@example.com' })).status).toBe(200);
    expect((await reset(token)).status).toBe(400);
    expect((await user.get('/admin/users/me')).status).toBe(200);
    const current = await createResetToken('mudada.new@example.com');
    expect((await reset(current)).status).toBe(200);
  });
});
