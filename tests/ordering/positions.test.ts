import { type Admin, createApiToken, signIn } from '../support/admin';
import { type App, startApp } from '../support/app';
import { ensureLanguages } from '../support/content';

const CATEGORY = 'api::category.category';
const EXPLORER = '/content-manager/collection-types';

describe('The position of a new entry', () => {
  let app: App;
  let admin: Admin;
  let token: string;
  let made = 0;

  beforeAll(async () => {
    app = await startApp();
    await ensureLanguages(app);
    admin = await signIn(app);
    token = await createApiToken(app);
  });

  afterAll(() => app.stop());

  const category = (more: object = {}): object => {
    made += 1;
    return { name: `Category ${made}`, slug: `category-${made}`, ...more };
  };

  type Made = { documentId: string; order: number };

  const write = async (method: 'post' | 'put', path: string, data: object): Promise<Made> => {
    const request = app.request[method](path).set('Authorization', `Bearer ${token}`);
    const { body } = (await request.send({ data }).expect(method === 'post' ? 201 : 200)) as {
      body: { data: Made };
    };
    return body.data;
  };

  const next = async (query: string): Promise<unknown> =>
    (await admin.get(`/ordering/next/${CATEGORY}?${query}`)).body.data;

  it('should be the last of all languages for who says none', async () => {
    expect(await next('locale=es')).toBe(0);
    expect((await write('post', '/api/categories?locale=es', category())).order).toBe(0);
    await write('post', '/api/categories?locale=es', category({ order: 40 }));
    await write('post', '/api/categories?locale=en', category({ order: 70 }));
    expect(await next('locale=es')).toBe(71);
    expect((await write('post', '/api/categories?locale=es', category())).order).toBe(71);
    expect(await next('locale=en')).toBe(72);
  });

  it('should be the last that can be stored, where somebody has taken that', async () => {
    const most = 2_147_483_647;
    const { documentId } = await write(
      'post',
      '/api/categories?locale=es',
      category({ order: most }),
    );
    const last = await write('post', '/api/categories?locale=es', category());
    expect(last.order).toBe(most);
    expect(await next('locale=es')).toBe(most);
    await write('put', `/api/categories/${last.documentId}?locale=es`, { order: 42 });
    await write('put', `/api/categories/${documentId}?locale=es`, { order: 41 });
  });

  it('should be what is said, the first one too', async () => {
    expect((await write('post', '/api/categories?locale=es', category({ order: 0 }))).order).toBe(
      0,
    );
  });

  it('should be for a translation that of the entry, and stay when the entry is changed', async () => {
    const { documentId } = await write('post', '/api/categories?locale=es', category({ order: 7 }));
    expect(await next(`locale=en&documentId=${documentId}`)).toBe(7);
    const path = `/api/categories/${documentId}`;
    expect((await write('put', `${path}?locale=en`, category())).order).toBe(7);
    await write('put', `${path}?locale=en`, { order: 9 });
    expect((await write('put', `${path}?locale=en`, { name: 'Renamed' })).order).toBe(9);
  });

  it('should be for a copy the last one, unless it is told another', async () => {
    const { documentId, order } = await write('post', '/api/categories?locale=es', category());
    const copyWith = async (more: object): Promise<unknown> => {
      const path = `${EXPLORER}/${CATEGORY}/clone/${documentId}?locale=es`;
      const { body, status } = await admin.post(path, category(more));
      expect(status).toBe(200);
      return (body.data as Made).order;
    };
    expect(await copyWith({ order })).toBe(order + 1);
    expect(await copyWith({})).toBe(order + 2);
    expect(await copyWith({ order: 3 })).toBe(3);
  });

  it('should be another for each of several that are made at the same time', async () => {
    const made = await Promise.all(
      [1, 2, 3, 4, 5].map(() => write('post', '/api/categories?locale=es', category())),
    );
    expect(new Set(made.map(({ order }) => order)).size).toBe(5);
  });

  it('should be told for types with one only, and refused for what is no entry', async () => {
    expect((await admin.get(`/ordering/next/api::episode.episode?locale=es`)).body.data).toBeNull();
    expect((await admin.get(`/ordering/next/${CATEGORY}?documentId=a b`)).status).toBe(400);
    expect((await admin.get('/ordering/next/api::none.none')).status).toBe(403);
  });

  it('should be told to nobody who may not write entries of the type', async () => {
    const reader = await signIn(app, 'marketing');
    const { status } = await reader.get(`/ordering/next/${CATEGORY}?locale=es`);
    expect(status).toBe(403);
  });

  it('should be in the panel what its form sends', async () => {
    const { body } = await admin.post(`${EXPLORER}/${CATEGORY}?locale=es`, category({ order: 3 }));
    expect((body.data as Made).order).toBe(3);
  });
});
