import type { App } from '../support/app';

type AdminUser = { id: number };

const PASSWORD = 'Only-for-tests-1';

type Answer = {
  status: number;
  body: { data?: unknown; error?: { message: string } } & Record<string, unknown>;
};

/** Somebody signed in to the admin panel. */
export type Admin = {
  get: (path: string) => Promise<Answer>;
  put: (path: string, body: object) => Promise<Answer>;
  post: (path: string, body: object) => Promise<Answer>;
};

type Users = { create: (user: Record<string, unknown>) => Promise<AdminUser> };

/** Signs in a person with one role, by its code. */
export const signIn = async ({ strapi, request }: App, role: string): Promise<Admin> => {
  const email = `${role}@example.com`;
  const found = (await strapi.db
    .query('admin::role')
    .findOne({ where: { code: role }, select: ['id'] })) as AdminUser | null;
  if (found === null) throw new Error(`There is no role ${role}.`);
  const users = strapi.db.query('admin::user');
  const isNew = (await users.count({ where: { email } })) === 0;
  if (isNew) {
    const service = strapi.service('admin::user') as unknown as Users;
    await service.create({
      firstname: 'Test',
      lastname: role,
      email,
      password: PASSWORD,
      isActive: true,
      roles: [found.id],
    });
  }
  const answer = await request.post('/admin/login').send({ email, password: PASSWORD }).expect(200);
  const { token } = (answer.body as { data: { token: string } }).data;
  const as = (test: ReturnType<App['request']['get']>) =>
    test.set('Authorization', `Bearer ${token}`) as unknown as Promise<Answer>;
  return {
    get: (path) => as(request.get(path)),
    put: (path, body) => as(request.put(path).send(body)),
    post: (path, body) => as(request.post(path).send(body)),
  };
};
