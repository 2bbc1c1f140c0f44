import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { startApp } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';
import { createAddresses } from '../support/editing/addresses';
import { ask } from '../support/editing/ask';
import { createLedger } from '../support/editing/ledger';
import { createWriters, makeBadge, type Badge } from '../support/editing/writers';
import { startProcess, type ServiceProcess } from '../support/process';
import { pick, seededRandom } from '../support/random';

/**
 * Two nodes on one database, edited in every way and read at every endpoint at random, while listening
 * connections are cut and nodes are killed: no read is older than it may be. On the node that wrote, a
 * read that starts after the write's answer sees it; on the other one soon after. Whenever writers pause,
 * both nodes answer everything exactly as a third one does that keeps nothing in memory.
 */

const READS = 20_000;
const COMPARISONS = 5;
const EDITS = 120;

/** How often a node is killed, spread over the edits. Between, connections are cut. */
const KILLS = 12;

/** Writes whose number the running reads look for, and kinds of edit: of both there are enough before it ends. */
const FOLLOWED = 50;
const KINDS = 20;

/** After a read that was no hit. */
const PAUSE_MS = 20;

/** Where there are more reads than edits to go with them, or writers would hardly have their turn at a node that is read. */
const LONG_PAUSE_MS = 100;

/**
 * How long a change may be on its way to the other node. Measured here it is a few milliseconds; the rest
 * is what a busy machine adds to both ends of the measurement.
 */
const ON_THE_WAY_MS = 400;

let database: TestDatabase;
let pool: Pool;
let badge: Badge;
let uncached: ServiceProcess;
const nodes: ServiceProcess[] = [];

beforeAll(async () => {
  database = await createDatabase({ seed: true });
  const app = await startApp({ database });
  badge = await makeBadge(app);
  await app.stop();
  pool = new Pool({ connectionString: database.url, max: 4 });
  nodes.push(await startProcess({ database }), await startProcess({ database }));
  uncached = await startProcess({
    database,
    env: { DELIVERY_CACHE: 'false', DELIVERY_FRAGMENTS: 'false' },
  });
});

afterAll(async () => {
  await pool.end();
  for (const node of [...nodes, uncached]) await node.stop();
  await database.drop();
});

const random = seededRandom();

it('shows nothing older than it may be in 20,000 reads, and what an uncached read shows', async () => {
  const addresses = createAddresses(pool);
  const ledger = createLedger();
  const down = new Set<number>();
  const stale: string[] = [];
  const differences: string[] = [];
  const seen = { reads: 0, fromMemory: 0, refused: 0, comparisons: 0, compared: 0 };
  let places = await addresses.all();
  let isOver = false;
  const writers = createWriters({
    database: pool,
    random,
    ledger,
    badge,
    urls: () => nodes.map(({ url }) => url),
    isOver: () => isOver,
  });

  const edits = (): number => Object.values(writers.done).reduce((sum, times) => sum + times, 0);

  const reader = async (): Promise<void> => {
    while (!isOver) {
      const node = pick(random, [0, 1]);
      if (down.has(node)) {
        await sleep(5);
        continue;
      }
      const path = pick(random, places);
      const askedAt = performance.now();
      const answer = await ask(`${String(nodes[node]?.url)}${path}`).catch(() => null);
      if (answer === null || answer.status >= 500) {
        seen.refused += 1;
        continue;
      }
      seen.reads += 1;
      const isHit = answer.headers['x-cache'] === 'HIT';
      if (isHit) seen.fromMemory += 1;
      if (seen.reads / READS > edits() / EDITS) await sleep(LONG_PAUSE_MS);
      else if (!isHit) await sleep(PAUSE_MS);
      for (const { thing, shown, wanted, lateMs, node: writer } of ledger.staleIn(
        answer.body,
        askedAt,
      )) {
        if (writer !== node && lateMs < ON_THE_WAY_MS) continue;
        stale.push(
          `${path} on ${node}: ${thing} is ${shown}, not ${wanted} of ${writer}, ${lateMs} ms late`,
        );
      }
    }
  };

  const compare = async (): Promise<void> => {
    await sleep(ON_THE_WAY_MS);
    places = await addresses.all();
    const left = [...places];
    const worker = async (): Promise<void> => {
      for (let path = left.pop(); path !== undefined; path = left.pop()) {
        const wanted = await ask(`${uncached.url}${path}`);
        for (const [at, { url }] of nodes.entries()) {
          const got = await ask(`${url}${path}`);
          seen.compared += 1;
          if (got.status === wanted.status && got.body === wanted.body) continue;
          differences.push(
            `${path} on ${at}: ${got.status} ${got.body}\n  wanted ${wanted.status} ${wanted.body}`,
          );
        }
      }
    };
    await Promise.all(Array.from({ length: 6 }, worker));
  };

  const comparer = async (): Promise<void> => {
    while (!isOver) {
      await sleep(50);
      const progress = Math.min(seen.reads / READS, edits() / EDITS);
      if (progress * COMPARISONS < seen.comparisons + 1 || down.size > 0) continue;
      down.add(-1);
      await writers.quietly(compare);
      down.delete(-1);
      seen.comparisons += 1;
      const isEnough =
        seen.comparisons >= COMPARISONS &&
        ledger.writes() > FOLLOWED &&
        Object.keys(writers.done).length === KINDS;
      isOver = isEnough || differences.length > 0;
    }
  };

  const mischief = async (): Promise<void> => {
    let kills = 0;
    while (!isOver) {
      await sleep(700);
      if (down.size > 0) continue;
      if (edits() * KILLS >= (kills + 1) * EDITS) {
        kills += 1;
        down.add(1);
        await nodes[1]?.kill('SIGKILL');
        nodes[1] = await startProcess({ database });
        down.delete(1);
      } else {
        await pool.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'education-cms changes' AND datname = current_database()`,
        );
      }
    }
  };

  await Promise.all([writers.run(), ...Array.from({ length: 8 }, reader), comparer(), mischief()]);
  process.stdout.write(`${JSON.stringify({ ...seen, edits: writers.done })}\n`);
  expect(stale).toEqual([]);
  expect(differences.slice(0, 3)).toEqual([]);
  expect(ledger.writes()).toBeGreaterThan(FOLLOWED);
  expect(seen.fromMemory).toBeGreaterThan(READS / 4);
  // Every kind of edit has been made.
  expect(Object.keys(writers.done)).toHaveLength(KINDS);
});

it('tells the other node within milliseconds', async () => {
  const [first, second] = nodes.map(({ url }) => url);
  const { rows } = await pool.query<{ slug: string; locale: string }>(
    'SELECT slug, locale FROM products WHERE published_at IS NOT NULL LIMIT 1',
  );
  const [{ slug, locale }] = rows as [{ slug: string; locale: string }];
  const path = `/api/products/productBySlug/${slug}/${locale}`;
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const delays: number[] = [];
  for (let time = 0; time < 60; time += 1) {
    const title = `t${time}`;
    await ask(`${String(second)}${path}`);
    await client.query('UPDATE products SET title = $1 WHERE slug = $2 AND locale = $3', [
      title,
      slug,
      locale,
    ]);
    const committed = performance.now();
    for (;;) {
      const { body } = await ask(`${String(pick(random, [first, second]))}${path}`);
      if ((JSON.parse(body) as { title: string }).title === title) break;
    }
    delays.push(performance.now() - committed);
  }
  await client.end();
  expect(delays.sort((a, b) => a - b)[30]).toBeLessThan(ON_THE_WAY_MS);
});
