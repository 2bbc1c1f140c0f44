import { HostDate } from '../support/host';
import { startApp, stopQuietly, type App } from '../support/app';

/** Tests how often one address may search. */

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

const useUp = async (address: string): Promise<void> => {
  for (let at = 0; at < PER_MINUTE; at += 1) {
    await search(`${address} ${at}`, address).expect(200);
  }
};

it('one address is refused once it has searched too often, with when to come back', async () => {
  const address = '198.51.100.1';
  await useUp(address);
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

it('others go on searching meanwhile', async () => {
  await useUp('198.51.100.2');
  await search('cardiología', '198.51.100.2').expect(429);
  await search('cardiología', '198.51.100.3').expect(200);
});

it('answers that are kept are not counted, and are given to who is refused all others', async () => {
  const address = '198.51.100.4';
  for (const word of words) await search(word, '198.51.100.5').expect(200);
  for (let times = 0; times < 3; times += 1) {
    for (const word of words) await search(word, address).expect(200);
  }
  await useUp(address);
  await search('veterinaria', address).expect(429);
  for (const word of words) await search(word, address).expect(200);
});

it('who shows a token is counted as well', async () => {
  const address = '198.51.100.6';
  const shown = { Authorization: 'Bearer nonsense' };
  for (let at = 0; at < PER_MINUTE; at += 1) await search('dolor', address, shown).expect(200);
  await search('dolor', address, shown).expect(429);
});

it('a window that a node with a wrong clock left behind is begun anew', async () => {
  await app.strapi.db.connection.raw(
    `INSERT INTO throttle.hits (key, points, expire)
     VALUES ('search:198.51.100.9', 1000, extract(epoch FROM clock_timestamp())::bigint * 1000 + 3600000)`,
  );
  await useUp('198.51.100.9');
  const { headers } = await search('reloj', '198.51.100.9').expect(429);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
});

it('who is refused while the clock of the node is ahead is not refused for longer once it is right', async () => {
  const address = '198.51.100.10';
  const now = jest.spyOn(HostDate, 'now').mockImplementation(() => Date.now() + 3_600_000);
  try {
    await useUp(address);
    await search('adelantado', address).expect(429);
  } finally {
    now.mockRestore();
  }
  const { headers } = await search('adelantado', address).expect(429);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
});
