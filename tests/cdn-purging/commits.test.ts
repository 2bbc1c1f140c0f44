import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { tagOf } from '../../src/delivery/http-cache/tags';
import { logIn, signInFirst, type Admin } from '../support/admin';
import { createDatabase, type TestDatabase } from '../support/database';
import { letTimePass } from '../support/dead-jobs';
import { startProcess, type ServiceProcess } from '../support/process';
import { type StandIn, startStandIn } from '../support/stand-in';
import { until } from '../support/until';
import { countsOf } from './support';

/** Tests from an edit in the panel to the purge, whatever happens to the nodes. */

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

describe('an edit', () => {
  it('should have the answers dropped that show what was edited, twice, and no others', async () => {
    const shown = await tagsAt(addressOf(product));
    await rename('One');
    const counts = await until(() => countsOf(varnish), arePurged(shown, 2));
    expect(counts.all).toBeUndefined();
    expect(Object.keys(counts)).toContain(tagOf(product.documentId));
    expect(Object.keys(counts)).not.toContain(tagOf(other.documentId));
  });

  it('should be told even where the node dies that made it, by a node whose clock is behind', async () => {
    const shown = await tagsAt(addressOf(product));
    await varnish.answer([{ kind: 'hang' }]);
    await rename('Two');
    await until(() => countsOf(varnish), arePurged(shown, 1));
    // It has received the request, and has not answered.
    await node.kill('SIGKILL');
    await varnish.answer([]);
    await varnish.empty();
    await letTimePass(database);
    const clock = pathToFileURL(path.join(__dirname, 'slow-clock.mjs')).href;
    node = await startProcess({ database, env: { ...env(), NODE_OPTIONS: `--import ${clock}` } });
    await until(() => countsOf(varnish), arePurged(shown, 1));
  });

  it('should be told by that node, too, after a cache was away', async () => {
    admin = await logIn(node);
    const shown = await tagsAt(addressOf(product));
    await varnish.answer([{ status: 500 }]);
    await rename('Three');
    await until(
      () => varnish.received(),
      ({ length }) => length >= 3,
    );
    await varnish.answer([]);
    await varnish.empty();
    // No further edit triggers it.
    await until(() => countsOf(varnish), arePurged(shown, 1));
  });
});
