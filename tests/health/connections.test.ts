import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { createDatabase, type TestDatabase } from '../support/database';
import { startProcess, type ServiceProcess } from '../support/process';
import { until } from '../support/until';
import { everything } from './parts';

/** Connection limits apply only to roles that are no superusers; otherwise this one has the owner's rights. */
const ROLE = `limited_${randomBytes(4).toString('hex')}`;
const PASSWORD = 'a-password';

/** Connections for reads: a third one must be opened while two are in use. */
const READS = 3;

/** The service checks again once a second. */
const LOOKED_AGAIN_MS = 2_500;

type Ready = { code: number; parts: Record<string, string> };

describe('/_ready of a node whose role may open no more connections', () => {
  let database: TestDatabase;
  let administrator: Client;
  let service: ServiceProcess;

  const ask = async (): Promise<Ready> => {
    const answer = await fetch(`${service.url}/_ready`);
    const { parts } = (await answer.json()) as { parts: Record<string, string> };
    return { code: answer.status, parts };
  };

  const read = async (list = 'allProducts'): Promise<number> =>
    (await fetch(`${service.url}/api/products/${list}`)).status;

  /** Open connections stay. */
  const limit = (count: number): Promise<unknown> =>
    administrator.query(`ALTER ROLE ${ROLE} CONNECTION LIMIT ${count}`);

  const count = async (where: string): Promise<number> => {
    const { rows } = await administrator.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename = $1 AND ${where}`,
      [ROLE],
    );
    return rows[0]?.count ?? 0;
  };

  /** Expects a ready node for longer than a response is cached. */
  const staysReady = async (): Promise<void> => {
    const began = performance.now();
    const answers: Ready[] = [];
    await until(
      async () => answers.push(await ask()),
      () => performance.now() - began > LOOKED_AGAIN_MS,
    );
    for (const answer of answers) expect(answer).toEqual({ code: 200, parts: everything });
  };

  /** Ends connections by the names that the service gives them. */
  const end = async (...names: string[]): Promise<void> => {
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
    await until(ask, ({ code }) => code === 200);
  });

  afterAll(async () => {
    await service.kill('SIGKILL');
    const own = new URL(database.url);
    own.pathname = '/postgres';
    await administrator.end();
    await database.drop();
    const last = new Client({ connectionString: own.href });
    await last.connect();
    await last.query(`DROP ROLE ${ROLE}`);
    await last.end();
  });

  it('should name connections while none can be opened, and be ready by itself once they can', async () => {
    expect(await read()).toBe(200);
    await limit(2);
    await end('education-cms', 'education-cms reads');
    // The connections that monitor the database and its changes stay.
    expect(await until(ask, ({ code }) => code === 503)).toEqual({
      code: 503,
      parts: { ...everything, connections: 'away' },
    });
    expect(await read()).toBe(503);
    expect(service.output()).toContain('health: not ready: connections');

    // Only this request is sent to the node.
    await limit(-1);
    expect(await until(ask, ({ code }) => code === 200)).toEqual({
      code: 200,
      parts: everything,
    });
    expect(await read()).toBe(200);
  });

  it('should be ready with a pool that is idle, and not once its first read found no connection', async () => {
    expect(await read()).toBe(200);
    await limit(1);
    await end('education-cms reads');
    await until(
      () => count(`application_name = 'education-cms reads'`),
      (open) => open === 0,
    );
    await staysReady();

    expect(await read()).toBe(503);
    expect(await until(ask, ({ code }) => code === 503)).toEqual({
      code: 503,
      parts: { ...everything, connections: 'away' },
    });
    await limit(-1);
    await until(ask, ({ code }) => code === 200);
    expect(await read()).toBe(200);
  });

  it('should be ready while all connections that there are have work, and others cannot be opened', async () => {
    const holder = new Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE products IN ACCESS EXCLUSIVE MODE');
    const held = [read('books'), read('courses')];
    await until(
      () => count(`application_name = 'education-cms reads' AND wait_event_type = 'Lock'`),
      (waiting) => waiting === 2,
    );
    await limit(1);
    expect(await read('masters')).toBe(503);
    await staysReady();
    await holder.end();
    expect(await Promise.all(held)).toEqual([200, 200]);
  });
});
