import { HostDate } from '../support/host';
import { startApp, stopQuietly, type App } from '../support/app';

/** Tests the rate limit of searches by IP address. */

const PER_MINUTE = 5;

let app: App;

beforeAll(async () => {
  app = await startApp({
    seed: true,
    env: { TRUSTED_PROXIES: '1' },
    runtimeEnv: { SEARCHES_PER_MINUTE: String(PER_MINUTE) },
  });
});

afterAll(() => stopQuietly(app));

const search = (q: string, address: string, headers: Record<string, string> = {}) =>
  app.request
    .get('/api/search')
    .query({ lang: 'es', q })
    .set({ 'X-Forwarded-For': address, 'Accept-Language': 'es', ...headers });

const words = ['dolor', 'felina', 'trauma', 'suturas', 'atlas'];

const reachLimit = async (address: string): Promise<void> => {
  for (let at = 0; at < PER_MINUTE; at += 1) {
    await search(`${address} ${at}`, address).expect(200);
  }
};

it('searches over the limit – return 429 with Retry-After', async () => {
  const address = '198.51.100.1';
  await reachLimit(address);
  const { body, headers } = await search('psicología', address).expect(429);
  expect(body).toMatchObject({
    data: null,
    error: { status: 429, details: { code: 'TOO_MANY_REQUESTS' } },
  });
  expect((body as { error: { message: string } }).error.message).toMatch(/[áéíóú]/);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  expect(headers['cache-control']).toBe('no-store');
});

it('limit of one address – does not affect other addresses', async () => {
  await reachLimit('198.51.100.2');
  await search('cardiología', '198.51.100.2').expect(429);
  await search('cardiología', '198.51.100.3').expect(200);
});

it('cached searches – are not counted, and are returned over the limit', async () => {
  const address = '198.51.100.4';
  for (const word of words) await search(word, '198.51.100.5').expect(200);
  for (let times = 0; times < 3; times += 1) {
    for (const word of words) await search(word, address).expect(200);
  }
  await reachLimit(address);
  await search('veterinaria', address).expect(429);
  for (const word of words) await search(word, address).expect(200);
});

it('requests with a token – are counted', async () => {
  const address = '198.51.100.6';
  const authorization = { Authorization: 'Bearer nonsense' };
  for (let at = 0; at < PER_MINUTE; at += 1)
    await search('dolor', address, authorization).expect(200);
  await search('dolor', address, authorization).expect(429);
});

it('stored window with a wrong end – is replaced by a new one', async () => {
  await app.strapi.db.connection.raw(
    `INSERT INTO throttle.hits (key, points, expire)
     VALUES ('search:198.51.100.9', 1000, extract(epoch FROM clock_timestamp())::bigint * 1000 + 3600000)`,
  );
  await reachLimit('198.51.100.9');
  const { headers } = await search('reloj', '198.51.100.9').expect(429);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
});

it('limit reached while the clock is ahead – ends within a minute of the correct clock', async () => {
  const address = '198.51.100.10';
  const now = jest.spyOn(HostDate, 'now').mockImplementation(() => Date.now() + 3_600_000);
  try {
    await reachLimit(address);
    await search('adelantado', address).expect(429);
  } finally {
    now.mockRestore();
  }
  const { headers } = await search('adelantado', address).expect(429);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
});
