import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { createDatabase, type TestDatabase } from '../support/database';
import { makeNewerRelease } from './newer';
import { launch, query, RELEASE, thisRelease, type Node, type Release } from './release';
import { share } from '../support/effort';
import { until } from '../support/until';

const ROUNDS = share(2);
/** The number of concurrent starts: three, or more with `TEST_EFFORT=1`. */
const CONCURRENT_STARTS = 2 + share(2);
const root = path.resolve(__dirname, '../..');

/** Creates a database without tables. */
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

/** Returns the connections that hold the lock of a start, or wait for it. */
const findLockConnections = (
  database: TestDatabase,
  granted: boolean,
): Promise<{ pid: number }[]> =>
  query(
    database,
    `SELECT l.pid FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND a.application_name = 'education-cms start'
       AND a.datname = current_database() AND l.granted = $1 AND (a.state = 'idle') = $1`,
    [granted],
  );

let newer: Release;
let database: TestDatabase;
let nodes: Node[] = [];

const launchNode = async (
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

describe('concurrent starts', () => {
  it.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
    'empty database – all nodes start, round %i',
    async () => {
      database = await createEmptyDatabase();
      const started = await Promise.all(
        Array.from({ length: CONCURRENT_STARTS }, () => launchNode()),
      );
      await Promise.all(started.map((node) => node.ready()));
      for (const node of started) {
        expect((await fetch(`${node.url}/api/products/allProducts`)).status).toBe(200);
      }
    },
  );

  it.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
    'older database – all nodes start, round %i',
    async () => {
      database = await createDatabase();
      const releases = [...Array.from({ length: CONCURRENT_STARTS - 1 }, () => newer), thisRelease];
      const started = await Promise.all(releases.map((release) => launchNode(release)));
      await Promise.all(started.map((node) => node.ready()));
      const [state] = await query(database, 'SELECT newest, installed FROM releases.state');
      expect(state).toEqual({ newest: RELEASE + 1, installed: RELEASE + 1 });
    },
  );
});

describe('start lock', () => {
  beforeEach(async () => {
    database = await createDatabase();
  });

  it('is released by a killed node, acquired again after a lost connection, and released at the end', async () => {
    // Every start waits for this lock while it holds its own, so that none finishes too soon.
    const lockClient = new Client(database.url);
    await lockClient.connect();
    try {
      await lockClient.query(`SELECT pg_advisory_lock(hashtext('definitions'))`);
      const first = await launchNode();
      const [firstConnection] = await until(
        () => findLockConnections(database, true),
        ({ length }) => length === 1,
        'The lock of the first one',
      );
      const second = await launchNode(thisRelease, { LOG_LEVEL: 'warn' });
      await until(
        () => second.output().includes('waiting for another node to finish its start'),
        Boolean,
        'The notice',
      );
      expect(await findLockConnections(database, false)).toHaveLength(1);

      first.kill('SIGKILL');
      const findLockHolder = async (except?: number): Promise<number | undefined> =>
        (await findLockConnections(database, true)).find(({ pid }) => pid !== except)?.pid;
      const lostConnection = await until(
        () => findLockHolder(firstConnection?.pid),
        Boolean,
        'The lock of the second one',
      );
      await query(database, 'SELECT pg_terminate_backend($1)', [lostConnection]);
      await until(
        () => second.output().includes('the connection that holds the start lock is lost'),
        Boolean,
        'The loss',
      );
      await until(() => findLockHolder(lostConnection), Boolean, 'The lock again');
      await lockClient.query(`SELECT pg_advisory_unlock(hashtext('definitions'))`);
      await second.ready();
      await until(
        async () => (await findLockHolder()) === undefined,
        Boolean,
        'The lock to be free',
      );

      const findOtherNodes = (): Promise<{ pid: number; release: number }[]> =>
        query(database, 'SELECT pid, release FROM releases.nodes WHERE pid <> $1', [first.pid]);
      expect(await findOtherNodes()).toEqual([{ pid: second.pid, release: RELEASE }]);
      await second.stop();
      expect(await findOtherNodes()).toEqual([]);
    } finally {
      await lockClient.end();
    }
  });
});
