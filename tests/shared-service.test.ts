import { Pool } from 'pg';
import { createApiToken, signIn } from './support/admin';
import { type App, startApp } from './support/app';
import { addPicture } from './support/content';
import { createAddresses } from './support/editing/addresses';
import { hostEnv } from './support/host';

type Engine = { hooks: Record<string, { getHandlers: () => unknown[] }> };

/** Returns the functions that Strapi calls for each permission. Each service of a process could add them again. */
const listPermissionHooks = ({ strapi }: App): unknown[] => {
  const { engine } = strapi.service('admin::permission') as unknown as { engine: Engine };
  return engine.hooks['before-register.permission']?.getHandlers() ?? [];
};

/** Writes, deletes and logs in, so that the service caches data that the next suite must not see. */
const useService = async (app: App): Promise<void> => {
  const editor = await signIn(app);
  const token = await createApiToken(app);
  const picture = await addPicture(app);
  const category = await app.strapi.documents('api::category.category').create({
    data: { name: 'Left behind', slug: 'left-behind', order: 900 },
    status: 'published',
  });
  for (const { documentId } of await app.strapi
    .documents('api::product.product')
    .findMany({ limit: 5 })) {
    await app.strapi.documents('api::product.product').delete({ documentId, locale: '*' });
  }
  await editor.get('/content-manager/collection-types/api::category.category');
  await app.request.get('/api/categories').set('Authorization', `Bearer ${token}`);
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await app.request.post('/admin/login').send({ email: 'nobody@example.com', password: 'wrong' });
    await app.request.post('/auth/login').send({ identifier: 'nobody', password: 'wrong' });
  }
  expect([picture, category.documentId]).not.toContain(undefined);
};

/** Removes the request id of errors. */
const withoutRequestId = (text: string): string => text.replace(/"requestId":"[^"]+"/, '');

/** Returns the visible state of a service and its caches. */
const describeService = async (app: App) => {
  const database = new Pool({ connectionString: app.database.url, max: 1 });
  const addresses = createAddresses(database);
  const all = await addresses.all();
  const answers: Record<string, unknown> = {};
  // The second response comes from the cache.
  for (const address of [...all, ...all]) {
    const { status, text, headers } = await app.request.get(address);
    answers[address] = {
      status,
      text: withoutRequestId(text),
      etag: headers.etag,
      cache: headers['cache-control'],
    };
  }
  await database.end();
  const login = await app.request
    .post('/admin/login')
    .send({ email: 'nobody@example.com', password: 'wrong' });
  return {
    answers,
    login: { status: login.status, text: withoutRequestId(login.text) },
    routes: app.strapi.server.listRoutes().map(({ methods, path }): unknown => [methods, path]),
    variables: Object.keys(hostEnv).sort(),
    types: Object.keys(app.strapi.contentTypes).sort(),
  };
};

it('shared service – after a suite with many changes – responds like a new one, which has each permission hook once', async () => {
  const first = await startApp({ seed: true });
  await useService(first);
  await first.stop();

  const shared = await startApp({ seed: true });
  expect(shared.strapi).toBe(first.strapi);
  const fromShared = await describeService(shared);
  await shared.stop();

  const fresh = await startApp({ seed: true, own: true });
  expect(fresh.strapi).not.toBe(first.strapi);
  expect(fromShared).toEqual(await describeService(fresh));
  const hooks = listPermissionHooks(fresh);
  expect(hooks.length).toBeGreaterThan(0);
  expect(hooks).toHaveLength(new Set(hooks).size);
  await fresh.stop();
});
