import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { createDatabase, type TestDatabase } from '../support/database';
import { makeNewerRelease } from './newer';
import { launch, query, RELEASE, start, thisRelease, type Node, type Release } from './release';
import { share } from '../support/effort';
import { until } from '../support/until';

const ROUNDS = share(2);
const root = path.resolve(__dirname, '../..');

/** A database without any previous start. */
const createEmptyDatabase = async (): Promise<TestDatabase> => {
  const server = String(process.env.TEST_SERVER_URL);
  const name = `${String(process.env.TEST_RUN)}_${randomBytes(4).toString('hex')}`;
  await query({ url: server }, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  const publicDir = path.join(root, '.tmp/test-public', name);
  mkdirSync(path.join(publicDir, 'uploads'), { recursive: true });
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    publicDir,
    drop: async () => {
      rmSync(publicDir, { recursive: true, force: true });
      await query({ url: server }, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
};

/** The connection that holds the lock of a start, or waits for it. */
const lockers = (database: TestDatabase, granted: boolean): Promise<{ pid: number }[]> =>
  query(
    database,
    `SELECT l.pid FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND a.application_name = 'education-cms start'
       AND a.datname = current_database() AND l.granted = $1`,
    [granted],
  );

let newer: Release;
let database: TestDatabase;
let nodes: Node[] = [];

const begin = async (
  release: Release = thisRelease,
  env: Record<string, string> = {},
): Promise<Node> => {
  const node = await launch(release, { database, env });
  nodes.push(node);
  return node;
};

beforeAll(() => {
  newer = makeNewerRelease();
});

afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  nodes = [];
  await database.drop();
});

afterAll(() => newer.remove());

describe('nodes that start at once', () => {
  it.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
    'should all come up on an empty database, round %i',
    async () => {
      database = await createEmptyDatabase();
      const started = await Promise.all(Array.from({ length: 4 }, () => begin()));
      await Promise.all(started.map((node) => node.ready()));
      for (const node of started) {
        expect((await fetch(`${node.url}/api/products/allProducts`)).status).toBe(200);
      }
    },
  );

  it.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
    'should all come up on an older database, round %i',
    async () => {
      database = await createDatabase();
      const started = await Promise.all([begin(newer), begin(newer), begin(newer), begin()]);
      await Promise.all(started.map((node) => node.ready()));
      const [state] = await query(database, 'SELECT newest, installed FROM releases.state');
      expect(state).toEqual({ newest: RELEASE + 1, installed: RELEASE + 1 });
    },
  );
});

describe('a start', () => {
  beforeEach(async () => {
    database = await createDatabase();
  });

  it('should wait for another one and say so', async () => {
    const holder = new Client(database.url);
    await holder.connect();
    try {
      await holder.query('SELECT pg_advisory_lock(7423, 1)');
      const node = await begin(thisRelease, { LOG_LEVEL: 'warn' });
      await until(
        () => node.output().includes('waiting for another node to finish its start'),
        Boolean,
        'The notice',
      );
      await holder.query('SELECT pg_advisory_unlock(7423, 1)');
      await node.ready();
    } finally {
      await holder.end();
    }
  });

  it('should go on when the one before it is killed half way', async () => {
    // Every start waits for this lock while it has its own, so that the first one cannot finish too soon.
    const holder = new Client(database.url);
    await holder.connect();
    try {
      await holder.query(`SELECT pg_advisory_lock(hashtext('definitions'))`);
      const first = await begin();
      await until(
        async () => (await lockers(database, true)).length === 1,
        Boolean,
        'The first one',
      );
      const second = await begin();
      await until(
        async () => (await lockers(database, false)).length === 1,
        Boolean,
        'The second one',
      );
      first.kill('SIGKILL');
      await holder.query(`SELECT pg_advisory_unlock(hashtext('definitions'))`);
      await second.ready();
    } finally {
      await holder.end();
    }
  });

  it('should take the lock again when its connection is lost', async () => {
    const node = await begin(thisRelease, { LOG_LEVEL: 'warn' });
    const held = async (): Promise<number | undefined> => (await lockers(database, true))[0]?.pid;
    await until(async () => (await held()) !== undefined, Boolean, 'The lock');
    await query(database, 'SELECT pg_terminate_backend($1)', [await held()]);
    await node.ready();
    expect(node.output()).toContain('the connection with the start lock is lost');
    await until(async () => (await held()) === undefined, Boolean, 'The lock to be free');
  });

  it('should leave nothing behind among the nodes when it has stopped', async () => {
    const node = await start(thisRelease, { database });
    const alive = (): Promise<{ pid: number; release: number }[]> =>
      query(database, 'SELECT pid, release FROM releases.nodes');
    expect(await alive()).toEqual([{ pid: node.pid, release: RELEASE }]);
    await node.stop();
    expect(await alive()).toEqual([]);
  });
});
