import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Client } from 'pg';
import { createDatabase, type TestDatabase } from '../support/database';
import { startProcess, type ServiceProcess } from '../support/process';
import { until } from '../support/until';
import { everything } from './parts';

/** Connection limits do not apply to superusers, so this role has the owner's rights instead. */
const ROLE = `limited_${randomBytes(4).toString('hex')}`;
const PASSWORD = 'a-password';

/** The connections for reads. A third read needs a new connection while two are in use. */
const READS = 3;

/** The service repeats its checks once a second. */
const RECHECK_MS = 2_500;

type Ready = { code: number; parts: Record<string, string> };

describe('GET /_ready – role at its connection limit', () => {
  let database: TestDatabase;
  let administrator: Client;
  let service: ServiceProcess;

  const readReadiness = async (): Promise<Ready> => {
    const answer = await fetch(`${service.url}/_ready`);
    const { parts } = (await answer.json()) as { parts: Record<string, string> };
    return { code: answer.status, parts };
  };

  const read = async (list = 'allProducts'): Promise<number> =>
    (await fetch(`${service.url}/api/products/${list}`)).status;

  /** Limits new connections; open ones remain. */
  const limit = (count: number): Promise<unknown> =>
    administrator.query(`ALTER ROLE ${ROLE} CONNECTION LIMIT ${count}`);

  const count = async (where: string): Promise<number> => {
    const { rows } = await administrator.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename = $1 AND ${where}`,
      [ROLE],
    );
    return rows[0]?.count ?? 0;
  };

  /** Expects a ready node for longer than the result of a check is cached. */
  const expectReady = async (): Promise<void> => {
    const startedAt = performance.now();
    const answers: Ready[] = [];
    await until(
      async () => answers.push(await readReadiness()),
      () => performance.now() - startedAt > RECHECK_MS,
    );
    for (const answer of answers) expect(answer).toEqual({ code: 200, parts: everything });
  };

  /** Waits until only connections are missing. On a busy machine, checks of other parts may be late for a moment. */
  const untilWithoutConnections = (): Promise<Ready> => {
    const expected = { ...everything, connections: 'away' };
    return until(
      readReadiness,
      ({ code, parts }) => code === 503 && isDeepStrictEqual({ ...parts }, expected),
    );
  };

  /** Terminates connections by their application names. */
  const terminate = async (...names: string[]): Promise<void> => {
    await administrator.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE usename = $1 AND application_name = ANY($2)`,
      [ROLE, names],
    );
  };

  beforeAll(async () => {
    database = await createDatabase();
    administrator = new Client({ connectionString: database.url });
    await administrator.connect();
    const { rows } = await administrator.query<{ owner: string }>('SELECT current_user AS owner');
    await administrator.query(
      `CREATE ROLE ${ROLE} LOGIN PASSWORD '${PASSWORD}' IN ROLE ${rows[0]?.owner}`,
    );
    const url = Object.assign(new URL(database.url), { username: ROLE, password: PASSWORD }).href;
    service = await startProcess({
      database: { ...database, url },
      env: {
        DELIVERY_CONNECTIONS: String(READS),
        DELIVERY_CACHE: 'false',
        DELIVERY_DOCUMENT_CACHE: 'false',
        LOG_LEVEL: 'warn',
      },
    });
  });

  afterEach(async () => {
    await limit(-1);
    await until(readReadiness, ({ code }) => code === 200);
  });

  /** Runs a statement in another database of the server; `current` stands for this one. */
  const onServer = async (statement: string): Promise<void> => {
    const adminUrl = new URL(database.url);
    const name = adminUrl.pathname.slice(1);
    adminUrl.pathname = '/postgres';
    const client = new Client({ connectionString: adminUrl.href });
    await client.connect();
    await client.query(statement.replace('current', `"${name}"`));
    await client.end();
  };

  afterAll(async () => {
    await service.kill('SIGKILL');
    await administrator.end();
    await database.drop();
    await onServer(`DROP ROLE ${ROLE}`);
  });

  it('no connection can be opened – returns 503 with connections, and 200 once one can', async () => {
    expect(await read()).toBe(200);
    await limit(2);
    await terminate('education-cms', 'education-cms reads');
    // The connections that monitor the database and its changes remain.
    await untilWithoutConnections();
    expect(await read()).toBe(503);
    expect(service.output()).toContain('health: not ready: connections');

    // This request is the only one, so the node must recover by itself.
    await limit(-1);
    expect(await until(readReadiness, ({ code }) => code === 200)).toEqual({
      code: 200,
      parts: everything,
    });
    expect(await read()).toBe(200);
  });

  it('idle pool – returns 200, and 503 after a read found no connection', async () => {
    expect(await read()).toBe(200);
    await limit(1);
    await terminate('education-cms reads');
    await until(
      () => count(`application_name = 'education-cms reads'`),
      (open) => open === 0,
    );
    await expectReady();

    expect(await read()).toBe(503);
    await untilWithoutConnections();
    await limit(-1);
    await until(readReadiness, ({ code }) => code === 200);
    expect(await read()).toBe(200);
  });

  it.each([
    ['role may not log in', `ALTER ROLE ${ROLE} NOLOGIN`, `ALTER ROLE ${ROLE} LOGIN`],
    [
      'database accepts no connections',
      'ALTER DATABASE current ALLOW_CONNECTIONS false',
      'ALTER DATABASE current ALLOW_CONNECTIONS true',
    ],
  ])('%s – requests return 503 until connections are accepted', async (_name, refuse, accept) => {
    expect(await read()).toBe(200);
    await onServer(refuse);
    try {
      await terminate('education-cms', 'education-cms reads', 'education-cms watch');
      const answers = [
        await fetch(`${service.url}/api/products/allProducts`),
        await fetch(`${service.url}/admin/login`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ email: 'ana@example.com', password: 'a-password' }),
        }),
      ];
      for (const answer of answers) {
        expect([answer.status, await answer.text()]).toEqual([
          503,
          expect.stringContaining('SERVICE_UNAVAILABLE'),
        ]);
        expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
      }
      await until(readReadiness, ({ code }) => code === 503);
    } finally {
      await onServer(accept);
    }
    await until(readReadiness, ({ code }) => code === 200);
    expect(await read()).toBe(200);
    expect(service.output()).toContain('database: it refuses connections: ');
  });

  it('all connections in use – returns 200, although no other can be opened', async () => {
    const holder = new Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE products IN ACCESS EXCLUSIVE MODE');
    const blockedReads = [read('books'), read('courses')];
    await until(
      () => count(`application_name = 'education-cms reads' AND wait_event_type = 'Lock'`),
      (waiting) => waiting === 2,
    );
    await limit(1);
    expect(await read('masters')).toBe(503);
    await expectReady();
    await holder.end();
    expect(await Promise.all(blockedReads)).toEqual([200, 200]);
  });
});
