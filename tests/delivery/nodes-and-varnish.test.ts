import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { barrierPayload, CHANNEL, parseMessage } from '../../src/delivery/invalidation/channel';
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
 * Two nodes on one database behind Varnish, which may cache every response for a year. They get all kinds of edits and
 * reads at every endpoint, directly and through Varnish. Meanwhile listening connections are cut, nodes are killed and
 * Varnish is restarted. A read that must show a write shows it. Whenever writers pause, every way of reading returns
 * the response of a node without caches.
 */

/** In each round a node is killed and everything is compared once; in every other one Varnish is restarted. */
const ROUNDS = share(6);
/** Reads of a round, at the nodes and through Varnish each. */
const READS = 2_000;
/** Changes of a round. Renamed values contain their age. */
const RENAMES = 5;
const OTHER_EDITS = 7;
const CHANGES = share(60);

/** One machine must run readers, nodes, database and Varnish, and writers need their turn. */
const PAUSE_MS = 15;
const LONG_PAUSE_MS = 100;

const random = seededRandom();
const ledger = createLedger();
let cluster: Cluster;
let writers: Writers;
let addresses: ReturnType<typeof createAddresses>;
let places: string[] = [];

const seen = { node: 0, fromMemory: 0, varnish: 0, fromVarnish: 0, compared: 0 };
/** Values in responses that had to show a write, by reason. */
const owed = { ownNode: 0, otherNode: 0, varnish: 0 };
/** Delay in milliseconds of responses through Varnish, the latest of each write. It is reported, not asserted. */
const late = new Map<string, number>();
const wrong = { stale: new Set<string>(), errors: [] as string[], differences: [] as string[] };

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
  const lateMs = [...late.values()].map(Math.round).sort((one, other) => other - one);
  process.stdout.write(
    `${JSON.stringify({ ...seen, owed, writes: ledger.writes(), lateMs, edits: writers.done })}\n`,
  );
  await cluster.stop();
});

const isFailure = (answer: Answer | null): boolean => answer === null || answer.status >= 500;

const describeAnswer = (answer: Answer | null): string =>
  answer === null ? 'no answer' : `${answer.status} ${answer.body.slice(0, 300)}`;

/** Records stale values of a response; returns how many had to show a write. */
const check = (where: string, body: string, isOwed: IsOwed): number => {
  const found = ledger.check(body, isOwed);
  for (const { thing, shown, wanted, node } of found.stale) {
    wrong.stale.add(`${where}: ${thing} is ${shown}, not ${wanted}, written at ${node}`);
  }
  return found.owed;
};

/** Reads at a node, which must show its own writes and those that it has received. */
const readNode = async (): Promise<{ isHit: boolean }> => {
  const running = [...cluster.nodes.entries()].filter(([, { isDown }]) => !isDown);
  const [at, node] = pick(random, running);
  const { kills, receivedUpTo } = node;
  const path = pick(random, places);
  const askedAt = performance.now();
  const answer = await ask(`${node.process.url}${path}`).catch(() => null);
  if (answer === null || isFailure(answer)) {
    if (node.kills === kills) wrong.errors.push(`${path} at ${at}: ${describeAnswer(answer)}`);
    return { isHit: false };
  }
  seen.node += 1;
  const isHit = answer.headers['x-cache'] === 'HIT';
  if (isHit) seen.fromMemory += 1;
  const where = `${path} at ${at}`;
  owed.ownNode += check(where, answer.body, (write) => write.node === at && write.at <= askedAt);
  owed.otherNode += check(
    where,
    answer.body,
    (write) => write.node !== at && write.at <= receivedUpTo,
  );
  return { isHit };
};

/** Reads through Varnish, which must show every write whose purges are over. */
const readVarnish = async (url: string): Promise<{ isHit: boolean }> => {
  const disruptions = cluster.isDisrupted() ? -1 : cluster.disruptions();
  const purgedUpTo = cluster.purgedUpTo();
  const path = pick(random, places);
  const askedAt = performance.now();
  const answer = await ask(`${url}${path}`).catch(() => null);
  if (answer === null || isFailure(answer)) {
    if (disruptions === cluster.disruptions()) {
      wrong.errors.push(`${path} through Varnish: ${describeAnswer(answer)}`);
    }
    return { isHit: false };
  }
  seen.varnish += 1;
  const status = String(answer.headers['cache-status']);
  const isHit = status === '"varnish"; hit';
  if (isHit) seen.fromVarnish += 1;
  for (const { thing, wanted, at } of ledger.check(answer.body, ({ at }) => at <= askedAt).stale) {
    const key = `${thing} ${wanted}`;
    late.set(key, Math.max(late.get(key) ?? 0, askedAt - at));
  }
  owed.varnish += check(
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
  places = await addresses.all();
  const wanted = new Map<string, Answer>();
  const readUncached = async (path: string): Promise<Answer> => {
    const answer = await ask(`${uncached.url}${path}`);
    wanted.set(path, answer);
    return answer;
  };
  const differs = (got: Answer, { status, body }: Answer): boolean =>
    got.status !== status || got.body !== body;
  const note = (where: string, got: Answer, right: Answer): void => {
    wrong.differences.push(
      `${where}: ${got.status} ${got.body}\n  wanted ${right.status} ${right.body}`,
    );
  };
  const forEachPlace = async (work: (path: string) => Promise<void>): Promise<void> => {
    const left = [...places];
    const worker = async (): Promise<void> => {
      for (let path = left.pop(); path !== undefined; path = left.pop()) await work(path);
    };
    await Promise.all(Array.from({ length: 6 }, worker));
  };

  await forEachPlace(async (path) => {
    const [right, ...answers] = await Promise.all([
      readUncached(path),
      ...nodes.map(({ process }) => ask(`${process.url}${path}`)),
    ]);
    for (const [at, got] of answers.entries()) {
      seen.compared += 1;
      if (differs(got, right)) note(`${path} at ${at}`, got, right);
    }
  });
  if (varnish === null) return;
  await cluster.waitForPurges();
  await forEachPlace(async (path) => {
    const got = await ask(`${varnish.url}${path}`);
    seen.compared += 1;
    const right = wanted.get(path);
    if (right !== undefined && !differs(got, right)) return;
    // Responses may depend on the time of the request.
    const now = await readUncached(path);
    const status = String(got.headers['cache-status']);
    if (differs(got, now)) note(`${path} through Varnish (${status})`, got, now);
  });
};

const runRound = async (round: number): Promise<void> => {
  places = await addresses.all();
  const begun = { edits: writers.edits(), node: seen.node, varnish: seen.varnish };
  const kinds = shuffled(random, [
    // Each kind is executed once on purpose, so that none depends on chance.
    ...(round === 1 ? writers.kinds : []),
    ...Array.from({ length: RENAMES }, () => 'rename' as const),
    ...writers.seldom(OTHER_EDITS),
  ]);
  const { varnish } = cluster;
  let isOver = false;

  const edits = (): number => writers.edits() - begun.edits;

  const read = async (
    where: 'node' | 'varnish',
    readOnce: () => Promise<{ isHit: boolean }>,
  ): Promise<void> => {
    while (!isOver) {
      const { isHit } = await readOnce();
      const isAhead = (seen[where] - begun[where]) / READS > edits() / kinds.length;
      if (isAhead) await sleep(LONG_PAUSE_MS);
      else if (!isHit) await sleep(PAUSE_MS);
    }
  };

  const touch = async (node: Node): Promise<void> => {
    while (!isOver) {
      await cluster.touch(node);
      await sleep(LONG_PAUSE_MS);
    }
  };

  const followPurges = async (): Promise<void> => {
    while (!isOver) await cluster.waitForPurges();
  };

  const disrupt = async (): Promise<void> => {
    const waitForEdits = (count: number): Promise<unknown> => until(edits, (made) => made >= count);
    const killAt = Math.ceil(kinds.length / 2);
    const restartAt = Math.ceil(kinds.length / 4);
    for (let made = 1; made < kinds.length - 1; made += 1) {
      await waitForEdits(made);
      await cluster.cutListeners();
      if (made === restartAt && round % 2 === 0) await cluster.restartVarnish();
      if (made === killAt) await cluster.restartNode(round % 2 === 0 ? 0 : 1);
    }
  };

  const supervise = async (): Promise<void> => {
    await Promise.all([writers.make(kinds), disrupt()]);
    const hasRead = (where: 'node' | 'varnish'): boolean => seen[where] - begun[where] >= READS;
    await until(
      () => hasRead('node') && (varnish === null || hasRead('varnish')),
      (isDone) => isDone,
    );
    isOver = true;
  };

  await Promise.all([
    supervise(),
    ...cluster.nodes.map(touch),
    ...Array.from({ length: 5 }, () => read('node', readNode)),
    ...(varnish === null
      ? []
      : [
          followPurges(),
          ...Array.from({ length: 4 }, () => read('varnish', () => readVarnish(varnish.url))),
        ]),
  ]);
};

describe('Two nodes behind Varnish, edited in every way and disturbed', () => {
  it.each(Array.from({ length: ROUNDS }, (_, at) => at + 1))(
    'GET every address – round %i of edits – shows every write that it has to show, and in the end what an uncached node shows',
    async (round) => {
      await runRound(round);
      await compareAll();
      expect([...wrong.stale].slice(0, 5)).toEqual([]);
      expect(wrong.errors.slice(0, 5)).toEqual([]);
      expect(wrong.differences.slice(0, 3)).toEqual([]);
    },
  );

  it('GET every address – after all rounds – most answers came from memory, and every kind of edit was made', () => {
    expect(Object.keys(writers.done).sort()).toEqual([...writers.kinds].sort());
    expect(ledger.writes()).toBeGreaterThanOrEqual(RENAMES * ROUNDS);
    expect(owed.ownNode).toBeGreaterThan(0);
    expect(owed.otherNode).toBeGreaterThan(0);
    expect(seen.fromMemory).toBeGreaterThan(seen.node / 4);
  });
});

describe('A change in the database', () => {
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

  const titleAt = async (url: string): Promise<{ title: string; answer: Answer }> => {
    const answer = await ask(`${url}/api/products/productBySlug/${slug}/${locale}`);
    return { title: (JSON.parse(answer.body) as { title: string }).title, answer };
  };

  const change = async (): Promise<string> => {
    const title = `title ${(serial += 1)}`;
    await client.query('UPDATE products SET title = $1 WHERE slug = $2 AND locale = $3', [
      title,
      slug,
      locale,
    ]);
    return title;
  };

  /** Returns how many changes have been announced since the last call. */
  const announced = async (): Promise<number> => {
    const barrier = barrierPayload(randomUUID());
    await client.query('SELECT pg_notify($1, $2)', [CHANNEL, barrier]);
    await until(
      () => payloads,
      (all) => all.includes(barrier),
    );
    const changes = payloads.filter((payload) => parseMessage(payload).kind !== 'barrier');
    payloads.length = 0;
    return changes.length;
  };

  const receivedBy = async ({ process }: Node): Promise<number> => {
    const { body } = await ask(`${process.url}/_delivery`);
    return (JSON.parse(body) as { changes: number }).changes;
  };

  it('GET /api/products/productBySlug – as soon as a node has received what was announced – shows the change', async () => {
    const { nodes } = cluster;
    await announced();
    for (let time = 0; time < CHANGES; time += 1) {
      for (const { process } of nodes) {
        await until(
          () => titleAt(process.url),
          ({ answer }) => answer.headers['x-cache'] === 'HIT',
        );
      }
      const before = await Promise.all(nodes.map(receivedBy));
      const title = await change();
      const messages = await announced();
      expect(messages).toBeGreaterThan(0);
      for (const [at, node] of nodes.entries()) {
        const wanted = (before[at] ?? 0) + messages;
        await until(
          () => receivedBy(node),
          (received) => received >= wanted,
        );
        expect((await titleAt(node.process.url)).title).toBe(title);
      }
    }
  });

  describeBehindVarnish('stored by Varnish', () => {
    it('GET /api/products/productBySlug – after the first purge, before the second – shows the change', async () => {
      const { nodes, pool, varnish } = cluster;
      const url = varnish?.url ?? '';
      const later = async (): Promise<boolean> => {
        const { rows } = await pool.query<{ waiting: number }>(
          'SELECT count(DISTINCT due)::int AS waiting FROM edge.purges WHERE due > clock_timestamp()',
        );
        return rows[0]?.waiting === 2;
      };
      let wasBeforeSecond = false;
      while (!wasBeforeSecond) {
        await cluster.waitForPurges();
        await until(
          () => titleAt(url),
          ({ answer }) => answer.headers['cache-status'] === '"varnish"; hit',
        );
        const title = await change();
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
        expect((await titleAt(url)).title).toBe(title);
        wasBeforeSecond = await later();
      }
    });

    it('GET every address through Varnish – after all rounds – most answers came from Varnish', () => {
      expect(owed.varnish).toBeGreaterThan(0);
      expect(seen.fromVarnish).toBeGreaterThan(seen.varnish / 4);
    });
  });
});
