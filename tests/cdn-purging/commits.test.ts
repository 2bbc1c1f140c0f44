import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { tagOf } from '#delivery/http-cache/tags';
import { logIn, signInFirst, type Admin } from '../support/admin';
import { createDatabase, type TestDatabase } from '../support/database';
import { letTimePass } from '../support/dead-jobs';
import { startProcess, type ServiceProcess } from '../support/process';
import { type StandIn, startStandIn } from '../support/stand-in';
import { until } from '../support/until';
import { countsOf } from './support';

/** Tests the path from an edit in the panel to the purge, with failing nodes and caches. */

const PRODUCT = 'api::product.product';
const LIST = `/content-manager/collection-types/${PRODUCT}`;

type Entry = { documentId: string; slug: string };

let database: TestDatabase;
let varnish: StandIn;
let node: ServiceProcess;
let admin: Admin;
let product: Entry;
let other: Entry;

const env = () => ({ DELIVERY_TAG_HEADERS: 'xkey', EDGE_VARNISH: varnish.url });

const addressOf = ({ slug }: Entry): string => `/api/products/productBySlug/${slug}/es`;

const tagsAt = async (path: string): Promise<string[]> => {
  const { headers } = await fetch(`${node.url}${path}`);
  return (headers.get('xkey') ?? '').split(' ').filter((tag) => tag !== 'all');
};

const rename = async (title: string): Promise<void> => {
  const at = `${LIST}/${product.documentId}`;
  const saved = await admin.put(`${at}?locale=es`, { title });
  const published = await admin.post(`${at}/actions/publish?locale=es`, {});
  expect([saved.status, published.status]).toEqual([200, 200]);
};

beforeAll(async () => {
  varnish = await startStandIn();
  database = await createDatabase({ seed: true });
  node = await startProcess({ database, env: env() });
  admin = await signInFirst(node);
  const { body } = await admin.get(`${LIST}?locale=es&sort=id:ASC`);
  [product, other] = body.results as [Entry, Entry];
});

beforeEach(async () => {
  await varnish.answer([]);
  await varnish.empty();
});

afterAll(async () => {
  await node.stop();
  await varnish.stop();
  await database.drop();
});

const arePurged =
  (tags: readonly string[], times: number) =>
  (counts: Record<string, number>): boolean =>
    tags.some((tag) => (counts[tag] ?? 0) >= times);

describe('edit in the panel', () => {
  it('purges the tags of responses with the entry twice, and no others', async () => {
    const tags = await tagsAt(addressOf(product));
    await rename('One');
    const counts = await until(() => countsOf(varnish), arePurged(tags, 2));
    expect(counts.all).toBeUndefined();
    expect(Object.keys(counts)).toContain(tagOf(product.documentId));
    expect(Object.keys(counts)).not.toContain(tagOf(other.documentId));
  });

  it('node killed during a purge – another node with a slow clock purges', async () => {
    const tags = await tagsAt(addressOf(product));
    await varnish.answer([{ kind: 'hang' }]);
    await rename('Two');
    await until(() => countsOf(varnish), arePurged(tags, 1));
    // The cache has received the request, and the node waits for the response.
    await node.kill('SIGKILL');
    await varnish.answer([]);
    await varnish.empty();
    await letTimePass(database);
    const clock = pathToFileURL(path.join(__dirname, 'slow-clock.mjs')).href;
    node = await startProcess({ database, env: { ...env(), NODE_OPTIONS: `--import ${clock}` } });
    await until(() => countsOf(varnish), arePurged(tags, 1));
  });

  it('failing cache – is purged after its recovery', async () => {
    admin = await logIn(node);
    const tags = await tagsAt(addressOf(product));
    await varnish.answer([{ status: 500 }]);
    await rename('Three');
    await until(
      () => varnish.received(),
      ({ length }) => length >= 3,
    );
    await varnish.answer([]);
    await varnish.empty();
    // No further edit triggers this purge.
    await until(() => countsOf(varnish), arePurged(tags, 1));
  });
});
