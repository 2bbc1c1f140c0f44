import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { buildBarrierPayload, CHANNEL, parseMessage } from '#delivery/invalidation/channel';
import { createAddresses } from '../support/editing/addresses';
import { ask, type Answer } from '../support/editing/ask';
import { startCluster, type Cluster, type Node } from '../support/editing/cluster';
import { createLedger, type IsOwed } from '../support/editing/ledger';
import { createWriters, type Writers } from '../support/editing/writers';
import { share } from '../support/effort';
import { pick, seededRandom, shuffled } from '../support/random';
import { until } from '../support/until';
import { describeBehindVarnish } from '../support/varnish';

/**
 * Tests two nodes on one database behind Varnish, which may cache every response for a year. They get all
 * kinds of edits and reads at every endpoint, directly and through Varnish. Meanwhile, LISTEN connections are
 * cut, nodes are killed and Varnish is restarted. Each read shows the writes that it must show. When writers
 * pause, each response equals that of a node without caches.
 */

/**
 * In each round, a node is killed and all responses are compared once. In every second round, Varnish is
 * restarted.
 */
const ROUNDS = share(6);
/** Reads of a round, at the nodes and through Varnish each. */
const READS = 2_000;
/** Changes of a round. Renamed values contain their age. */
const RENAMES = 5;
const OTHER_EDITS = 7;
const CHANGES = share(60);

/** One machine runs readers, nodes, database and Varnish, and writers need time, too. */
const PAUSE_MS = 15;
const LONG_PAUSE_MS = 100;

const random = seededRandom();
const ledger = createLedger();
let cluster: Cluster;
let writers: Writers;
let addresses: ReturnType<typeof createAddresses>;
let paths: string[] = [];

const reads = { node: 0, fromMemory: 0, varnish: 0, fromVarnish: 0, compared: 0 };
/** Numbers of values in responses that had to show a write, by reason. */
const owed = { ownNode: 0, otherNode: 0, varnish: 0 };
/**
 * Delay in milliseconds of responses through Varnish, the latest of each write. Delays are reported, not
 * asserted.
 */
const delays = new Map<string, number>();
const failures = { stale: new Set<string>(), errors: [] as string[], differences: [] as string[] };

beforeAll(async () => {
  cluster = await startCluster();
  const { pool, badge } = cluster;
  addresses = createAddresses(pool);
  writers = createWriters({
    database: pool,
    random,
    ledger,
    badge,
    urls: () => cluster.nodes.map(({ process }) => process.url),
  });
});

afterAll(async () => {
  const lateMs = [...delays.values()].map(Math.round).sort((a, b) => b - a);
  process.stdout.write(
    `${JSON.stringify({ ...reads, owed, writes: ledger.writes(), lateMs, edits: writers.done })}\n`,
  );
  await cluster.stop();
});

const isFailure = (answer: Answer | null): boolean => answer === null || answer.status >= 500;

const describeAnswer = (answer: Answer | null): string =>
  answer === null ? 'no answer' : `${answer.status} ${answer.body.slice(0, 300)}`;

/** Records stale values of a response. Returns how many values had to show a write. */
const recordStale = (where: string, body: string, isOwed: IsOwed): number => {
  const result = ledger.check(body, isOwed);
  for (const { thing, shown, wanted, node } of result.stale) {
    failures.stale.add(`${where}: ${thing} is ${shown}, not ${wanted}, written at ${node}`);
  }
  return result.owed;
};

/** Reads from a node, which must show its own writes and those that it has received. */
const readNode = async (): Promise<{ isHit: boolean }> => {
  const running = [...cluster.nodes.entries()].filter(([, { isDown }]) => !isDown);
  const [index, node] = pick(random, running);
  const { kills, receivedUpTo } = node;
  const path = pick(random, paths);
  const requestedAt = performance.now();
  const answer = await ask(`${node.process.url}${path}`).catch(() => null);
  if (answer === null || isFailure(answer)) {
    if (node.kills === kills)
      failures.errors.push(`${path} at ${index}: ${describeAnswer(answer)}`);
    return { isHit: false };
  }
  reads.node += 1;
  const isHit = answer.headers['x-cache'] === 'HIT';
  if (isHit) reads.fromMemory += 1;
  const where = `${path} at ${index}`;
  owed.ownNode += recordStale(
    where,
    answer.body,
    (write) => write.node === index && write.at <= requestedAt,
  );
  owed.otherNode += recordStale(
    where,
    answer.body,
    (write) => write.node !== index && write.at <= receivedUpTo,
  );
  return { isHit };
};

/** Reads through Varnish, which must show every write whose purges are complete. */
const readVarnish = async (url: string): Promise<{ isHit: boolean }> => {
  const disruptions = cluster.isDisrupted() ? -1 : cluster.disruptions();
  const purgedUpTo = cluster.purgedUpTo();
  const path = pick(random, paths);
  const requestedAt = performance.now();
  const answer = await ask(`${url}${path}`).catch(() => null);
  if (answer === null || isFailure(answer)) {
    if (disruptions === cluster.disruptions()) {
      failures.errors.push(`${path} through Varnish: ${describeAnswer(answer)}`);
    }
    return { isHit: false };
  }
  reads.varnish += 1;
  const status = String(answer.headers['cache-status']);
  const isHit = status === '"varnish"; hit';
  if (isHit) reads.fromVarnish += 1;
  for (const { thing, wanted, at } of ledger.check(answer.body, ({ at }) => at <= requestedAt)
    .stale) {
    const key = `${thing} ${wanted}`;
    delays.set(key, Math.max(delays.get(key) ?? 0, requestedAt - at));
  }
  owed.varnish += recordStale(
    `${path} through Varnish (${status})`,
    answer.body,
    ({ at }) => at <= purgedUpTo,
  );
  return { isHit };
};

/** Compares every response with that of a node without caches, while no writes run. */
const compareAll = async (): Promise<void> => {
  const { nodes, uncached, varnish } = cluster;
  for (const node of nodes) await cluster.touch(node);
  paths = await addresses.all();
  const expectedAnswers = new Map<string, Answer>();
  const readUncached = async (path: string): Promise<Answer> => {
    const answer = await ask(`${uncached.url}${path}`);
    expectedAnswers.set(path, answer);
    return answer;
  };
  const differs = (actual: Answer, { status, body }: Answer): boolean =>
    actual.status !== status || actual.body !== body;
  const recordDifference = (where: string, actual: Answer, expected: Answer): void => {
    failures.differences.push(
      `${where}: ${actual.status} ${actual.body}\n  wanted ${expected.status} ${expected.body}`,
    );
  };
  const forEachPath = async (work: (path: string) => Promise<void>): Promise<void> => {
    const remaining = [...paths];
    const worker = async (): Promise<void> => {
      for (let path = remaining.pop(); path !== undefined; path = remaining.pop()) await work(path);
    };
    await Promise.all(Array.from({ length: 6 }, worker));
  };

  await forEachPath(async (path) => {
    const [expected, ...answers] = await Promise.all([
      readUncached(path),
      ...nodes.map(({ process }) => ask(`${process.url}${path}`)),
    ]);
    for (const [index, actual] of answers.entries()) {
      reads.compared += 1;
      if (differs(actual, expected)) recordDifference(`${path} at ${index}`, actual, expected);
    }
  });
  if (varnish === null) return;
  await cluster.waitForPurges();
  await forEachPath(async (path) => {
    const actual = await ask(`${varnish.url}${path}`);
    reads.compared += 1;
    const expected = expectedAnswers.get(path);
    if (expected !== undefined && !differs(actual, expected)) return;
    // Responses may depend on the time of the request.
    const now = await readUncached(path);
    const status = String(actual.headers['cache-status']);
    if (differs(actual, now)) recordDifference(`${path} through Varnish (${status})`, actual, now);
  });
};

const runRound = async (round: number): Promise<void> => {
  paths = await addresses.all();
  const startCounts = { edits: writers.edits(), node: reads.node, varnish: reads.varnish };
  const kinds = shuffled(random, [
    // The first round executes each kind, so that none depends on chance.
    ...(round === 1 ? writers.kinds : []),
    ...Array.from({ length: RENAMES }, () => 'rename' as const),
    ...writers.seldom(OTHER_EDITS),
  ]);
  const { varnish } = cluster;
  let isOver = false;

  const countEdits = (): number => writers.edits() - startCounts.edits;

  const readRepeatedly = async (
    where: 'node' | 'varnish',
    readOnce: () => Promise<{ isHit: boolean }>,
  ): Promise<void> => {
    while (!isOver) {
      const { isHit } = await readOnce();
      const isAhead = (reads[where] - startCounts[where]) / READS > countEdits() / kinds.length;
      if (isAhead) await sleep(LONG_PAUSE_MS);
      else if (!isHit) await sleep(PAUSE_MS);
    }
  };

  const touchRepeatedly = async (node: Node): Promise<void> => {
    while (!isOver) {
      await cluster.touch(node);
      await sleep(LONG_PAUSE_MS);
    }
  };

  const waitForPurgesRepeatedly = async (): Promise<void> => {
    while (!isOver) await cluster.waitForPurges();
  };

  const causeDisruptions = async (): Promise<void> => {
    const waitForEdits = (count: number): Promise<unknown> =>
      until(countEdits, (number) => number >= count);
    const killAt = Math.ceil(kinds.length / 2);
    const restartAt = Math.ceil(kinds.length / 4);
    for (let editCount = 1; editCount < kinds.length - 1; editCount += 1) {
      await waitForEdits(editCount);
      await cluster.cutListeners();
      if (editCount === restartAt && round % 2 === 0) await cluster.restartVarnish();
      if (editCount === killAt) await cluster.restartNode(round % 2 === 0 ? 0 : 1);
    }
  };

  const supervise = async (): Promise<void> => {
    await Promise.all([writers.make(kinds), causeDisruptions()]);
    const hasRead = (where: 'node' | 'varnish'): boolean =>
      reads[where] - startCounts[where] >= READS;
    await until(
      () => hasRead('node') && (varnish === null || hasRead('varnish')),
      (isDone) => isDone,
    );
    isOver = true;
  };

  await Promise.all([
    supervise(),
    ...cluster.nodes.map(touchRepeatedly),
    ...Array.from({ length: 5 }, () => readRepeatedly('node', readNode)),
    ...(varnish === null
      ? []
      : [
          waitForPurgesRepeatedly(),
          ...Array.from({ length: 4 }, () =>
            readRepeatedly('varnish', () => readVarnish(varnish.url)),
          ),
        ]),
  ]);
};

describe('two nodes behind Varnish, with edits and disruptions', () => {
  it.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
    'round %i – each read shows the writes that it must show, and each final response equals that of an uncached node',
    async (round) => {
      await runRound(round);
      await compareAll();
      expect([...failures.stale].slice(0, 5)).toEqual([]);
      expect(failures.errors.slice(0, 5)).toEqual([]);
      expect(failures.differences.slice(0, 3)).toEqual([]);
    },
  );

  it('after all rounds – more than a quarter of the responses came from the cache, and each kind of edit was made', () => {
    expect(Object.keys(writers.done).sort()).toEqual([...writers.kinds].sort());
    expect(ledger.writes()).toBeGreaterThanOrEqual(RENAMES * ROUNDS);
    expect(owed.ownNode).toBeGreaterThan(0);
    expect(owed.otherNode).toBeGreaterThan(0);
    expect(reads.fromMemory).toBeGreaterThan(reads.node / 4);
  });
});

describe('a change in the database', () => {
  let client: Client;
  let slug: string;
  let locale: string;
  let serial = 0;
  const payloads: string[] = [];

  beforeAll(async () => {
    client = new Client({ connectionString: cluster.database.url });
    await client.connect();
    client.on('notification', ({ payload = '' }) => payloads.push(payload));
    await client.query(`LISTEN ${CHANNEL}`);
    const { rows } = await client.query<{ slug: string; locale: string }>(
      'SELECT slug, locale FROM products WHERE published_at IS NOT NULL LIMIT 1',
    );
    [{ slug, locale }] = rows as [{ slug: string; locale: string }];
  });

  afterAll(() => client.end());

  const readTitle = async (url: string): Promise<{ title: string; answer: Answer }> => {
    const answer = await ask(`${url}/api/products/productBySlug/${slug}/${locale}`);
    return { title: (JSON.parse(answer.body) as { title: string }).title, answer };
  };

  const changeTitle = async (): Promise<string> => {
    const title = `title ${(serial += 1)}`;
    await client.query('UPDATE products SET title = $1 WHERE slug = $2 AND locale = $3', [
      title,
      slug,
      locale,
    ]);
    return title;
  };

  /** Returns the number of changes announced since the last call. */
  const countAnnounced = async (): Promise<number> => {
    const barrier = buildBarrierPayload(randomUUID());
    await client.query('SELECT pg_notify($1, $2)', [CHANNEL, barrier]);
    await until(
      () => payloads,
      (all) => all.includes(barrier),
    );
    const changes = payloads.filter((payload) => parseMessage(payload).kind !== 'barrier');
    payloads.length = 0;
    return changes.length;
  };

  const countReceived = async ({ process }: Node): Promise<number> => {
    const { body } = await ask(`${process.url}/_delivery`);
    return (JSON.parse(body) as { changes: number }).changes;
  };

  it('node that received the announcement – shows the change', async () => {
    const { nodes } = cluster;
    await countAnnounced();
    for (let time = 0; time < CHANGES; time += 1) {
      for (const { process } of nodes) {
        await until(
          () => readTitle(process.url),
          ({ answer }) => answer.headers['x-cache'] === 'HIT',
        );
      }
      const before = await Promise.all(nodes.map(countReceived));
      const title = await changeTitle();
      const messages = await countAnnounced();
      expect(messages).toBeGreaterThan(0);
      for (const [index, node] of nodes.entries()) {
        const expectedCount = (before[index] ?? 0) + messages;
        await until(
          () => countReceived(node),
          (received) => received >= expectedCount,
        );
        expect((await readTitle(node.process.url)).title).toBe(title);
      }
    }
  });

  describeBehindVarnish('behind Varnish', () => {
    it('after the first purge, before the second – shows the change', async () => {
      const { nodes, pool, varnish } = cluster;
      const url = varnish?.url ?? '';
      const hasTwoPendingPurges = async (): Promise<boolean> => {
        const { rows } = await pool.query<{ waiting: number }>(
          'SELECT count(DISTINCT due)::int AS waiting FROM edge.purges WHERE due > clock_timestamp()',
        );
        return rows[0]?.waiting === 2;
      };
      let wasBeforeSecond = false;
      while (!wasBeforeSecond) {
        await cluster.waitForPurges();
        await until(
          () => readTitle(url),
          ({ answer }) => answer.headers['cache-status'] === '"varnish"; hit',
        );
        const title = await changeTitle();
        for (const node of nodes) await cluster.touch(node);
        await until(
          async () => {
            const { rows } = await pool.query<{ isOver: boolean }>(
              `SELECT NOT EXISTS (SELECT FROM delivery.changes) AND NOT EXISTS (
                 SELECT FROM edge.purges WHERE due <= statement_timestamp()) AS "isOver"`,
            );
            return rows[0]?.isOver;
          },
          (isOver) => isOver === true,
        );
        expect((await readTitle(url)).title).toBe(title);
        wasBeforeSecond = await hasTwoPendingPurges();
      }
    });

    it('after all rounds – more than a quarter of the responses came from Varnish', () => {
      expect(owed.varnish).toBeGreaterThan(0);
      expect(reads.fromVarnish).toBeGreaterThan(reads.varnish / 4);
    });
  });
});
