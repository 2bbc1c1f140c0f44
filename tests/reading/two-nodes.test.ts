import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'node:http';
import { Client } from 'pg';
import { startApp } from '../support/app';
import { addPicture, ensureLanguages } from '../support/content';
import { createDatabase, type TestDatabase } from '../support/database';
import { startProcess, type ServiceProcess } from '../support/process';
import { pick, seededRandom } from '../support/random';

/**
 * Two nodes on one database, edited and read through both at random while listening connections are cut
 * and nodes are killed: no read is older than it may be. On the node that wrote, a read that starts after
 * the write's answer sees it; on the other one soon after.
 */

const READS = 20_000;
const PRODUCTS = 6;

/**
 * How long a change may be on its way to the other node. Measured here it is a few milliseconds; the rest
 * is what a busy machine adds to both ends of the measurement.
 */
const ON_THE_WAY_MS = 400;

let database: TestDatabase;
let token: string;
let products: string[];
let channel: string;
const nodes: ServiceProcess[] = [];

beforeAll(async () => {
  database = await createDatabase({ seed: false });
  const app = await startApp({ database });
  await ensureLanguages(app);
  const logo = await addPicture(app);
  const seo = { author: 'Autora' };
  const documents = (uid: string) => app.strapi.documents(uid as never);
  ({ documentId: channel } = await documents('api::channel.channel').create({
    status: 'published',
    data: {
      name: 'v0',
      slug: 'canal',
      description: 'd',
      type: 'University',
      order: 1,
      logo,
      headVideo: { title: 'v' },
      seo,
    },
  } as never));
  products = [];
  for (let at = 0; at < PRODUCTS; at += 1) {
    const { documentId } = await documents('api::product.product').create({
      locale: 'es',
      status: 'published',
      data: {
        title: 'v0',
        slug: `p-${at}`,
        SKU: `SKU-${at}`,
        payID: 'pay',
        order: at,
        channels: [channel],
        seo,
      },
    } as never);
    products.push(documentId);
  }
  const tokens = app.strapi.service('admin::api-token') as unknown as {
    create: (token: object) => Promise<{ accessKey: string }>;
  };
  const made = await tokens.create({
    name: 'editor',
    description: '',
    type: 'full-access',
    lifespan: null,
  });
  token = made.accessKey;
  await app.stop();
  nodes.push(await startProcess({ database }), await startProcess({ database }));
});

afterAll(async () => {
  for (const node of nodes) await node.stop();
  await database.drop();
});

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

type Answer = { status: number; body: string; cache: string | undefined };

const call = (
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: object; body?: string } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers: { ...headers } }, (res) => {
      let text = '';
      res.setEncoding('utf8');
      res.on('data', (chunk: string) => (text += chunk));
      res.on('end', () => {
        const cache = res.headers['x-cache'];
        resolve({ status: res.statusCode ?? 0, body: text, cache: cache?.toString() });
      });
      res.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** What has been written: each thing's number, by whom, and when the answer came. */
type Write = { value: number; node: number; at: number };

const written = new Map<string, Write[]>();

/** The least number that a read may show which starts now. */
const due = (thing: string, node: number, now: number): number =>
  (written.get(thing) ?? []).reduce(
    (least, write) =>
      write.node === node || write.at + ON_THE_WAY_MS < now ? Math.max(least, write.value) : least,
    0,
  );

const numberOf = (text: unknown): number => Number(String(text).slice(1));

type Shown = { title: string; slug: string; channels: { name: string }[] };

/** The addresses that are read, and the things whose numbers they show. */
const places: { path: string; shows: (body: never) => [string, number][] }[] = [
  ...Array.from({ length: PRODUCTS }, (_, at) => ({
    path: `/api/products/productBySlug/p-${at}/es`,
    shows: ({ title, channels }: Shown): [string, number][] => [
      [`p-${at}`, numberOf(title)],
      ['channel', numberOf(channels[0]?.name)],
    ],
  })),
  {
    path: '/api/products/allProducts',
    shows: ({ data }: { data: Shown[] }): [string, number][] =>
      data.map(({ slug, title }) => [slug, numberOf(title)]),
  },
  {
    path: '/api/channel/canal',
    shows: ({ data }: { data: { name: string; products: Shown[] } }): [string, number][] => [
      ['channel', numberOf(data.name)],
      ...data.products.map(({ slug, title }): [string, number] => [slug, numberOf(title)]),
    ],
  },
];

const random = seededRandom('reads at two nodes');

it('shows nothing older than it may be in 20,000 reads', async () => {
  const down = new Set<number>();
  const stale: string[] = [];
  const seen = { reads: 0, fromMemory: 0, refused: 0, writes: 0 };
  let next = 1;
  const things = Array.from({ length: PRODUCTS + 1 }, (_, at) => at);
  const isOver = (): boolean => seen.reads >= READS;

  /** Each writes things of its own: of two writes at the same instant nobody could say which is the later. */
  const writer = async (mine: number): Promise<void> => {
    while (!isOver()) {
      const node = pick(random, [0, 1]);
      const value = (next += 1);
      const at = pick(
        random,
        things.filter((one) => one % 2 === mine),
      );
      const thing = at === PRODUCTS ? 'channel' : `p-${at}`;
      const [path, data] =
        at === PRODUCTS
          ? [`channels/${channel}`, { name: `v${value}` }]
          : [`products/${String(products[at])}?locale=es`, { title: `v${value}` }];
      const answer = await call(`${String(nodes[node]?.url)}/api/${path}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ data }),
      }).catch(() => null);
      // One that was cut off may have been written or not; either may be seen.
      if (answer?.status !== 200) continue;
      seen.writes += 1;
      written.set(thing, [...(written.get(thing) ?? []), { value, node, at: performance.now() }]);
    }
  };

  const reader = async (): Promise<void> => {
    while (!isOver()) {
      const node = pick(random, [0, 1]);
      if (down.has(node)) {
        await sleep(5);
        continue;
      }
      const { path, shows } = pick(random, places);
      const now = performance.now();
      const least = new Map(
        ['channel', ...products.keys()].map((key) => {
          const thing = key === 'channel' ? key : `p-${key}`;
          return [thing, due(thing, node, now)];
        }),
      );
      const answer = await call(`${String(nodes[node]?.url)}${path}`).catch(() => null);
      if (answer?.status !== 200) {
        seen.refused += 1;
        continue;
      }
      seen.reads += 1;
      if (answer.cache === 'HIT') seen.fromMemory += 1;
      for (const [thing, value] of shows(JSON.parse(answer.body) as never)) {
        const wanted = least.get(thing) ?? 0;
        if (value < wanted) stale.push(`${path} on ${node}: ${thing} is ${value}, not ${wanted}`);
      }
    }
  };

  const mischief = async (): Promise<void> => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    for (let time = 1; !isOver(); time += 1) {
      await sleep(700);
      if (time % 6 === 0) {
        down.add(1);
        await nodes[1]?.kill('SIGKILL');
        nodes[1] = await startProcess({ database });
        down.delete(1);
      } else {
        await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'education-cms changes' AND datname = current_database()`,
        );
      }
    }
    await client.end();
  };

  await Promise.all([writer(0), writer(1), ...Array.from({ length: 8 }, reader), mischief()]);
  expect(stale).toEqual([]);
  expect(seen.writes).toBeGreaterThan(50);
  expect(seen.fromMemory).toBeGreaterThan(READS / 4);
}, 300_000);

it('tells the other node within milliseconds', async () => {
  const path = '/api/products/productBySlug/p-0/es';
  const [first, second] = nodes.map(({ url }) => url);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const delays: number[] = [];
  for (let time = 0; time < 60; time += 1) {
    const title = `t${time}`;
    await call(`${String(second)}${path}`);
    await client.query(`UPDATE products SET title = $1 WHERE slug = 'p-0'`, [title]);
    const committed = performance.now();
    for (;;) {
      const { body } = await call(`${String(pick(random, [first, second]))}${path}`);
      if ((JSON.parse(body) as Shown).title === title) break;
    }
    delays.push(performance.now() - committed);
  }
  await client.end();
  expect(delays.sort((a, b) => a - b)[30]).toBeLessThan(ON_THE_WAY_MS);
});
