import jwt from 'jsonwebtoken';
import { listMasters } from '../../src/api/product/contract';
import { previewAddress } from '../../src/plugins/preview/server/address';
import { previewableTypes } from '../support/endpoints';
import { issuePreviewToken } from '../../src/plugins/preview/server/token';
import { read } from '../reading/call';
import { startApp, type App } from '../support/app';
import { startProcess } from '../support/process';

let app: App;
let secret: string;

beforeAll(async () => {
  app = await startApp({ seed: true });
  secret = app.strapi.config.get<string>('admin.auth.secret');
});

afterAll(() => app.stop());

const PRODUCT = 'api::product.product';

const draftOf = async (title: string) => {
  const [master] = (await read(app, listMasters, {}, { lang: 'es' })).data;
  const documentId = master?.documentId ?? '';
  await app.strapi
    .documents(PRODUCT)
    .update({ documentId, locale: 'es', data: { title } } as never);
  return { documentId, slug: master?.slug ?? '' };
};

describe('A preview token', () => {
  it('opens drafts on the endpoints and keeps the answer out of every cache', async () => {
    const { slug } = await draftOf('Aún sin publicar');
    const path = `/api/products/productBySlug/${slug}/es`;
    const published = await app.request.get(path).expect(200);
    expect((published.body as { title: string }).title).not.toBe('Aún sin publicar');
    const draft = await app.request.get(`${path}?previewToken=${issuePreviewToken(secret)}`);
    expect((draft.body as { title: string }).title).toBe('Aún sin publicar');
    expect(draft.headers['cache-control']).toBe('private, no-store');
    const missing = `/api/products/productBySlug/nothing/es?previewToken=${issuePreviewToken(secret)}`;
    await app.request.get(missing).expect(404).expect('Cache-Control', 'private, no-store');
  });

  it.each([
    ['made up', () => 'abc'],
    ['signed with another key', () => issuePreviewToken('another-secret')],
    ['for something else', () => jwt.sign({ id: 1 }, secret)],
    ['expired', () => jwt.sign({}, secret, { audience: 'preview', expiresIn: -1 })],
    ['unsigned', () => jwt.sign({}, null as never, { audience: 'preview', algorithm: 'none' })],
  ])('that is %s opens nothing', async (_, make) => {
    const { status, body } = await app.request.get(`/api/products/books?previewToken=${make()}`);
    expect([status, body]).toMatchObject([
      401,
      { error: { details: { code: 'INVALID_PREVIEW_TOKEN' } } },
    ]);
  });
});

describe('The preview page', () => {
  it('shows the draft with a banner, and the published text on request', async () => {
    const { documentId } = await draftOf('Título del borrador');
    const draft = previewAddress(secret, PRODUCT, { documentId, locale: 'es', status: 'draft' });
    const page = await app.request.get(draft).expect(200);
    expect(page.headers).toMatchObject({ 'cache-control': 'private, no-store' });
    expect(page.text).toContain('Borrador');
    expect(page.text).toContain('Título del borrador');
    const published = previewAddress(secret, PRODUCT, {
      documentId,
      locale: 'es',
      status: 'published',
    });
    const other = await app.request.get(published).expect(200);
    expect(other.text).toContain('Publicado');
    expect(other.text).not.toContain('Título del borrador');
  });

  it('escapes what editors write', async () => {
    const { documentId } = await draftOf('<script>alert(1)</script>');
    const address = previewAddress(secret, PRODUCT, { documentId, locale: 'es' });
    const { text } = await app.request.get(address).expect(200);
    expect(text).not.toContain('<script>alert');
  });

  it('exists for everything that can be looked at, in every language', async () => {
    for (const uid of Object.keys(previewableTypes)) {
      const rows = (await app.strapi.db.query(uid).findMany({
        where: { publishedAt: { $null: true } },
        select: ['documentId', 'locale'],
        limit: 8,
      })) as { documentId: string; locale: string | null }[];
      for (const { documentId, locale } of rows) {
        const address = previewAddress(secret, uid, {
          documentId,
          ...(locale === null ? {} : { locale }),
        });
        const { status } = await app.request.get(address);
        expect([address.split('?')[0], status]).toEqual([address.split('?')[0], 200]);
      }
    }
  });

  it('opens for nobody without a token', async () => {
    const { documentId } = await draftOf('Nada');
    await app.request.get(`/preview/product/${documentId}?lang=es`).expect(401);
  });
});

describe('With a frontend configured', () => {
  it('sends there with what it needs to find the document', async () => {
    const { documentId, slug } = await draftOf('Para el frontend');
    const front = await startProcess({
      database: app.database,
      env: { PREVIEW_URL: 'https://www.example.com/api/preview' },
    });
    try {
      const address = previewAddress(secret, PRODUCT, { documentId, locale: 'es' });
      const { status, headers } = await front.request.get(address);
      const target = new URL(String(headers.location));
      expect([status, target.origin]).toEqual([302, 'https://www.example.com']);
      expect(Object.fromEntries(target.searchParams)).toMatchObject({
        type: 'product',
        documentId,
        slug,
        lang: 'es',
        status: 'draft',
        previewToken: expect.any(String) as unknown,
      });
    } finally {
      await front.stop();
    }
  });
});
