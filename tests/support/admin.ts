import type { App } from './app';
import { hostModule } from './host';

type Role = { id: number };
type Users = { create: (user: Record<string, unknown>) => Promise<unknown> };

const PASSWORD = 'Only-for-tests-1';

/**
 * Returns a hash of the password with few rounds. It takes 3 ms to compute and to check; with Strapi's number of rounds,
 * each new user and each sign-in take 0.2 s.
 */
const quickHash = (): string =>
  hostModule<{ hashSync: (text: string, rounds: number) => string }>('bcrypt').hashSync(
    PASSWORD,
    4,
  );

/** A response of the admin panel's own API. */
export type AdminAnswer = {
  status: number;
  headers: Record<string, string>;
  text: string;
  body: { data?: unknown; error?: { message: string } } & Record<string, unknown>;
};

type Send = (
  path: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
) => Promise<AdminAnswer>;

/** A user signed in to the admin panel. */
export type Admin = {
  email: string;
  password: string;
  token: string;
  get: (path: string) => Promise<AdminAnswer>;
  post: Send;
  put: Send;
  delete: Send;
  /** Adds a file to the media library. */
  upload: (file: string) => Promise<{ id: number; url: string }>;
};

const ensureUser = async (
  { strapi }: App,
  role: string,
  email: string,
  firstname = 'Test',
): Promise<void> => {
  if ((await strapi.db.query('admin::user').count({ where: { email } })) > 0) return;
  const adminRole = (await strapi.db
    .query('admin::role')
    .findOne({ where: { code: role }, select: ['id'] })) as Role | null;
  if (adminRole === null) throw new Error(`There is no role ${role}.`);
  await (strapi.service('admin::user') as unknown as Users).create({
    firstname,
    lastname: role,
    email,
    isActive: true,
    roles: [adminRole.id],
  });
  await strapi.db.connection('admin_users').where({ email }).update({ password: quickHash() });
};

const addressOf = (role: string): string => `${role}@example.com`;

/** Creates a user with one role, by its code, if there is none. */
export const ensureAdmin = (app: App, role: string): Promise<void> =>
  ensureUser(app, role, addressOf(role));

type Person = { email: string; password: string };

const logInAs = async ({ request }: Pick<App, 'request'>, person: Person): Promise<Admin> => {
  const { body } = (await request.post('/admin/login').send(person).expect(200)) as unknown as {
    body: { data: { token: string } };
  };
  const { token } = body.data;
  const send =
    (method: 'get' | 'post' | 'put' | 'delete'): Send =>
    async (path, data, headers = {}) => {
      const call = request[method](path).set({ ...headers, Authorization: `Bearer ${token}` });
      return await (data === undefined ? call : call.send(data));
    };
  return {
    ...person,
    token,
    get: send('get'),
    post: send('post'),
    put: send('put'),
    delete: send('delete'),
    upload: async (file) => {
      const answer = await request
        .post('/upload')
        .set('Authorization', `Bearer ${token}`)
        .attach('files', file)
        .expect(201);
      const [uploaded] = answer.body as { id: number; url: string }[];
      return uploaded as { id: number; url: string };
    },
  };
};

/** Signs in a user of `ensureAdmin`, at a service of any process. */
export const logIn = (app: Pick<App, 'request'>, role = 'strapi-super-admin'): Promise<Admin> =>
  logInAs(app, { email: addressOf(role), password: PASSWORD });

/** Creates the first administrator of a service without one, in any process, and signs in. */
export const signInFirst = async (app: Pick<App, 'request'>): Promise<Admin> => {
  const person = { email: addressOf('strapi-super-admin'), password: PASSWORD };
  await app.request
    .post('/admin/register-admin')
    .send({ firstname: 'Test', ...person })
    .expect(200);
  return logInAs(app, person);
};

/** Signs in a user with one role, by its code; creates the user if necessary. */
export const signIn = async (app: App, role = 'strapi-super-admin'): Promise<Admin> => {
  await ensureAdmin(app, role);
  return logIn(app, role);
};

/** Creates a token that may write with the content API. */
export const createApiToken = async ({ strapi }: App, name = 'tests'): Promise<string> => {
  const tokens = strapi.service('admin::api-token') as {
    create(attributes: object): Promise<unknown>;
  };
  const { accessKey } = (await tokens.create({
    name,
    description: '',
    type: 'full-access',
    lifespan: null,
  })) as { accessKey: string };
  return accessKey;
};

/** Signs in another user with a role; creates the user if no one has the name. */
export const signInAs = async (app: App, role: string, name: string): Promise<Admin> => {
  const email = `${name.toLowerCase()}@example.com`;
  await ensureUser(app, role, email, name);
  return logInAs(app, { email, password: PASSWORD });
};

type TokenRights = {
  type: string;
  /** The permitted actions on entries of the type. */
  actions: readonly string[];
  fields: readonly string[];
  languages?: readonly string[];
};

let tokens = 0;

/** Creates an admin token with the given part of its owner's rights. */
export const createAdminToken = async (
  owner: Admin,
  { type, actions, fields, languages = ['es', 'en'] }: TokenRights,
): Promise<string> => {
  const withFields = ['create', 'read', 'update'];
  const may = (action: string) => ({
    action: `plugin::content-manager.explorer.${action}`,
    subject: type,
    properties: { locales: languages, ...(withFields.includes(action) && { fields }) },
    conditions: [],
  });
  tokens += 1;
  const { status, body } = await owner.post('/admin/admin-tokens', {
    name: `tests ${tokens}`,
    description: '',
    lifespan: null,
    adminPermissions: actions.map(may),
  });
  expect([status, body.error]).toEqual([201, undefined]);
  return (body.data as { accessKey: string }).accessKey;
};
