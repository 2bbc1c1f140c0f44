import path from 'node:path';
import { Client } from 'pg';
import type { Jobs } from '../../src/platform/jobs';
import { startApp, type App } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';
import { openProxy, type Proxy } from '../support/database-proxy';
import { startProcess, type ServiceProcess } from '../support/process';
import { until } from '../support/until';
import { everything } from './parts';

type Report = { status: string; parts: Record<string, string> };

type Answer = { code: number; report: Report; headers: Headers; text: string };

const ask = async ({ url }: Pick<App, 'url'>, path = '/_ready'): Promise<Answer> => {
  const answer = await fetch(url + path);
  const text = await answer.text();
  return {
    code: answer.status,
    report: (text === '' ? { status: '', parts: {} } : JSON.parse(text)) as Report,
    headers: answer.headers,
    text,
  };
};

/** Repeats the request until the response is as expected. */
const askUntil = (
  service: Pick<App, 'url'>,
  isWanted: (answer: Answer) => boolean,
): Promise<Answer> => until(() => ask(service), isWanted);

/** The service checks again once a second. */
const LOOKED_AGAIN_MS = 2_500;

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
    await askUntil(service, ({ code }) => code === 200);
  });

  it('GET /_health – without subdomains in the settings – asks for https without them', async () => {
    const { headers } = await fetch(`${service.url}/_health`);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it('should name every part that works, and let nobody keep the answer', async () => {
    const { code, report, headers } = await ask(service);
    expect([code, report]).toEqual([200, { status: 'ready', parts: everything }]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toMatch(/^application\/json/);

    const head = await fetch(`${service.url}/_ready`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('should answer however often it is asked', async () => {
    // On a busy machine a part may be late for a moment.
    const answers = await until(
      () => Promise.all(Array.from({ length: 300 }, () => ask(service))),
      (all) => all.every(({ code }) => code === 200),
    );
    expect(new Set(answers.map(({ code, text }) => `${code} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ code: 200, report: { status: 'ready', parts: everything } });
  });

  it.each([
    ['cut', 'ECONNREFUSED'],
    ['hang', 'timeout expired'],
  ] as const)(
    'should say what is away where the database is %s, while /_health says that it is alive',
    async (how, reason) => {
      await proxy[how]();
      const { code, report, headers, text } = await askUntil(
        service,
        (answer) => answer.report.parts.database === 'away',
      );
      expect([code, report.status]).toEqual([503, 'unavailable']);
      expect(report.parts).toMatchObject({ database: 'away', contracts: 'ok' });
      expect(headers.get('retry-after')).toBe('5');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(text).not.toMatch(/127\.0\.0\.1|postgres|password|ECONN/);
      expect(service.output()).toMatch(new RegExp(`database: unavailable: .*${reason}`));

      await askUntil(service, (answer) => answer.report.parts.changes === 'away');
      for (let time = 0; time < 5; time += 1) {
        // The database still does not respond: neither of them waits for it.
        expect((await ask(service)).code).toBe(503);
        expect((await ask(service, '/_health')).code).toBe(204);
      }
      const head = await fetch(`${service.url}/_ready`, { method: 'HEAD' });
      expect(head.status).toBe(503);

      await proxy.restore();
      await askUntil(service, (answer) => answer.code === 200);
    },
  );

  it('should be ready while requests hold every connection of the pool', async () => {
    const holder = new Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE up_users IN ACCESS EXCLUSIVE MODE');
    // Logins of different users, because those of one run one after the other.
    const held = Array.from({ length: 4 }, (_, at) =>
      service.request
        .post('/api/user-endpoints/login')
        .send({ email: `student${at}@example.com`, password: 'Sunny-Kettle-42' }),
    ).map((login) => login.then(({ status }) => status));
    const waiting = async (): Promise<number> => {
      const { rows } = await holder.query<{ count: string }>(
        `SELECT count(*) FROM pg_locks WHERE relation = 'up_users'::regclass AND NOT granted`,
      );
      return Number(rows[0]?.count);
    };
    await until(waiting, (count) => count === 2);

    // For longer than a response is cached, and while no connection is returned.
    const began = performance.now();
    const codes: number[] = [];
    await until(
      async () => codes.push((await ask(service)).code),
      () => performance.now() - began > LOOKED_AGAIN_MS,
    );
    expect(new Set(codes)).toEqual(new Set([200]));
    expect(await waiting()).toBe(2);
    await holder.query('ROLLBACK');
    await holder.end();
    expect(await Promise.all(held)).toEqual([401, 401, 401, 401]);
  });

  it('should name changes alone where only their connection is lost', async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const enough = new AbortController();
    const cutting = (async () => {
      while (!enough.signal.aborted) {
        await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND application_name = 'education-cms changes'`,
        );
      }
    })();
    const { report } = await askUntil(service, ({ code }) => code === 503);
    enough.abort();
    await cutting;
    await client.end();
    expect(report.parts).toEqual({ ...everything, changes: 'away' });
  });
});

describe('/_ready of a node', () => {
  let app: App;

  beforeAll(async () => {
    // One test stops its jobs permanently.
    app = await startApp({ own: true });
  });

  afterAll(() => app.stop());

  it('should name jobs where the queue cannot be looked into', async () => {
    await app.request.get('/_ready').expect(200);
    const { connection } = app.strapi.db;
    await connection.raw('ALTER TABLE jobs.job RENAME TO job_elsewhere');
    const { report } = await askUntil(app, ({ code }) => code === 503);
    expect(report.parts).toEqual({ ...everything, jobs: 'away' });
    await connection.raw('ALTER TABLE jobs.job_elsewhere RENAME TO job');
    await askUntil(app, ({ code }) => code === 200);
  });

  it('should name jobs where nobody does them any more', async () => {
    await app.request.get('/_ready').expect(200);
    await app.strapi.get<Jobs>('jobs').stop();
    const { report } = await askUntil(app, ({ code }) => code === 503);
    expect(report).toEqual({ status: 'unavailable', parts: { ...everything, jobs: 'away' } });
  });
});

describe('a node whose clock is 15 seconds ahead', () => {
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

  it('GET /_ready – 503 with the clock as the reason, a warning in the log', async () => {
    service.signal('SIGUSR2');
    const { report } = await askUntil(service, ({ code }) => code === 503);
    expect(report).toEqual({ status: 'unavailable', parts: { ...everything, clock: 'away' } });
    await until(
      () => Promise.resolve(service.output()),
      (output) =>
        /the clock of this node is 1[45]\.\d s ahead of the clock of the database/.test(output),
    );
  });

  it('GET /_ready – another node sees the same difference – 200, a warning of the database', async () => {
    const other = new Client({
      connectionString: database.url,
      application_name: 'education-cms watch, clock +14900 ms',
    });
    await other.connect();
    await askUntil(service, ({ code }) => code === 200);
    expect(service.output()).toMatch(/all nodes see this difference: its clock is wrong/);
    // A node that agrees with the database proves that this one is wrong.
    await other.query(`SET application_name = 'education-cms watch'`);
    await askUntil(service, ({ code }) => code === 503);
    await other.end();
  });

  it('GET /api/search – limits end by the clock of the database', async () => {
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

  it('GET /api/search – a full window of another node ends tomorrow – it is reset', async () => {
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
