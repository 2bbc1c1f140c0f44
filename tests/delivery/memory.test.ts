import { get, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { documentsOf } from '../../src/platform/strapi/documents';
import { startApp, type App } from '../support/app';
import { addPicture, bookDetails, ensureLanguages } from '../support/content';

/** Tests the cache: its keys, its responses, and that it is never older than a write. */

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
  const documents = (uid: string) => documentsOf(app, uid);
  const vertical = await documents('api::vertical.vertical').create({
    data: { name: 'Medicina', slug: 'medicina' },
  });
  const seo = { author: 'Autora' };
  const made = await documents('api::channel.channel').create({
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
  channel = made.documentId;
  const one = await documents(UID).create({
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
  product = one.documentId;
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
const warm = async (path: string, headers: Record<string, string> = {}) => {
  await app.request.get(path).set(headers).expect(200);
  await app.request.get(path).set(headers).expect(200);
  return app.request.get(path).set(headers).expect(200).expect('X-Cache', 'HIT');
};

type Sent = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** A request without automatic decompression. */
const raw = (path: string, headers: Record<string, string>): Promise<Sent> =>
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

describe('An answer from memory', () => {
  it('is the same as the one before it, headers and all', async () => {
    // An origin that the service names in answers that are not kept.
    const origin = { Origin: 'http://localhost:3000' };
    await app.strapi.db.query(UID).update({ where: { slug: 'anatomy' }, data: { order: 0 } });
    const first = await app.request.get(SLUG).set(origin).expect(200).expect('X-Cache', 'MISS');
    const kept = await warm(SLUG, origin);
    expect(kept.body).toEqual(first.body);
    const own = ['date', 'server-timing', 'x-cache', 'x-request-id'];
    const common = Object.entries(first.headers).filter(([name]) => !own.includes(name));
    expect(common.length).toBeGreaterThan(10);
    expect(kept.headers).toMatchObject(Object.fromEntries(common));
    expect(kept.headers['access-control-allow-origin']).toBe('*');
    expect(kept.headers['content-security-policy']).toBeDefined();
    expect(kept.headers.vary).not.toMatch(/Origin/);
    expect(kept.headers.vary).toMatch(/Accept-Encoding/);
    expect(kept.headers['cache-control']).toBe('public, max-age=0, s-maxage=0, stale-if-error=600');
  });

  it('is the same for every origin and for none, and is private with a token', async () => {
    await warm(SLUG);
    for (const headers of [{}, { Origin: 'https://new.example' }, { Origin: 'null' }]) {
      const answer = await app.request.get(SLUG).set(headers).expect(200).expect('X-Cache', 'HIT');
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      expect(answer.headers.vary).toBe('Accept-Encoding');
    }
    const asked = { Origin: 'https://new.example', Authorization: 'Bearer x' };
    const { headers } = await app.request.get(SLUG).set(asked);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers.vary).toContain('Origin');
  });

  it('is the same for a question spelled otherwise', async () => {
    await warm(`${LIST}?lang=es&vertical=medicina`);
    const other = await app.request.get(`${LIST}?vertical=medicina&lang=es`).expect(200);
    expect(other.headers['x-cache']).toBe('HIT');
  });

  it('is not sent to a client that has it', async () => {
    const { headers } = await warm(SLUG);
    const { etag = '' } = headers;
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { text, headers: sent } = await app.request
        .get(SLUG)
        .set('If-None-Match', known)
        .expect(304);
      expect(text).toBe('');
      expect(sent.etag).toBe(etag);
      expect(sent['cache-control']).toBeDefined();
    }
    await app.request.get(SLUG).set('If-None-Match', '"other"').expect(200);
  });

  it('is sent compressed to clients that accept it, each encoding with its own ETag', async () => {
    const plain = await raw(SLUG, { 'Accept-Encoding': 'identity' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    const undo = { gzip: gunzipSync, br: brotliDecompressSync };
    const names = new Set([plain.headers.etag]);
    for (const [coding, accepted] of [
      ['br', 'gzip, deflate, br'],
      ['gzip', 'gzip'],
      ['gzip', 'br;q=0, gzip'],
    ] as const) {
      for (let time = 0; time < 3; time += 1) {
        const sent = await raw(SLUG, { 'Accept-Encoding': accepted });
        expect(sent.headers['content-encoding']).toBe(coding);
        expect(undo[coding](sent.body)).toEqual(plain.body);
        names.add(sent.headers.etag);
        const again = await raw(SLUG, {
          'Accept-Encoding': accepted,
          'If-None-Match': sent.headers.etag ?? '',
        });
        expect(again.status).toBe(304);
      }
    }
    expect(names.size).toBe(3);
  });

  it('has no body for HEAD', async () => {
    const { headers } = await warm(SLUG, { 'Accept-Encoding': 'identity' });
    const head = await app.request.head(SLUG).set('Accept-Encoding', 'identity').expect(200);
    expect(head.headers['x-cache']).toBe('HIT');
    expect(head.headers['content-length']).toBe(headers['content-length']);
    expect(head.body).toEqual({});
  });

  it('does not stand in for what is refused', async () => {
    await warm(LIST);
    await app.request.get(`${LIST}?page=0`).expect(400);
    await app.request.post(LIST).expect(405);
  });

  it('is for the public alone', async () => {
    await warm(SLUG);
    const { headers } = await app.request.get(SLUG).set('Authorization', 'Bearer x').expect(200);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers['x-cache']).toBe('MISS');
  });

  it('is made once for all who wait for it', async () => {
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

describe('A read that starts after a write has been answered', () => {
  const ways: [string, (text: string) => Promise<unknown>, (seen: Product) => unknown][] = [
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
      'another document that is shown within',
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

  it.each(ways)('sees it, written by way of %s', async (_, write, seenIn) => {
    for (let time = 0; time < 20; time += 1) {
      await warm(SLUG);
      await write(`v${time}`);
      expect(seenIn(await read())).toBe(`v${time}`);
    }
  });

  it('sees what was not there before, and no longer what is gone', async () => {
    const service = app.strapi.documents(UID);
    for (let time = 0; time < 5; time += 1) {
      await warm(LIST);
      await service.unpublish({ documentId: product, locale: 'es' });
      await app.request.get(SLUG).expect(404);
      expect((await app.request.get(LIST)).body).toEqual({ data: [] });
      await service.publish({ documentId: product, locale: 'es' });
      await app.request.get(SLUG).expect(200);
      expect(((await app.request.get(LIST)).body as { data: unknown[] }).data).toHaveLength(1);
    }
  });

  it('does not see what was taken back', async () => {
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

describe('Without its listening connection', () => {
  it('a node reads from the database until it hears again', async () => {
    await warm(SLUG);
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
