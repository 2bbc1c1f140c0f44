import { codeOf } from '../account/support/accounts';
import { type Admin, createApiToken, signIn } from '../support/admin';
import { startApp, stopQuietly, type App } from '../support/app';
import { ensureLanguages } from '../support/content';

const EXPLORER = '/content-manager/collection-types';
const CATEGORY = 'api::category.category';
const PRODUCT = 'api::product.product';

let app: App;
let admin: Admin;
let token: string;

beforeAll(async () => {
  app = await startApp();
  await ensureLanguages(app);
  admin = await signIn(app);
  token = await createApiToken(app);
});

afterAll(() => stopQuietly(app));

const category = (more: object): object => ({ name: 'Name', slug: 'slug', ...more });

const throughTheApi = (path: string, data: object) =>
  app.request.post(path).set('Authorization', `Bearer ${token}`).send({ data });

describe('An entry whose id whoever makes it has chosen', () => {
  const ids = ['abcdefghijklmnopqrstuvwx', null, '', 'a/b', '__proto__', 5, ['a'], { a: 1 }];

  it.each(ids)('is not made through the panel: %p', async (documentId) => {
    for (const action of ['', '/actions/publish']) {
      const path = `${EXPLORER}/${CATEGORY}${action}?locale=es`;
      const answer = await admin.post(path, category({ documentId }));
      expect([answer.status, codeOf(answer)]).toEqual([400, 'DOCUMENT_ID_CHOSEN']);
    }
    expect(await app.strapi.db.query(CATEGORY).count()).toBe(0);
  });

  it('is not made through the API', async () => {
    const data = category({ documentId: 'abcdefghijklmnopqrstuvwx' });
    expect((await throughTheApi('/api/categories', data)).status).toBe(400);
  });

  it('is not a deleted one under its id', async () => {
    const made = await admin.post(`${EXPLORER}/${CATEGORY}?locale=es`, category({}));
    const { documentId } = made.body.data as { documentId: string };
    await admin.delete(`${EXPLORER}/${CATEGORY}/${documentId}?locale=*`);
    const again = await admin.post(`${EXPLORER}/${CATEGORY}?locale=es`, category({ documentId }));
    expect([again.status, codeOf(again)]).toEqual([400, 'DOCUMENT_ID_CHOSEN']);
  });
});

describe('A number that the database cannot store', () => {
  const numbers: [string, object][] = [
    ['order', { order: 2_147_483_648 }],
    ['order', { order: '-99999999999999999999' }],
    ['numberOfPages', { bookDetails: { numberOfPages: 1e15 } }],
    ['numberLimitedPlaces', { numberLimitedPlaces: 1e12 }],
  ];

  it.each(numbers)('is refused, and said of which field: %s', async (field, data) => {
    const product = { title: 'x', slug: 'x', type: 'Libro', ...data };
    const answers = [
      await admin.post(`${EXPLORER}/${PRODUCT}?locale=es`, product),
      await throughTheApi('/api/products?status=draft', product),
    ];
    for (const answer of answers) {
      expect([answer.status, codeOf(answer)]).toEqual([400, 'NUMBER_OUT_OF_RANGE']);
      expect(JSON.stringify(answer.body)).toContain(`"${field}"]`);
    }
  });
});
