import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readSettings } from '#index';
import { createApiToken, signIn } from '../support/admin';
import { startApp, type App } from '../support/app';
import { ensureLanguages, pictureFile } from '../support/content';
import { testEnvironment } from '../support/environment';

type ReceivedRequest = { method: string; url: string; headers: IncomingHttpHeaders };

/** Starts a bucket like those created since 2023: it accepts objects, but refuses ACLs. */
const startBucket = async () => {
  const requests: ReceivedRequest[] = [];
  const server: Server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers });
    request.resume();
    request.on('end', () => {
      const refused = headers['x-amz-acl'] !== undefined;
      response.writeHead(refused ? 400 : 200, { 'Content-Type': 'application/xml', ETag: '"x"' });
      response.end(
        refused ? '<Error><Code>AccessControlListNotSupported</Code></Error>' : undefined,
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    asked: requests,
    puts: () => requests.filter(({ method }) => method === 'PUT'),
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

const bucketSettings = (endpoint: string) => ({
  UPLOAD_PROVIDER: 's3',
  S3_BUCKET: 'media',
  S3_REGION: 'eu-west-1',
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
});

const BASE = 'https://media.example.com';

const SLUG = 'in-the-bucket';

/**
 * Uploads a picture with an API token, because sign-ins to the panel are rate limited, across services too.
 */
const upload = async (app: App): Promise<{ id: number; url: string }> => {
  const { status, body } = await app.request
    .post('/api/upload')
    .auth(await createApiToken(app), { type: 'bearer' })
    .attach('files', pictureFile);
  const [file] = body as { id: number; url: string }[];
  if (status !== 201 || file === undefined) throw new Error(`Not uploaded: ${status}`);
  return file;
};

type Media = { url: string; isUrlSigned: boolean };

/** Publishes a product with a picture. Returns its media in the response of the endpoint. */
const publish = async (app: App, cardImage: number): Promise<Media & { formats: unknown }> => {
  await ensureLanguages(app);
  const data = { title: 'x', slug: SLUG, SKU: 'S3-1', payID: 'p', order: 0, cardImage };
  await app.strapi
    .documents('api::product.product')
    .create({ locale: 'es', status: 'published', data } as never);
  const { body } = await app.request.get(`/api/products/productBySlug/${SLUG}/es`).expect(200);
  return (body as { cardImage: Media & { formats: unknown } }).cardImage;
};

describe.each([
  ['private', { S3_PRIVATE: 'true' }, true],
  ['public', { S3_PRIVATE: 'false' }, false],
])('%s bucket that refuses ACLs', (_, env, isPrivate) => {
  let bucket: Awaited<ReturnType<typeof startBucket>>;
  let app: App;

  beforeAll(async () => {
    bucket = await startBucket();
    app = await startApp({ env: { ...bucketSettings(bucket.url), S3_ACL: 'none', ...env } });
  });

  afterAll(async () => {
    await app.stop();
    await bucket.close();
  });

  it('receives no ACL; URLs are signed only for the private bucket', async () => {
    const editor = await signIn(app, 'catalogue-editor');
    const { id } = await editor.upload(pictureFile);
    expect(bucket.puts().length).toBeGreaterThan(1);
    for (const { headers } of bucket.puts()) {
      expect(Object.keys(headers).filter((name) => name.includes('acl'))).toEqual([]);
    }
    const media = await publish(app, id);
    expect(media.isUrlSigned).toBe(isPrivate);
    const address = new URL(media.url);
    expect(address.origin).toBe(bucket.url);
    expect(address.searchParams.has('X-Amz-Signature')).toBe(isPrivate);
    // The media library shows the same file to editors.
    const { body } = await editor.get(`/upload/files/${id}`);
    expect(body.isUrlSigned).toBe(isPrivate);
  });
});

describe('bucket with its own URL', () => {
  let bucket: Awaited<ReturnType<typeof startBucket>>;

  beforeAll(async () => {
    bucket = await startBucket();
  });

  afterAll(() => bucket.close());

  it.each([
    ['signed for a private bucket', 'true'],
    ['unsigned for a public bucket', 'false'],
  ])('is used in responses, %s', async (_title, isPrivate) => {
    const app = await startApp({
      env: {
        ...bucketSettings(bucket.url),
        S3_ACL: 'none',
        S3_BASE_URL: `${BASE}/files/`,
        S3_PRIVATE: isPrivate,
      },
    });
    try {
      const { id, url } = await upload(app);
      const media = await publish(app, id);
      const key = new URL(bucket.puts().at(-1)?.url ?? '', BASE).pathname;
      expect(key).toMatch(/^\/media\//);
      for (const address of [media.url, url]) {
        expect(address).toMatch(/^https:\/\/media\.example\.com\/files\/[\w.-]+\.webp(\?|$)/);
        const { searchParams } = new URL(address);
        expect(searchParams.has('X-Amz-Signature')).toBe(isPrivate === 'true');
        if (isPrivate === 'true') {
          expect(searchParams.get('X-Amz-SignedHeaders')).toBe('host');
          expect(searchParams.get('X-Amz-Expires')).toBe('900');
        }
      }
      expect(media.isUrlSigned).toBe(isPrivate === 'true');
      const thumbnail = (media.formats as { thumbnail: Media }).thumbnail;
      expect(new URL(thumbnail.url).origin).toBe(BASE);
      expect(new URL(thumbnail.url).pathname).toMatch(/^\/files\/thumbnail_/);

      const panel = await app.request.get('/admin/auth/login');
      const policy = String(panel.headers['content-security-policy']);
      for (const directive of ['img-src', 'media-src']) {
        expect(policy).toMatch(new RegExp(`${directive} [^;]*${BASE.replaceAll('.', '\\.')}`));
      }
    } finally {
      await app.stop();
    }
  });
});

describe('bucket without S3_ACL', () => {
  it.each([
    ['true', 'private'],
    ['false', 'public-read'],
  ])('receives the ACL for S3_PRIVATE=%s', async (isPrivate, acl) => {
    const bucket = await startBucket();
    const app = await startApp({ env: { ...bucketSettings(bucket.url), S3_PRIVATE: isPrivate } });
    try {
      const { token } = await signIn(app, 'catalogue-editor');
      await app.request
        .post('/upload')
        .auth(token, { type: 'bearer' })
        .attach('files', pictureFile);
      expect(bucket.puts()[0]?.headers['x-amz-acl']).toBe(acl);
    } finally {
      await app.stop();
      await bucket.close();
    }
  });

  it('unknown S3_ACL – is rejected', () => {
    const environment = testEnvironment({ url: 'postgresql://localhost/x', publicDir: '/x' });
    expect(() =>
      readSettings({ ...environment, ...bucketSettings(BASE), S3_ACL: 'everybody' }),
    ).toThrow(/S3_ACL must be one of none, private/);
  });
});
