import { Client } from 'pg';
import { getDocumentService } from '#platform/strapi/documents';
import { startApp } from '../support/app';
import { ensureLanguages } from '../support/content';
import { createDatabase, type TestDatabase } from '../support/database';
import { openProxy, type Proxy } from '../support/database-proxy';
import { startProcess, type ServiceProcess } from '../support/process';
import { until } from '../support/until';

/**
 * While the database is unavailable, anonymous callers get cached responses marked as stale, for a limited time. After
 * its return, responses are current.
 */

const CACHED = '/api/products/productBySlug/anatomy/es';
const LIST = '/api/products/allProducts';
const UNCACHED = '/api/products/productBySlug/algebra/es';

const LIMIT_SECONDS = 6;

let database: TestDatabase;
let proxy: Proxy;
let service: ServiceProcess;
let shortLived: ServiceProcess;

beforeAll(async () => {
  database = await createDatabase();
  const app = await startApp({ database });
  await ensureLanguages(app);
  for (const slug of ['anatomy', 'algebra']) {
    await getDocumentService(app, 'api::product.product').create({
      locale: 'es',
      status: 'published',
      data: { title: slug, slug, SKU: slug.toUpperCase(), payID: 'pay', seo: { author: 'A' } },
    });
  }
  await app.stop();
  proxy = await openProxy(database.url);
  const env = { DATABASE_URL: proxy.url, DATABASE_TIMEOUT_MS: '2000' };
  service = await startProcess({ database, env });
  shortLived = await startProcess({
    database,
    env: { ...env, DELIVERY_STALE_IF_ERROR: String(LIMIT_SECONDS) },
  });
});

afterAll(async () => {
  await proxy.restore();
  await service.stop();
  await shortLived.stop();
  await proxy.close();
  await database.drop();
});

type TimedResponse = {
  status: number;
  cache: string | null;
  milliseconds: number;
  response: Response;
};

const read = async (path: string, headers = {}, node = service): Promise<TimedResponse> => {
  const startedAt = performance.now();
  const response = await fetch(`${node.url}${path}`, { headers });
  await response.clone().arrayBuffer();
  return {
    status: response.status,
    cache: response.headers.get('x-cache'),
    milliseconds: performance.now() - startedAt,
    response,
  };
};

/** Renames the product over a connection without the proxy. */
const rename = async (title: string): Promise<void> => {
  const client = new Client(database.url);
  await client.connect();
  await client.query(`UPDATE products SET title = $1 WHERE slug = 'anatomy'`, [title]);
  await client.end();
};

const readTitle = async (): Promise<string> => {
  const { response } = await read(CACHED);
  return ((await response.json()) as { title: string }).title;
};

const fillCache = async (node = service): Promise<void> => {
  for (const path of [CACHED, LIST]) {
    await until(async () => (await read(path, {}, node)).cache === 'HIT');
  }
};

afterEach(async () => {
  await proxy.restore();
  await until(async () => (await fetch(`${service.url}/_ready`)).ok);
  await until(async () => (await fetch(`${shortLived.url}/_ready`)).ok);
});

describe.each([
  ['has been stopped', () => proxy.cut()],
  ['does not answer', () => proxy.hang()],
] as const)('database %s', (_what, disturb) => {
  it('cached public responses – are served without errors, and marked as stale', async () => {
    await fillCache();
    let isOver = false;
    const responses: TimedResponse[] = [];
    const reader = async (path: string): Promise<void> => {
      while (!isOver) responses.push(await read(path));
    };
    const readers = Promise.all([CACHED, LIST, CACHED, LIST].map(reader));
    await disturb();
    await until(async () => (await read(CACHED)).cache === 'STALE');
    const { response } = await read(CACHED, { 'Accept-Encoding': 'identity' });
    expect(response.headers.get('cache-status')).toMatch(
      /^"education-cms"; hit; ttl=-\d+; detail=stale-if-error$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ slug: 'anatomy' });
    // This encoding was not requested before.
    expect((await read(LIST, { 'Accept-Encoding': 'gzip' })).status).toBe(200);
    const { response: notModified } = await read(CACHED, {
      'If-None-Match': String(response.headers.get('etag')),
    });
    expect(notModified.status).toBe(304);

    for (const headers of [{ Authorization: 'Bearer x' }]) {
      const authenticated = await read(CACHED, headers);
      expect([authenticated.status, authenticated.cache]).toEqual([503, null]);
    }
    expect((await read(UNCACHED)).status).toBe(503);

    await until(() =>
      Promise.resolve(responses.filter(({ cache }) => cache === 'STALE').length > 100),
    );
    await proxy.restore();
    // Stale responses are also correct during the recovery.
    await until(() => Promise.resolve(responses.at(-1)?.cache === 'HIT'));
    isOver = true;
    await readers;
    expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
    expect(Math.max(...responses.map(({ milliseconds }) => milliseconds))).toBeLessThan(3_500);
  });

  it('responses after the recovery – are current', async () => {
    await fillCache();
    await disturb();
    await until(async () => (await read(CACHED)).cache === 'STALE');
    const title = `back ${Date.now()}`;
    await rename(title);
    expect(await readTitle()).not.toBe(title);
    await proxy.restore();
    await until(async () => (await read(CACHED)).cache !== 'STALE');
    expect(await readTitle()).toBe(title);
    await rename('anatomy');
  });

  it('stale responses – end after DELIVERY_STALE_IF_ERROR', async () => {
    await fillCache(shortLived);
    await disturb();
    const startedAt = performance.now();
    await until(async () => (await read(CACHED, {}, shortLived)).cache === 'STALE');
    await until(async () => (await read(CACHED, {}, shortLived)).status === 503);
    // Counted from the last change received from the database.
    expect(performance.now() - startedAt).toBeLessThan((LIMIT_SECONDS + 3) * 1_000);
    expect(performance.now() - startedAt).toBeGreaterThan((LIMIT_SECONDS - 4) * 1_000);
  });
});
