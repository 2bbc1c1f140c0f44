import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { startApp } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';
import { createAddresses } from '../support/editing/addresses';
import { ask } from '../support/editing/ask';
import { createLedger } from '../support/editing/ledger';
import { createWriters, makeBadge, type Badge } from '../support/editing/writers';
import { freePort, startProcess, type ServiceProcess } from '../support/process';
import { pick, seededRandom } from '../support/random';
import { describeBehindVarnish, startVarnish, type Varnish } from '../support/varnish';

/**
 * Two nodes behind Varnish, which may keep every answer for a year. Everything is edited at both nodes and
 * read through Varnish at random, while nodes are killed and Varnish is started anew: what is out of date is
 * gone a moment after the change, and all of it two seconds later.
 */

const READS = 20_000;
const COMPARISONS = 4;
const EDITS = 100;

/** How old an answer may be: of a hundred changes in ninety-nine, and ever. */
const MOSTLY_MS = 250;
const EVER_MS = 2_000;

/** How often a node is killed or Varnish started anew, spread over the edits. */
const MISCHIEFS = 15;

/** Between two reads of one reader, so that one machine can carry readers, nodes, database and cache. */
const PAUSE_MS = 10;

/** Where there are more reads than edits to go with them, or writers would hardly have their turn. */
const LONG_PAUSE_MS = 100;

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0;

describeBehindVarnish('Answers through Varnish', () => {
  let database: TestDatabase;
  let pool: Pool;
  let badge: Badge;
  let varnish: Varnish;
  let uncached: ServiceProcess;
  let ports: [number, number];
  let env: Record<string, string>;
  const nodes: ServiceProcess[] = [];
  const random = seededRandom();

  beforeAll(async () => {
    database = await createDatabase({ seed: true });
    const app = await startApp({ database });
    badge = await makeBadge(app);
    await app.stop();
    pool = new Pool({ connectionString: database.url, max: 4 });
    const front = await freePort();
    ports = [await freePort(), await freePort()];
    varnish = await startVarnish(front, ports);
    env = {
      DELIVERY_TAG_HEADERS: 'xkey',
      DELIVERY_S_MAXAGE: '31536000',
      EDGE_VARNISH: varnish.url,
    };
    for (const port of ports) nodes.push(await startProcess({ database, port, env }));
    // Every node has to tell of changes, whoever made them: this one may be the one to do it, too.
    uncached = await startProcess({
      database,
      env: { ...env, DELIVERY_CACHE: 'false', DELIVERY_FRAGMENTS: 'false' },
    });
  });

  afterAll(async () => {
    await pool.end();
    for (const node of [...nodes, uncached]) await node.stop();
    await varnish.stop();
    await database.drop();
  });

  it('are what an uncached read gives, soon after every change', async () => {
    const addresses = createAddresses(pool);
    const ledger = createLedger();
    const differences: string[] = [];
    const late = new Map<string, { lateMs: number; what: string }>();
    const delays: number[] = [];
    const seen = { reads: 0, hits: 0, refused: 0, comparisons: 0, compared: 0 };
    let places = await addresses.all();
    let isBusy = false;
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
        await sleep(seen.reads / READS > edits() / EDITS ? LONG_PAUSE_MS : PAUSE_MS);
        const path = pick(random, places);
        const askedAt = performance.now();
        const answer = await ask(`${varnish.url}${path}`).catch(() => null);
        if (answer === null || answer.status >= 500) {
          seen.refused += 1;
          continue;
        }
        seen.reads += 1;
        if (answer.headers['cache-status'] === '"varnish"; hit') seen.hits += 1;
        for (const { thing, wanted, shown, lateMs } of ledger.staleIn(answer.body, askedAt)) {
          const key = `${thing} ${wanted}`;
          if ((late.get(key)?.lateMs ?? 0) >= lateMs) continue;
          const status = String(answer.headers['cache-status']);
          const what = `${path} (${status}): ${thing} is ${shown}, not ${wanted}, ${lateMs} ms late`;
          late.set(key, { lateMs, what });
        }
      }
    };

    /** How long the machine takes for what takes no time. */
    const clock = async (): Promise<void> => {
      while (!isOver) {
        const since = performance.now();
        await ask(`${uncached.url}/_health`).catch(() => null);
        await sleep(20);
        delays.push(performance.now() - since - 20);
      }
    };

    const compare = async (): Promise<void> => {
      await sleep(EVER_MS + 2 * quantile(delays, 1));
      places = await addresses.all();
      const left = [...places];
      const worker = async (): Promise<void> => {
        for (let path = left.pop(); path !== undefined; path = left.pop()) {
          const wanted = await ask(`${uncached.url}${path}`);
          const got = await ask(`${varnish.url}${path}`);
          seen.compared += 1;
          if (got.status === wanted.status && got.body === wanted.body) continue;
          differences.push(
            `${path} (${String(got.headers['cache-status'])}): ${got.status} ${got.body}\n` +
              `  wanted ${wanted.status} ${wanted.body}`,
          );
        }
      };
      await Promise.all(Array.from({ length: 6 }, worker));
    };

    const comparer = async (): Promise<void> => {
      while (!isOver) {
        await sleep(50);
        const progress = Math.min(seen.reads / READS, edits() / EDITS);
        if (progress * COMPARISONS < seen.comparisons + 1 || isBusy) continue;
        isBusy = true;
        await writers.quietly(compare);
        isBusy = false;
        seen.comparisons += 1;
        isOver = seen.comparisons === COMPARISONS || differences.length > 0;
      }
    };

    const mischief = async (): Promise<void> => {
      let time = 0;
      while (!isOver) {
        await sleep(50);
        if (isBusy || edits() * MISCHIEFS < (time + 1) * EDITS) continue;
        isBusy = true;
        time += 1;
        if (time % 3 === 0) {
          await varnish.restart();
        } else {
          const at = time % 2;
          await nodes[at]?.kill('SIGKILL');
          nodes[at] = await startProcess({ database, port: ports[at] ?? 0, env });
        }
        isBusy = false;
      }
    };

    await Promise.all([
      writers.run(),
      ...Array.from({ length: 6 }, reader),
      clock(),
      comparer(),
      mischief(),
    ]);

    const onTime = Array<number>(Math.max(0, ledger.writes() - late.size)).fill(0);
    const lateness = [...[...late.values()].map(({ lateMs }) => lateMs), ...onTime];
    const machine = { p99: quantile(delays, 0.99), most: quantile(delays, 1) };
    const summary = {
      p50: quantile(lateness, 0.5),
      p99: quantile(lateness, 0.99),
      most: quantile(lateness, 1),
    };
    process.stdout.write(
      `${JSON.stringify({ ...seen, writes: ledger.writes(), late: late.size, lateness: summary, machine, edits: writers.done })}\n`,
    );
    const latest = [...late.values()].sort((a, b) => b.lateMs - a.lateMs).map(({ what }) => what);
    expect(differences.slice(0, 3)).toEqual([]);
    expect(latest.filter((_, at) => summary.most > EVER_MS + 4 * machine.most && at < 5)).toEqual(
      [],
    );
    expect(latest.filter((_, at) => summary.p99 >= MOSTLY_MS + 4 * machine.p99 && at < 5)).toEqual(
      [],
    );
    expect(ledger.writes()).toBeGreaterThan(30);
    expect(seen.hits).toBeGreaterThan(READS / 4);
  });
});
