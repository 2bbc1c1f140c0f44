import { createApiToken, signIn, type Admin } from '../support/admin';
import { startApp, type App } from '../support/app';

/** Queries of Strapi's own APIs that the database cannot execute return 400. */

let app: App;
let admin: Admin;
let apiToken: string;

beforeAll(async () => {
  app = await startApp({ seed: true });
  admin = await signIn(app);
  apiToken = await createApiToken(app);
});

afterAll(() => app.stop());

type Answer = { status: number; text: string; body: unknown };

type Problem = { in: string; path: string[]; message: string };

const detailsOf = ({ body }: Answer): { code?: string; errors?: Problem[] } =>
  (body as { error?: { details?: object } }).error?.details ?? {};

const outcome = (answer: Answer) => [answer.status, detailsOf(answer).code];

const MISTAKE = [400, 'INVALID_REQUEST'];

const queries = [
  'filters[fullPrice]=abc',
  'filters[fullPrice][$startsWith]=1',
  'filters[fullPrice][$in][0]=x',
  'filters[id]=99999999999999999999',
  'filters[id]=abc',
  'filters[id][$in]=a',
  'filters[id][$gt]=1.5',
  'filters[id]=1e3',
  'filters[order]=2147483648',
  'filters[order][$gt]=1.5',
  'filters[$or]=1',
  'filters[$and][0]=1',
  'filters[$not]=1',
  'filters[title][$between]=1',
  'filters[title][$between][0]=a',
  'filters[order][$eq][$gt]=1',
  'filters[categories]=abc',
  'filters[categories][$in]=abc',
  'filters[categories][id][$in][0]=abc',
  'filters[categories][$not][name]=x',
  'filters[seo][id]=abc',
  'filters[cardImage][width]=wide',
  'filters[createdAt]=abc',
  'fields[0]=hasOwnProperty',
  'fields=constructor',
  'sort=toString',
  'populate[categories][fields][0]=valueOf',
  '_q[a]=b',
  '_q[]=b',
  'sort[title][a]=asc',
  'populate[categories][filters][id]=abc',
  'populate[categories][populate][products][filters][fullPrice]=x',
];

describe('filters, fields, sort and populate of the content API', () => {
  it.each(queries)('GET /api/products?%s – returns 400', async (query) => {
    const publicAnswer = await app.request.get(`/api/products?${query}`);
    expect(outcome(publicAnswer)).toEqual(MISTAKE);
    const serverAnswer = await app.request
      .get(`/api/products?${query}`)
      .set('Authorization', `Bearer ${apiToken}`);
    expect(outcome(serverAnswer)).toEqual(MISTAKE);
  });

  it('GET /api/products/:id – list as filters – returns 400', async () => {
    const one = await app.request
      .get('/api/products/nobody?filters[1]=x')
      .set('Authorization', `Bearer ${apiToken}`);
    expect(outcome(one)).toEqual(MISTAKE);
  });

  it.each(['/api/users', '/api/users/count', '/api/upload/files'])(
    'GET %s – invalid filters – returns 400',
    async (path) => {
      const list = await app.request
        .get(`${path}?filters[][name][$in]=x`)
        .set('Authorization', `Bearer ${apiToken}`);
      expect(outcome(list)).toEqual(MISTAKE);
    },
  );

  it.each(['/api/users', '/api/users/count', '/api/users/1', '/api/upload/files'])(
    'GET %s – invalid date filter – returns 400',
    async (path) => {
      const answer = await app.request
        .get(`${path}?filters[createdAt]=abc`)
        .set('Authorization', `Bearer ${apiToken}`);
      expect(outcome(answer)).toEqual(MISTAKE);
    },
  );

  it('DELETE /api/categories/:id – unknown fields – returns 400 and keeps the entry', async () => {
    const serverAnswer = { Authorization: `Bearer ${apiToken}` };
    const created = await app.request
      .post('/api/categories')
      .set(serverAnswer)
      .send({ data: { name: 'Nobody’s', slug: 'nobodys', order: 99 } })
      .expect(201);
    const { documentId } = (created.body as { data: { documentId: string } }).data;
    const path = `/api/categories/${documentId}`;
    expect(
      outcome(await app.request.delete(`${path}?fields=constructor`).set(serverAnswer)),
    ).toEqual(MISTAKE);
    await app.request.get(path).set(serverAnswer).expect(200);
  });

  it('GET /api/products – invalid nested filter – names the field in the caller’s language', async () => {
    const answer = await app.request
      .get('/api/products?filters[$or][0][categories][id]=abc')
      .set('Accept-Language', 'es');
    expect(detailsOf(answer).errors).toEqual([
      {
        in: 'query',
        path: expect.arrayContaining(['$or', '0', 'categories', 'id']) as unknown,
        message: 'El campo no puede tener este valor.',
      },
    ]);
  });

  it.each([
    'filters[fullPrice][$gte]=10',
    'filters[fullPrice][$between][0]=1&filters[fullPrice][$between][1]=99999',
    'filters[id]=1',
    'filters[id][$in][0]=1&filters[id][$in][1]=2',
    'filters[id][$null]=true',
    'filters[order][$containsi]=1',
    'filters[$or][0][title][$containsi]=a&filters[$or][1][slug]=b',
    'filters[$not][title]=x',
    'filters[title][$not][$contains]=x',
    'filters[title][$in]=a',
    'filters[categories][name][$ne]=x',
    'filters[categories]=1',
    'filters[categories][$null]=true',
    'filters[seo][title][$notNull]=true',
    'filters[isSoon]=true',
    'filters[createdAt][$gt]=2020-01-01',
    'filters[payCrm][$null]=true',
    'sort[0]=title:desc&sort[1]=categories.name',
    'sort[categories][name]=asc',
    'populate[categories][filters][name][$contains]=a&populate[categories][sort]=name',
    '_q=a',
  ])('GET /api/products – valid query – returns 200: %s', async (query) => {
    await app.request.get(`/api/products?${query}`).expect(200);
  });
});

describe('malformed id', () => {
  it.each(['/api/upload/files/abc', '/api/users/abc', '/api/users/99999999999999999999'])(
    'API token – returns 400: %s',
    async (path) => {
      const answer = await app.request.get(path).set('Authorization', `Bearer ${apiToken}`);
      expect(outcome(answer)).toEqual(MISTAKE);
      expect(detailsOf(answer).errors?.map((error) => error.in)).toEqual(['params']);
    },
  );

  it('administrator – returns 400 or 404', async () => {
    const answers = [
      await admin.get('/upload/files/abc'),
      await admin.get('/upload/files/99999999999999999999'),
      await admin.delete('/upload/files/abc'),
      await admin.get('/upload/folders/abc'),
      await admin.get('/admin/users/abc'),
      await admin.put('/admin/users/abc', { firstname: 'x' }),
      await admin.delete('/admin/users/abc'),
      await admin.post('/admin/users/batch-delete', { ids: ['abc'] }),
      await admin.get('/admin/roles/abc'),
      await admin.put('/admin/roles/abc', { name: 'x' }),
      await admin.get('/admin/webhooks/abc'),
      await admin.delete('/admin/webhooks/abc'),
      await admin.get('/admin/api-tokens/abc'),
      await admin.get('/admin/transfer/tokens/abc'),
      await admin.put('/i18n/locales/abc', { name: 'x' }),
      await admin.delete('/i18n/locales/abc'),
      await admin.get('/users-permissions/roles/abc'),
      await admin.put('/users-permissions/roles/abc', { name: 'x' }),
      await admin.post('/upload/actions/bulk-delete', { fileIds: ['a'] }),
    ];
    const others = answers.map(outcome).filter(([status]) => status !== 400 && status !== 404);
    expect(others).toEqual([]);
  });
});

const LIST = '/content-manager/collection-types/api::product.product';

describe('lists of the panel', () => {
  it.each([
    `${LIST}?filters[fullPrice]=abc`,
    `${LIST}?filters[$and][0][id][$eq]=abc`,
    `${LIST}?_q[a]=b`,
    `${LIST}?sort[title][a]=asc`,
    '/upload/files?filters[id]=abc',
    '/admin/users?filters[id]=abc',
    '/admin/users?sort=zzz:asc',
  ])('invalid query – returns 400: %s', async (path) => {
    expect(outcome(await admin.get(path))).toEqual(MISTAKE);
  });

  it.each([
    `${LIST}?sort=fullPrice:desc&filters[$and][0][title][$containsi]=a&_q=a`,
    `${LIST}?sort=status:asc`,
    '/upload/files?sort=createdAt:DESC&filters[$and][0][folder][id][$null]=true',
    '/admin/users?sort=firstname:asc&filters[id][$in][0]=1',
  ])('valid query – returns 200: %s', async (path) => {
    expect((await admin.get(path)).status).toBe(200);
  });
});

describe('media library – folder id larger than an integer', () => {
  const FOLDER = 2_147_483_648;

  it.each<['post' | 'put', string, object]>([
    ['post', '/upload/folders', { name: 'a', parent: FOLDER }],
    [
      'post',
      '/upload/actions/bulk-move',
      { fileIds: [], folderIds: [FOLDER], destinationFolderId: null },
    ],
    [
      'post',
      '/upload/actions/bulk-move',
      { fileIds: [], folderIds: [], destinationFolderId: FOLDER },
    ],
    ['post', '/upload/actions/bulk-update', { updates: [{ id: 1, fileInfo: { folder: FOLDER } }] }],
  ])('%s %s – returns 400', async (method, address, body) => {
    const answer = await admin[method](address, body);
    expect(answer.status).toBe(400);
  });

  it('POST /upload – returns 400', async () => {
    const answer = await app.request
      .post('/upload')
      .set('Authorization', `Bearer ${admin.token}`)
      .field('fileInfo', JSON.stringify({ folder: FOLDER }))
      .attach('files', Buffer.from('%PDF-1.4'), 'a.pdf');
    expect(answer.status).toBe(400);
  });
});
