import { Client } from 'pg';
import { documentsOf } from '../../src/platform/strapi/documents';
import { startApp } from '../support/app';
import { ensureLanguages } from '../support/content';
import { createDatabase, type TestDatabase } from '../support/database';
import { openProxy, type Proxy } from '../support/database-proxy';
import { startProcess, type ServiceProcess } from '../support/process';
import { until } from '../support/until';

/**
 * While the database is unavailable, anonymous callers get cached responses at once, marked, for a limited time. After
 * its return, everything is current.
 */

const WARM = '/api/products/productBySlug/anatomy/es';
const LIST = '/api/products/allProducts';
const COLD = '/api/products/productBySlug/algebra/es';

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
    await documentsOf(app, 'api::product.product').create({
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

const ask = async (path: string, headers = {}, node = service): Promise<TimedResponse> => {
  const began = performance.now();
  const response = await fetch(`${node.url}${path}`, { headers });
  await response.clone().arrayBuffer();
  return {
    status: response.status,
    cache: response.headers.get('x-cache'),
    milliseconds: performance.now() - began,
    response,
  };
};

/** Over an undisturbed connection to the database. */
const rename = async (title: string): Promise<void> => {
  const client = new Client(database.url);
  await client.connect();
  await client.query(`UPDATE products SET title = $1 WHERE slug = 'anatomy'`, [title]);
  await client.end();
};

const titleNow = async (): Promise<string> => {
  const { response } = await ask(WARM);
  return ((await response.json()) as { title: string }).title;
};

const warm = async (node = service): Promise<void> => {
  for (const path of [WARM, LIST]) {
    await until(async () => (await ask(path, {}, node)).cache === 'HIT');
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
] as const)('while the database %s', (_what, disturb) => {
  it('warm public answers go on without one error, and are marked', async () => {
    await warm();
    let isOver = false;
    const seen: TimedResponse[] = [];
    const reader = async (path: string): Promise<void> => {
      while (!isOver) seen.push(await ask(path));
    };
    const readers = Promise.all([WARM, LIST, WARM, LIST].map(reader));
    await disturb();
    await until(async () => (await ask(WARM)).cache === 'STALE');
    const { response } = await ask(WARM, { 'Accept-Encoding': 'identity' });
    expect(response.headers.get('cache-status')).toMatch(
      /^"education-cms"; hit; ttl=-\d+; detail=stale-if-error$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ slug: 'anatomy' });
    // In an encoding that was not requested before.
    expect((await ask(LIST, { 'Accept-Encoding': 'gzip' })).status).toBe(200);
    const { response: known } = await ask(WARM, {
      'If-None-Match': String(response.headers.get('etag')),
    });
    expect(known.status).toBe(304);

    for (const headers of [{ Authorization: 'Bearer x' }]) {
      const own = await ask(WARM, headers);
      expect([own.status, own.cache]).toEqual([503, null]);
    }
    expect((await ask(COLD)).status).toBe(503);

    await until(() => Promise.resolve(seen.filter(({ cache }) => cache === 'STALE').length > 100));
    await proxy.restore();
    // Stale responses are also correct during the recovery.
    await until(() => Promise.resolve(seen.at(-1)?.cache === 'HIT'));
    isOver = true;
    await readers;
    expect(seen.filter(({ status }) => status !== 200)).toEqual([]);
    expect(Math.max(...seen.map(({ milliseconds }) => milliseconds))).toBeLessThan(3_500);
  });

  it('nothing of it is left once the database is back', async () => {
    await warm();
    await disturb();
    await until(async () => (await ask(WARM)).cache === 'STALE');
    const title = `back ${Date.now()}`;
    await rename(title);
    expect(await titleNow()).not.toBe(title);
    await proxy.restore();
    await until(async () => (await ask(WARM)).cache !== 'STALE');
    expect(await titleNow()).toBe(title);
    await rename('anatomy');
  });

  it('they end with the time that is given for them', async () => {
    await warm(shortLived);
    await disturb();
    const began = performance.now();
    await until(async () => (await ask(WARM, {}, shortLived)).cache === 'STALE');
    await until(async () => (await ask(WARM, {}, shortLived)).status === 503);
    // Counted from the last received change.
    expect(performance.now() - began).toBeLessThan((LIMIT_SECONDS + 3) * 1_000);
    expect(performance.now() - began).toBeGreaterThan((LIMIT_SECONDS - 4) * 1_000);
  });
});
