import { type Admin, createApiToken, signIn } from '../support/admin';
import { type App, startApp } from '../support/app';
import { ensureLanguages } from '../support/content';

const CATEGORY = 'api::category.category';
const EXPLORER = '/content-manager/collection-types';

describe('The position of a new entry', () => {
  let app: App;
  let admin: Admin;
  let token: string;
  let categoryCount = 0;

  beforeAll(async () => {
    app = await startApp();
    await ensureLanguages(app);
    admin = await signIn(app);
    token = await createApiToken(app);
  });

  afterAll(() => app.stop());

  const category = (more: object = {}): object => {
    categoryCount += 1;
    return { name: `Category ${categoryCount}`, slug: `category-${categoryCount}`, ...more };
  };

  type CreatedCategory = { documentId: string; order: number };

  const write = async (
    method: 'post' | 'put',
    path: string,
    data: object,
  ): Promise<CreatedCategory> => {
    const request = app.request[method](path).set('Authorization', `Bearer ${token}`);
    const { body } = (await request.send({ data }).expect(method === 'post' ? 201 : 200)) as {
      body: { data: CreatedCategory };
    };
    return body.data;
  };

  const readNext = async (query: string): Promise<unknown> =>
    (await admin.get(`/ordering/next/${CATEGORY}?${query}`)).body.data;

  it('is the last of all locales without a position in the request', async () => {
    expect(await readNext('locale=es')).toBe(0);
    expect((await write('post', '/api/categories?locale=es', category())).order).toBe(0);
    await write('post', '/api/categories?locale=es', category({ order: 40 }));
    await write('post', '/api/categories?locale=en', category({ order: 70 }));
    expect(await readNext('locale=es')).toBe(71);
    expect((await write('post', '/api/categories?locale=es', category())).order).toBe(71);
    expect(await readNext('locale=en')).toBe(72);
  });

  it('is the maximum when the maximum is taken', async () => {
    const maximum = 2_147_483_647;
    const { documentId } = await write(
      'post',
      '/api/categories?locale=es',
      category({ order: maximum }),
    );
    const last = await write('post', '/api/categories?locale=es', category());
    expect(last.order).toBe(maximum);
    expect(await readNext('locale=es')).toBe(maximum);
    await write('put', `/api/categories/${last.documentId}?locale=es`, { order: 42 });
    await write('put', `/api/categories/${documentId}?locale=es`, { order: 41 });
  });

  it('is the position of the request, also 0', async () => {
    expect((await write('post', '/api/categories?locale=es', category({ order: 0 }))).order).toBe(
      0,
    );
  });

  it('is the position of the entry for a new locale, and stays after changes', async () => {
    const { documentId } = await write('post', '/api/categories?locale=es', category({ order: 7 }));
    expect(await readNext(`locale=en&documentId=${documentId}`)).toBe(7);
    const path = `/api/categories/${documentId}`;
    expect((await write('put', `${path}?locale=en`, category())).order).toBe(7);
    await write('put', `${path}?locale=en`, { order: 9 });
    expect((await write('put', `${path}?locale=en`, { name: 'Renamed' })).order).toBe(9);
  });

  it('is the last for a copy, unless the request changes it', async () => {
    const { documentId, order } = await write('post', '/api/categories?locale=es', category());
    const copyWith = async (more: object): Promise<unknown> => {
      const path = `${EXPLORER}/${CATEGORY}/clone/${documentId}?locale=es`;
      const { body, status } = await admin.post(path, category(more));
      expect(status).toBe(200);
      return (body.data as CreatedCategory).order;
    };
    expect(await copyWith({ order })).toBe(order + 1);
    expect(await copyWith({})).toBe(order + 2);
    expect(await copyWith({ order: 3 })).toBe(3);
  });

  it('differs for entries created at the same time', async () => {
    const entries = await Promise.all(
      [1, 2, 3, 4, 5].map(() => write('post', '/api/categories?locale=es', category())),
    );
    expect(new Set(entries.map(({ order }) => order)).size).toBe(5);
  });

  it('is null for types without a position, and refused for invalid requests', async () => {
    expect((await admin.get(`/ordering/next/api::episode.episode?locale=es`)).body.data).toBeNull();
    expect((await admin.get(`/ordering/next/${CATEGORY}?documentId=a b`)).status).toBe(400);
    expect((await admin.get('/ordering/next/api::none.none')).status).toBe(403);
  });

  it('is refused without the right to write the type', async () => {
    const reader = await signIn(app, 'marketing');
    const { status } = await reader.get(`/ordering/next/${CATEGORY}?locale=es`);
    expect(status).toBe(403);
  });

  it('is the position that the form of the panel sends', async () => {
    const { body } = await admin.post(`${EXPLORER}/${CATEGORY}?locale=es`, category({ order: 3 }));
    expect((body.data as CreatedCategory).order).toBe(3);
  });
});
