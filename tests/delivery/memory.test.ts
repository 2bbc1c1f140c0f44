import { get, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { getDocumentService } from '#platform/strapi/documents';
import { startApp, type App } from '../support/app';
import { addPicture, bookDetails, ensureLanguages } from '../support/content';

/** Tests the response cache: its keys, its responses, and that no response is older than a write. */

let app: App;
let product: string;
let channel: string;
let picture: number;

const UID = 'api::product.product';
const SLUG = '/api/products/productBySlug/anatomy/es';
const LIST = '/api/products/allProducts';

beforeAll(async () => {
  app = await startApp({
    // Background refreshes would be counted with requests.
    env: { DELIVERY_REFRESH: 'false' },
  });
  await ensureLanguages(app);
  picture = await addPicture(app);
  const documents = (uid: string) => getDocumentService(app, uid);
  const vertical = await documents('api::vertical.vertical').create({
    data: { name: 'Medicina', slug: 'medicina' },
  });
  const seo = { author: 'Autora' };
  const channelEntry = await documents('api::channel.channel').create({
    status: 'published',
    data: {
      name: 'Canal',
      slug: 'canal',
      description: 'd',
      type: 'University',
      order: 1,
      logo: picture,
      headVideo: { title: 'v' },
      seo,
    },
  });
  channel = channelEntry.documentId;
  const productEntry = await documents(UID).create({
    locale: 'es',
    status: 'published',
    data: {
      title: 'Anatomía 🫀',
      slug: 'anatomy',
      SKU: 'SKU-1',
      payID: 'pay',
      type: 'Libro',
      verticals: [vertical.documentId],
      channels: [channel],
      cardImage: picture,
      bookDetails,
      presentation: 'larga '.repeat(400),
      header: {
        modality: 'Online',
        duration: '10 horas',
        certificate: true,
        level: 'Básico',
        startingDate: 'Siempre',
        lessonNumber: 10,
        language: [{ name: 'Español' }],
      },
      seo,
    },
  });
  product = productEntry.documentId;
});

afterAll(() => app.stop());

type Upload = { updateFileInfo: (id: number, info: object) => Promise<unknown> };

type Product = {
  title: string;
  header: { level: string; language: string[] };
  channels: { name: string }[];
  cardImage: { url: string; alternativeText: string | null };
  vertical: string[];
};

const read = async (): Promise<Product> =>
  (await app.request.get(SLUG).expect(200)).body as Product;

/** Repeats a request until the response comes from the cache. */
const readCached = async (path: string, headers: Record<string, string> = {}) => {
  await app.request.get(path).set(headers).expect(200);
  await app.request.get(path).set(headers).expect(200);
  return app.request.get(path).set(headers).expect(200).expect('X-Cache', 'HIT');
};

type RawResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Sends a request without automatic decompression. */
const requestRaw = (path: string, headers: Record<string, string>): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    get(`${app.url}${path}`, { headers }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => {
        resolve({
          status: res.statusCode ?? 0,
          headers: res.headers,
          body: Buffer.concat(chunks),
        });
      });
    }).on('error', reject);
  });

describe('a response from the cache', () => {
  it('equals the rendered response, including headers', async () => {
    // For uncached responses, the service names this origin.
    const origin = { Origin: 'http://localhost:3000' };
    await app.strapi.db.query(UID).update({ where: { slug: 'anatomy' }, data: { order: 0 } });
    const rendered = await app.request.get(SLUG).set(origin).expect(200).expect('X-Cache', 'MISS');
    const cached = await readCached(SLUG, origin);
    expect(cached.body).toEqual(rendered.body);
    const volatileHeaders = ['date', 'server-timing', 'x-cache', 'x-request-id'];
    const common = Object.entries(rendered.headers).filter(
      ([name]) => !volatileHeaders.includes(name),
    );
    expect(common.length).toBeGreaterThan(10);
    expect(cached.headers).toMatchObject(Object.fromEntries(common));
    expect(cached.headers['access-control-allow-origin']).toBe('*');
    expect(cached.headers['content-security-policy']).toBeDefined();
    expect(cached.headers.vary).not.toMatch(/Origin/);
    expect(cached.headers.vary).toMatch(/Accept-Encoding/);
    expect(cached.headers['cache-control']).toBe(
      'public, max-age=0, s-maxage=0, stale-if-error=600',
    );
  });

  it('is shared by all origins, and is private with a token', async () => {
    await readCached(SLUG);
    for (const headers of [{}, { Origin: 'https://new.example' }, { Origin: 'null' }]) {
      const answer = await app.request.get(SLUG).set(headers).expect(200).expect('X-Cache', 'HIT');
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      expect(answer.headers.vary).toBe('Accept-Encoding');
    }
    const headersWithToken = { Origin: 'https://new.example', Authorization: 'Bearer x' };
    const { headers } = await app.request.get(SLUG).set(headersWithToken);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers.vary).toContain('Origin');
  });

  it('is shared by different orders of the query parameters', async () => {
    await readCached(`${LIST}?lang=es&vertical=medicina`);
    const reordered = await app.request.get(`${LIST}?vertical=medicina&lang=es`).expect(200);
    expect(reordered.headers['x-cache']).toBe('HIT');
  });

  it('is 304 for a client with the current ETag', async () => {
    const { headers } = await readCached(SLUG);
    const { etag = '' } = headers;
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { text, headers: sentHeaders } = await app.request
        .get(SLUG)
        .set('If-None-Match', ifNoneMatch)
        .expect(304);
      expect(text).toBe('');
      expect(sentHeaders.etag).toBe(etag);
      expect(sentHeaders['cache-control']).toBeDefined();
    }
    await app.request.get(SLUG).set('If-None-Match', '"other"').expect(200);
  });

  it('is compressed for clients that accept it, with an ETag for each encoding', async () => {
    const uncompressed = await requestRaw(SLUG, { 'Accept-Encoding': 'identity' });
    expect(uncompressed.headers['content-encoding']).toBeUndefined();
    const decompress = { gzip: gunzipSync, br: brotliDecompressSync };
    const etags = new Set([uncompressed.headers.etag]);
    for (const [coding, accepted] of [
      ['br', 'gzip, deflate, br'],
      ['gzip', 'gzip'],
      ['gzip', 'br;q=0, gzip'],
    ] as const) {
      for (let time = 0; time < 3; time += 1) {
        const compressed = await requestRaw(SLUG, { 'Accept-Encoding': accepted });
        expect(compressed.headers['content-encoding']).toBe(coding);
        expect(decompress[coding](compressed.body)).toEqual(uncompressed.body);
        etags.add(compressed.headers.etag);
        const conditional = await requestRaw(SLUG, {
          'Accept-Encoding': accepted,
          'If-None-Match': compressed.headers.etag ?? '',
        });
        expect(conditional.status).toBe(304);
      }
    }
    expect(etags.size).toBe(3);
  });

  it('has no body for HEAD', async () => {
    const { headers } = await readCached(SLUG, { 'Accept-Encoding': 'identity' });
    const head = await app.request.head(SLUG).set('Accept-Encoding', 'identity').expect(200);
    expect(head.headers['x-cache']).toBe('HIT');
    expect(head.headers['content-length']).toBe(headers['content-length']);
    expect(head.body).toEqual({});
  });

  it('is not sent for invalid requests', async () => {
    await readCached(LIST);
    await app.request.get(`${LIST}?page=0`).expect(400);
    await app.request.post(LIST).expect(405);
  });

  it('is not sent with an Authorization header', async () => {
    await readCached(SLUG);
    const { headers } = await app.request.get(SLUG).set('Authorization', 'Bearer x').expect(200);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers['x-cache']).toBe('MISS');
  });

  it('is rendered once for parallel requests', async () => {
    await app.strapi.documents(UID).update({
      documentId: product,
      locale: 'es',
      status: 'published',
      data: { order: 3 },
    } as never);
    const before = await counters();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => app.request.get(SLUG).expect(200)),
    );
    const after = await counters();
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(after.renders - before.renders).toBe(1);
  });
});

const counters = async () =>
  (await app.request.get('/_delivery').expect(200)).body as Record<string, number> & {
    renders: number;
  };

describe('a read after a write', () => {
  const writers: [string, (text: string) => Promise<unknown>, (product: Product) => unknown][] = [
    [
      'the Document Service',
      (title) =>
        app.strapi.documents(UID).update({
          documentId: product,
          locale: 'es',
          status: 'published',
          data: { title },
        } as never),
      ({ title }) => title,
    ],
    [
      'a query of the row',
      (title) =>
        app.strapi.db.query(UID).updateMany({ where: { slug: 'anatomy' }, data: { title } }),
      ({ title }) => title,
    ],
    [
      'a query of a component',
      (level) => app.strapi.db.query('product.header').updateMany({ data: { level } }),
      ({ header }) => header.level,
    ],
    [
      'a query of a component within a component',
      (name) => app.strapi.db.query('product.header-language').updateMany({ data: { name } }),
      ({ header }) => header.language[0],
    ],
    [
      'SQL',
      (title) => app.strapi.db.connection.raw('UPDATE products SET title = ?', [title]),
      ({ title }) => title,
    ],
    [
      'a related document',
      (name) =>
        app.strapi
          .documents('api::channel.channel')
          .update({ documentId: channel, status: 'published', data: { name } } as never),
      ({ channels }) => channels[0]?.name,
    ],
    [
      'a business line',
      (slug) =>
        app.strapi.db
          .query('api::vertical.vertical')
          .updateMany({ data: { slug: slug.toLowerCase() } }),
      ({ vertical }) => vertical[0],
    ],
    [
      'the media library',
      (alternativeText) =>
        app.strapi
          .plugin('upload')
          .service<Upload>('upload')
          .updateFileInfo(picture, { alternativeText }),
      ({ cardImage }) => cardImage.alternativeText,
    ],
    [
      'a transaction of several writes',
      (title) =>
        app.strapi.db.transaction(async () => {
          await app.strapi.db
            .query(UID)
            .updateMany({ where: { slug: 'anatomy' }, data: { title: 'between' } });
          await app.strapi.db
            .query(UID)
            .updateMany({ where: { slug: 'anatomy' }, data: { title } });
        }),
      ({ title }) => title,
    ],
  ];

  it.each(writers)('returns the change – %s', async (_, write, readValue) => {
    for (let time = 0; time < 20; time += 1) {
      await readCached(SLUG);
      await write(`v${time}`);
      expect(readValue(await read())).toBe(`v${time}`);
    }
  });

  it('contains published entries and no unpublished ones', async () => {
    const service = app.strapi.documents(UID);
    for (let time = 0; time < 5; time += 1) {
      await readCached(LIST);
      await service.unpublish({ documentId: product, locale: 'es' });
      await app.request.get(SLUG).expect(404);
      expect((await app.request.get(LIST)).body).toEqual({ data: [] });
      await service.publish({ documentId: product, locale: 'es' });
      await app.request.get(SLUG).expect(200);
      expect(((await app.request.get(LIST)).body as { data: unknown[] }).data).toHaveLength(1);
    }
  });

  it('does not contain a rolled-back change', async () => {
    const { title } = await read();
    await app.strapi.db
      .transaction(async () => {
        await app.strapi.db.query(UID).updateMany({ data: { title: 'never' } });
        throw new Error('taken back');
      })
      .catch(() => undefined);
    expect((await read()).title).toBe(title);
  });
});

describe('lost LISTEN connection', () => {
  it('reads from the database until it is restored', async () => {
    await readCached(SLUG);
    await app.strapi.db.connection.raw(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'education-cms changes' AND datname = current_database()`,
    );
    let reads = 0;
    // Every write is visible at once, and the cache is used again eventually.
    for (;;) {
      reads += 1;
      await app.strapi.db.connection.raw('UPDATE products SET title = ?', [`r${reads}`]);
      expect((await read()).title).toBe(`r${reads}`);
      await read();
      const { headers } = await app.request.get(SLUG).expect(200);
      if (headers['x-cache'] === 'HIT' && reads > 20) break;
    }
    expect((await counters()).reconnections).toBeGreaterThan(0);
  });
});
