import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Client } from 'pg';
import type { Jobs } from '#platform/jobs';
import { startApp, type App } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';
import { openProxy, type Proxy } from '../support/database-proxy';
import { startProcess, type ServiceProcess } from '../support/process';
import { until } from '../support/until';
import { everything } from './parts';

type Report = { status: string; parts: Record<string, string> };

type Answer = { code: number; report: Report; headers: Headers; text: string };

const readReadiness = async ({ url }: Pick<App, 'url'>, path = '/_ready'): Promise<Answer> => {
  const answer = await fetch(url + path);
  const text = await answer.text();
  return {
    code: answer.status,
    report: (text === '' ? { status: '', parts: {} } : JSON.parse(text)) as Report,
    headers: answer.headers,
    text,
  };
};

/** Repeats the request until the response meets a condition. */
const readUntil = (
  service: Pick<App, 'url'>,
  condition: (answer: Answer) => boolean,
): Promise<Answer> => until(() => readReadiness(service), condition);

/** Waits until only one part is away. On a busy machine, checks of other parts may be late for a moment. */
const readUntilAway = (
  service: Pick<App, 'url'>,
  part: keyof typeof everything,
): Promise<Answer> => {
  const parts = { ...everything, [part]: 'away' };
  return readUntil(service, ({ report }) => isDeepStrictEqual(report.parts, parts));
};

/** The service repeats its checks once a second. */
const RECHECK_MS = 2_500;

describe('/_ready', () => {
  let database: TestDatabase;
  let proxy: Proxy;
  let service: ServiceProcess;

  beforeAll(async () => {
    database = await createDatabase();
    proxy = await openProxy(database.url);
    service = await startProcess({
      database: { ...database, url: proxy.url },
      env: { DATABASE_POOL_MAX: '2', LOG_LEVEL: 'warn', HSTS_INCLUDE_SUBDOMAINS: 'false' },
    });
  });

  afterAll(async () => {
    await service.kill('SIGKILL');
    await proxy.close();
    await database.drop();
  });

  afterEach(async () => {
    await proxy.restore();
    await readUntil(service, ({ code }) => code === 200);
  });

  it('GET /_health – HSTS_INCLUDE_SUBDOMAINS=false – has HSTS without subdomains', async () => {
    const { headers } = await fetch(`${service.url}/_health`);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it('returns 200 with all parts and no-store', async () => {
    const { code, report, headers } = await readReadiness(service);
    expect([code, report]).toEqual([200, { status: 'ready', parts: everything }]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toMatch(/^application\/json/);

    const head = await fetch(`${service.url}/_ready`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('300 concurrent requests – return 200', async () => {
    // On a busy machine, a check may be late for a moment.
    const answers = await until(
      () => Promise.all(Array.from({ length: 300 }, () => readReadiness(service))),
      (all) => all.every(({ code }) => code === 200),
    );
    expect(new Set(answers.map(({ code, text }) => `${code} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ code: 200, report: { status: 'ready', parts: everything } });
  });

  it.each([
    ['cut', 'ECONNREFUSED'],
    ['hang', 'timeout expired'],
  ] as const)(
    'database %s – returns 503 with the part, while /_health returns 204',
    async (how, reason) => {
      await proxy[how]();
      const { code, report, headers, text } = await readUntil(
        service,
        (answer) => answer.report.parts.database === 'away',
      );
      expect([code, report.status]).toEqual([503, 'unavailable']);
      expect(report.parts).toMatchObject({ database: 'away', contracts: 'ok' });
      expect(headers.get('retry-after')).toBe('5');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(text).not.toMatch(/127\.0\.0\.1|postgres|password|ECONN/);
      expect(service.output()).toMatch(new RegExp(`database: unavailable: .*${reason}`));

      await readUntil(service, (answer) => answer.report.parts.changes === 'away');
      for (let time = 0; time < 5; time += 1) {
        // The database still does not respond, and neither endpoint waits for it.
        expect((await readReadiness(service)).code).toBe(503);
        expect((await readReadiness(service, '/_health')).code).toBe(204);
      }
      const head = await fetch(`${service.url}/_ready`, { method: 'HEAD' });
      expect(head.status).toBe(503);

      await proxy.restore();
      await readUntil(service, (answer) => answer.code === 200);
    },
  );

  it('all connections of the pool in use – returns 200', async () => {
    const holder = new Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE up_users IN ACCESS EXCLUSIVE MODE');
    // Logins of different users, because those of one user run one at a time.
    const logins = Array.from({ length: 4 }, (_, index) =>
      service.request
        .post('/api/user-endpoints/login')
        .send({ email: `student${index}@example.com`, password: 'Sunny-Kettle-42' }),
    ).map((login) => login.then(({ status }) => status));
    const countBlocked = async (): Promise<number> => {
      const { rows } = await holder.query<{ count: string }>(
        `SELECT count(*) FROM pg_locks WHERE relation = 'up_users'::regclass AND NOT granted`,
      );
      return Number(rows[0]?.count);
    };
    await until(countBlocked, (count) => count === 2);

    // For longer than the result of a check is cached, while no connection is returned.
    const startedAt = performance.now();
    const codes: number[] = [];
    await until(
      async () => codes.push((await readReadiness(service)).code),
      () => performance.now() - startedAt > RECHECK_MS,
    );
    expect(new Set(codes)).toEqual(new Set([200]));
    expect(await countBlocked()).toBe(2);
    await holder.query('ROLLBACK');
    await holder.end();
    expect(await Promise.all(logins)).toEqual([401, 401, 401, 401]);
  });

  it('lost connection for changes – returns 503 with changes only', async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const stopCutting = new AbortController();
    const cutting = (async () => {
      while (!stopCutting.signal.aborted) {
        await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND application_name = 'education-cms changes'`,
        );
      }
    })();
    const { code, report } = await readUntilAway(service, 'changes');
    stopCutting.abort();
    await cutting;
    await client.end();
    expect([code, report.status]).toEqual([503, 'unavailable']);
  });
});

describe('GET /_ready – jobs', () => {
  let app: App;

  beforeAll(async () => {
    // One of the tests stops the jobs permanently.
    app = await startApp({ own: true });
  });

  afterAll(() => app.stop());

  it('missing table of jobs – returns 503 with jobs', async () => {
    await app.request.get('/_ready').expect(200);
    const { connection } = app.strapi.db;
    await connection.raw('ALTER TABLE jobs.job RENAME TO job_elsewhere');
    const { code, report } = await readUntilAway(app, 'jobs');
    expect([code, report.status]).toEqual([503, 'unavailable']);
    await connection.raw('ALTER TABLE jobs.job_elsewhere RENAME TO job');
    await readUntil(app, ({ code }) => code === 200);
  });

  it('stopped workers – returns 503 with jobs', async () => {
    await app.request.get('/_ready').expect(200);
    await app.strapi.get<Jobs>('jobs').stop();
    const { code, report } = await readUntilAway(app, 'jobs');
    expect([code, report.status]).toEqual([503, 'unavailable']);
  });
});

describe('node with a clock 15 seconds ahead', () => {
  const AHEAD_MS = 15_000;

  let database: TestDatabase;
  let service: ServiceProcess;

  beforeAll(async () => {
    database = await createDatabase();
    service = await startProcess({
      database,
      env: {
        NODE_OPTIONS: `--import ${path.resolve(__dirname, '../support/clock-ahead.mjs')}`,
        CLOCK_AHEAD_MS: String(AHEAD_MS),
        LOG_LEVEL: 'warn',
      },
    });
  });

  afterAll(async () => {
    await service.kill('SIGKILL');
    await database.drop();
  });

  it('GET /_ready – returns 503 with clock, and logs a warning', async () => {
    service.signal('SIGUSR2');
    const { code, report } = await readUntilAway(service, 'clock');
    expect([code, report.status]).toEqual([503, 'unavailable']);
    await until(
      () => Promise.resolve(service.output()),
      (output) =>
        /the clock of this node is 1[45]\.\d s ahead of the clock of the database/.test(output),
    );
  });

  it('GET /_ready – other nodes see the same difference – returns 200, and logs a warning about the database', async () => {
    const other = new Client({
      connectionString: database.url,
      application_name: 'education-cms watch, clock +14900 ms',
    });
    await other.connect();
    await readUntil(service, ({ code }) => code === 200);
    expect(service.output()).toMatch(
      /all nodes see this difference: the clock of the database is wrong/,
    );
    // A node that agrees with the database proves that the clock of this node is wrong.
    await other.query(`SET application_name = 'education-cms watch'`);
    await readUntil(service, ({ code }) => code === 503);
    await other.end();
  });

  it('GET /api/search – rate limit – ends by the clock of the database', async () => {
    expect((await fetch(`${service.url}/api/search?q=suturas`)).status).toBe(200);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ wait: number }>(
      `SELECT (expire - extract(epoch FROM clock_timestamp()) * 1000)::float8 AS wait
       FROM throttle.hits WHERE key LIKE 'search:%'`,
    );
    await client.end();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.wait).toBeLessThanOrEqual(60_000);
  });

  it('GET /api/search – stored window that ends tomorrow – is reset', async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rowCount } = await client.query(
      `UPDATE throttle.hits SET points = 1000000000, expire = expire + 86400000 WHERE key LIKE 'search:%'`,
    );
    await client.end();
    expect(rowCount).toBe(1);
    expect((await fetch(`${service.url}/api/search?q=suturas`)).status).toBe(200);
  });
});
