import { Client } from 'pg';
import { createDatabase, type TestDatabase } from '../support/database';
import { until } from '../support/until';
import {
  launch,
  makeRelease,
  query,
  RELEASE,
  start,
  thisRelease,
  type Node,
  type Release,
} from './release';

/** Short, so that a silent node soon counts as dead. */
const TIMEOUT_SECONDS = 3;
const env = { RELEASE_NODE_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS), LOG_LEVEL: 'info' };

let remover: Release;
let database: TestDatabase;
let nodes: Node[] = [];

const run = async (release: Release): Promise<Node> => {
  const node = await start(release, { database, env });
  nodes.push(node);
  return node;
};

const isThere = async (): Promise<boolean> => {
  const found = await query(
    database,
    `SELECT 1 FROM information_schema.columns WHERE table_name = 'products' AND column_name = 'legacy'`,
  );
  return found.length === 1;
};

const done = (): Promise<{ name: string }[]> =>
  query(database, 'SELECT name FROM releases.removals ORDER BY name');

const minimum = async (): Promise<number | undefined> =>
  (await query<{ minimum: number }>(database, 'SELECT minimum FROM releases.state'))[0]?.minimum;

/** Waits until a node has checked several times for possible removals. */
const looksAgain = async (node: Node): Promise<void> => {
  const [now] = await query<{ time: string }>(database, 'SELECT now()::text AS time');
  await until(
    async () => {
      const seen = await query(
        database,
        `SELECT 1 FROM releases.nodes
       WHERE pid = $1 AND seen_at > $2::timestamptz + make_interval(secs => $3)`,
        [node.pid, now?.time, 2 * TIMEOUT_SECONDS],
      );
      return seen.length === 1;
    },
    Boolean,
    'Several looks',
  );
};

beforeAll(() => {
  remover = makeRelease(RELEASE + 1, ({ write }) => {
    // The second one fails until its table exists.
    write(
      'platform/releases/removals.js',
      `exports.removals = [
        {
          name: 'legacy', oldestRelease: ${RELEASE + 1}, what: 'the column "legacy" of products',
          run: async (sql) => { await sql('ALTER TABLE products DROP COLUMN IF EXISTS legacy'); },
        },
        {
          name: 'other', oldestRelease: ${RELEASE + 1}, what: 'the table "other"',
          run: async (sql) => {
            await sql('DROP TABLE IF EXISTS other');
            await sql('SELECT 1 FROM allowed');
          },
        },
      ];`,
    );
  });
});

beforeEach(async () => {
  database = await createDatabase();
  await query(database, 'ALTER TABLE products ADD COLUMN legacy text');
  await query(database, 'CREATE TABLE other ()');
});

afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  nodes = [];
  await database.drop();
});

afterAll(() => remover.remove());

describe('a removal', () => {
  it('should wait until no older node is left, run once and lock older releases out', async () => {
    const old = await run(thisRelease);
    const [one, two] = [await run(remover), await run(remover)];
    await Promise.all([looksAgain(one), looksAgain(two)]);
    expect(await isThere()).toBe(true);
    expect(await minimum()).toBe(0);

    await old.stop();
    await until(async () => !(await isThere()), Boolean, 'The removal');
    expect(await done()).toEqual([{ name: 'legacy' }]);
    expect(await minimum()).toBe(RELEASE + 1);
    const printed = `${one.output()}${two.output()}`;
    expect(printed.match(/removed the column "legacy" of products/g)).toHaveLength(1);

    const late = await launch(thisRelease, { database, env: { ...env, LOG_LEVEL: 'error' } });
    nodes.push(late);
    expect(await late.ended()).toBe(1);
    expect(late.output()).toContain('has removed the column "legacy" of products');
    await run(remover);
  });

  it('should change nothing when it fails, and be tried again', async () => {
    const node = await run(remover);
    await until(async () => !(await isThere()), Boolean, 'The first removal');
    await until(
      () => node.output().includes('relation "allowed" does not exist'),
      Boolean,
      'A failure',
    );
    expect(await query(database, `SELECT to_regclass('other')::text AS other`)).toEqual([
      { other: 'other' },
    ]);
    expect(await done()).toEqual([{ name: 'legacy' }]);
    await query(database, 'CREATE TABLE allowed ()');
    await until(async () => (await done()).length === 2, Boolean, 'The second removal');
  });

  it('should not wait for a node that was killed', async () => {
    const old = await run(thisRelease);
    old.kill('SIGKILL');
    await old.ended();
    await run(remover);
    await until(async () => !(await isThere()), Boolean, 'The removal');
  });

  it('should end a node that was cut off while it happened', async () => {
    const old = await run(thisRelease);
    old.kill('SIGSTOP');
    await run(remover);
    await until(async () => !(await isThere()), Boolean, 'The removal');
    old.kill('SIGCONT');
    await old.ended();
    expect(old.output()).toContain('this node stops');
  });

  it('should wait for a node that is starting', async () => {
    const old = await run(thisRelease);
    const node = await run(remover);
    const starting = new Client(database.url);
    await starting.connect();
    try {
      await starting.query('SELECT pg_advisory_lock(7423, 1)');
      await old.stop();
      await looksAgain(node);
      expect(await isThere()).toBe(true);
      await starting.query('SELECT pg_advisory_unlock(7423, 1)');
      await until(async () => !(await isThere()), Boolean, 'The removal');
    } finally {
      await starting.end();
    }
  });
});
