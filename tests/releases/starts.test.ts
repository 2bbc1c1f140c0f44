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
/** Nodes that start at once: three, or more with `TEST_EFFORT=1`. */
const AT_ONCE = 2 + share(2);
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
       AND a.datname = current_database() AND l.granted = $1 AND (a.state = 'idle') = $1`,
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
      const started = await Promise.all(Array.from({ length: AT_ONCE }, () => begin()));
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
      const releases = [...Array.from({ length: AT_ONCE - 1 }, () => newer), thisRelease];
      const started = await Promise.all(releases.map((release) => begin(release)));
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

  it('should wait for another one, go on when that is killed half way, take its lost lock again, and leave nothing behind', async () => {
    // Every start waits for this lock while it has its own, so that none finishes too soon.
    const holder = new Client(database.url);
    await holder.connect();
    try {
      await holder.query(`SELECT pg_advisory_lock(hashtext('definitions'))`);
      const first = await begin();
      const [held] = await until(
        () => lockers(database, true),
        ({ length }) => length === 1,
        'The lock of the first one',
      );
      const second = await begin(thisRelease, { LOG_LEVEL: 'warn' });
      await until(
        () => second.output().includes('waiting for another node to finish its start'),
        Boolean,
        'The notice',
      );
      expect(await lockers(database, false)).toHaveLength(1);

      first.kill('SIGKILL');
      const taken = async (than?: number): Promise<number | undefined> =>
        (await lockers(database, true)).find(({ pid }) => pid !== than)?.pid;
      const lost = await until(() => taken(held?.pid), Boolean, 'The lock of the second one');
      await query(database, 'SELECT pg_terminate_backend($1)', [lost]);
      await until(
        () => second.output().includes('the connection with the start lock is lost'),
        Boolean,
        'The loss',
      );
      await until(() => taken(lost), Boolean, 'The lock again');
      await holder.query(`SELECT pg_advisory_unlock(hashtext('definitions'))`);
      await second.ready();
      await until(async () => (await taken()) === undefined, Boolean, 'The lock to be free');

      const alive = (): Promise<{ pid: number; release: number }[]> =>
        query(database, 'SELECT pid, release FROM releases.nodes WHERE pid <> $1', [first.pid]);
      expect(await alive()).toEqual([{ pid: second.pid, release: RELEASE }]);
      await second.stop();
      expect(await alive()).toEqual([]);
    } finally {
      await holder.end();
    }
  });
});
