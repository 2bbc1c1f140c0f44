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

/** A short timeout, so that an unresponsive node soon counts as dead. */
const TIMEOUT_SECONDS = 3;
const env = { RELEASE_NODE_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS), LOG_LEVEL: 'info' };

let remover: Release;
let database: TestDatabase;
let nodes: Node[] = [];

const startNode = async (release: Release): Promise<Node> => {
  const node = await start(release, { database, env });
  nodes.push(node);
  return node;
};

const hasLegacyColumn = async (): Promise<boolean> => {
  const columns = await query(
    database,
    `SELECT 1 FROM information_schema.columns WHERE table_name = 'products' AND column_name = 'legacy'`,
  );
  return columns.length === 1;
};

const readRemovals = (): Promise<{ name: string }[]> =>
  query(database, 'SELECT name FROM releases.removals ORDER BY name');

const readMinimum = async (): Promise<number | undefined> =>
  (await query<{ minimum: number }>(database, 'SELECT minimum FROM releases.state'))[0]?.minimum;

/** Waits until a node has checked several times whether it may remove something. */
const untilCheckedAgain = async (node: Node): Promise<void> => {
  const [now] = await query<{ time: string }>(database, 'SELECT now()::text AS time');
  await until(
    async () => {
      const rows = await query(
        database,
        `SELECT 1 FROM releases.nodes
       WHERE pid = $1 AND seen_at > $2::timestamptz + make_interval(secs => $3)`,
        [node.pid, now?.time, 2 * TIMEOUT_SECONDS],
      );
      return rows.length === 1;
    },
    Boolean,
    'Several looks',
  );
};

beforeAll(() => {
  remover = makeRelease(RELEASE + 1, ({ write }) => {
    // The second removal fails until its table exists.
    write(
      'platform/releases/removals.js',
      `exports.removals = [
        {
          name: 'legacy', oldestRelease: ${RELEASE + 1}, description: 'the column "legacy" of products',
          run: async (sql) => { await sql('ALTER TABLE products DROP COLUMN IF EXISTS legacy'); },
        },
        {
          name: 'other', oldestRelease: ${RELEASE + 1}, description: 'the table "other"',
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

describe('removal', () => {
  it('waits for older nodes and starts to end, runs once, and then refuses starts of older releases', async () => {
    const oldNode = await startNode(thisRelease);
    const [one, two] = [await startNode(remover), await startNode(remover)];
    await Promise.all([untilCheckedAgain(one), untilCheckedAgain(two)]);
    expect(await hasLegacyColumn()).toBe(true);
    expect(await readMinimum()).toBe(0);

    // A starting node holds this lock until its start is complete.
    const startLock = new Client(database.url);
    await startLock.connect();
    try {
      await startLock.query('SELECT pg_advisory_lock(7423, 1)');
      await oldNode.stop();
      await Promise.all([untilCheckedAgain(one), untilCheckedAgain(two)]);
      expect(await hasLegacyColumn()).toBe(true);
    } finally {
      await startLock.end();
    }
    await until(async () => !(await hasLegacyColumn()), Boolean, 'The removal');
    expect(await readMinimum()).toBe(RELEASE + 1);
    const output = (): string => `${one.output()}${two.output()}`;
    expect(output().match(/removed the column "legacy" of products/g)).toHaveLength(1);

    const lateNode = await launch(thisRelease, { database, env: { ...env, LOG_LEVEL: 'error' } });
    nodes.push(lateNode);
    expect(await lateNode.ended()).toBe(1);
    expect(lateNode.output()).toContain('has removed the column "legacy" of products');
    await startNode(remover);

    // A failed removal changes nothing and is retried.
    await until(() => output().includes('relation "allowed" does not exist'), Boolean, 'A failure');
    expect(await query(database, `SELECT to_regclass('other')::text AS other`)).toEqual([
      { other: 'other' },
    ]);
    expect(await readRemovals()).toEqual([{ name: 'legacy' }]);
    await query(database, 'CREATE TABLE allowed ()');
    await until(async () => (await readRemovals()).length === 2, Boolean, 'The second removal');
  });

  it('killed and frozen older nodes – do not block the removal; the frozen one stops when it continues', async () => {
    const [killedNode, frozenNode] = [await startNode(thisRelease), await startNode(thisRelease)];
    killedNode.kill('SIGKILL');
    await killedNode.ended();
    frozenNode.kill('SIGSTOP');
    await startNode(remover);
    await until(async () => !(await hasLegacyColumn()), Boolean, 'The removal');
    frozenNode.kill('SIGCONT');
    await frozenNode.ended();
    expect(frozenNode.output()).toContain('this node stops');
  });
});
