import { readSettings } from '#index';
import { uploadSettings } from '#platform/storage/settings';
import { createApiToken, signIn } from '../support/admin';
import { startApp, stopQuietly, type App } from '../support/app';
import { ensureLanguages, pictureFile } from '../support/content';
import { testEnvironment } from '../support/environment';

const MEDIA = 'https://media.example.com';

const SLUG = 'elsewhere';

/** Returns every URL of an uploaded file in a response. */
const findUrls = (value: unknown): string[] => {
  if (typeof value === 'string') return value.includes('/uploads/') ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(findUrls);
};

describe('media with MEDIA_URL', () => {
  let app: App;
  let file: { id: number; url: string };
  let documentId: string;

  beforeAll(async () => {
    app = await startApp({
      env: { PUBLIC_URL: 'https://cms.example.com', MEDIA_URL: MEDIA },
    });
    await ensureLanguages(app);
    const editor = await signIn(app, 'catalogue-editor');
    file = await editor.upload(pictureFile);
    const data = { title: 'x', slug: SLUG, SKU: 'M-1', payID: 'p', order: 0, cardImage: file.id };
    ({ documentId } = await app.strapi
      .documents('api::product.product')
      .create({ locale: 'es', status: 'published', data } as never));
  });

  afterAll(() => stopQuietly(app));

  it('has that origin in responses', async () => {
    const { body } = await app.request.get(`/api/products/productBySlug/${SLUG}/es`).expect(200);
    const { cardImage } = body as { cardImage: { url: string; formats: object } };
    const addresses = findUrls(cardImage);
    expect(addresses).toHaveLength(2);
    for (const address of addresses) expect(address).toMatch(`${MEDIA}/uploads/`);
  });

  it('has that origin in the panel and in the generated content API', async () => {
    const editor = await signIn(app);
    const token = await createApiToken(app);
    const library = await editor.get('/upload/files?pageSize=10');
    const form = await editor.get(
      `/content-manager/collection-types/api::product.product/${documentId}?locale=es`,
    );
    const generated = await app.request
      .get(`/api/products/${documentId}?locale=es&populate=cardImage`)
      .auth(token, { type: 'bearer' })
      .expect(200);
    for (const { status, body } of [library, form, generated]) {
      expect(status).toBe(200);
      const addresses = findUrls(body);
      expect(addresses.length).toBeGreaterThan(1);
      for (const address of addresses) expect(address).toMatch(`${MEDIA}/uploads/`);
    }
    expect(file.url).toMatch(`${MEDIA}/uploads/`);
    const { headers } = await app.request.get('/admin/auth/login');
    for (const directive of ['img-src', 'media-src']) {
      expect(headers['content-security-policy']).toMatch(new RegExp(`${directive} [^;]*${MEDIA}`));
    }
  });

  it('is stored without the origin, readable for the panel, and deletable', async () => {
    const row = (await app.strapi.db
      .query('plugin::upload.file')
      .findOne({ where: { id: file.id } })) as { url: string };
    expect(row.url).toMatch(/^\/uploads\//);
    const response = await app.request.get(row.url).set('Origin', 'https://cms.example.com');
    expect(response.status).toBe(200);
    expect(response.headers['access-control-allow-origin']).toBe('*');

    const editor = await signIn(app);
    const { id } = await editor.upload(pictureFile);
    const storedRow = (await app.strapi.db
      .query('plugin::upload.file')
      .findOne({ where: { id } })) as { url: string };
    await app.request.get(storedRow.url).expect(200);
    expect((await editor.delete(`/upload/files/${id}`)).status).toBe(200);
    await app.request.get(storedRow.url).expect(404);
  });
});

describe('media with PUBLIC_URL only', () => {
  const PUBLIC = 'https://cms.example.com';
  let app: App;

  beforeAll(async () => {
    app = await startApp({ env: { PUBLIC_URL: `${PUBLIC}/cms` } });
  });

  afterAll(() => stopQuietly(app));

  it('has absolute URLs in the generated content API, and relative ones in the panel', async () => {
    await ensureLanguages(app);
    const editor = await signIn(app, 'catalogue-editor');
    const token = await createApiToken(app);
    const file = await editor.upload(pictureFile);
    const data = { title: 'x', slug: SLUG, SKU: 'M-1', payID: 'p', order: 0, cardImage: file.id };
    const { documentId } = await app.strapi
      .documents('api::product.product')
      .create({ locale: 'es', status: 'published', data } as never);
    const entry = `${documentId}?locale=es`;
    for (const path of [
      `/api/products/${entry}&populate=cardImage`,
      '/api/products?locale=es&populate=cardImage',
      '/api/upload/files',
      `/api/upload/files/${file.id}`,
    ]) {
      const { body } = await app.request.get(path).auth(token, { type: 'bearer' }).expect(200);
      const addresses = findUrls(body);
      expect(addresses.length).toBeGreaterThan(1);
      for (const address of addresses) expect(address).toMatch(`${PUBLIC}/uploads/`);
    }
    for (const path of [
      '/upload/files?pageSize=10',
      `/content-manager/collection-types/api::product.product/${entry}`,
    ]) {
      const addresses = findUrls((await editor.get(path)).body);
      expect(addresses.length).toBeGreaterThan(1);
      for (const address of addresses) expect(address).toMatch(/^\/uploads\//);
    }
  });
});

it('MEDIA_URL – is an origin', () => {
  const environment = testEnvironment({ url: 'postgresql://localhost/x', publicDir: '/x' });
  expect(readSettings({ ...environment, MEDIA_URL: `${MEDIA}/` }).of(uploadSettings)).toMatchObject(
    {
      mediaUrl: MEDIA,
    },
  );
  for (const MEDIA_URL of [`${MEDIA}/files`, 'media.example.com', `${MEDIA}?x=1`]) {
    expect(() => readSettings({ ...environment, MEDIA_URL })).toThrow(/MEDIA_URL must be an/);
  }
});
