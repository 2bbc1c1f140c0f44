import { getDocumentService } from '#platform/strapi/documents';
import { startApp, stopQuietly, type App } from '../support/app';
import { addPicture, ensureLanguages } from '../support/content';
import { until } from '../support/until';

/** Tests that frequent responses are rendered again in the background when their content changes. */

const PRODUCTS = 30;
const UID = 'api::product.product';

let app: App;
let channel: string;
const products: string[] = [];

beforeAll(async () => {
  app = await startApp();
  await ensureLanguages(app);
  const logo = await addPicture(app);
  const seo = { author: 'Autora' };
  ({ documentId: channel } = await getDocumentService(app, 'api::channel.channel').create({
    status: 'published',
    data: {
      name: 'Canal',
      slug: 'canal',
      description: 'd',
      type: 'University',
      order: 1,
      logo,
      headVideo: { title: 'v' },
      seo,
    },
  }));
  for (let at = 0; at < PRODUCTS; at += 1) {
    const { documentId } = await getDocumentService(app, UID).create({
      locale: 'es',
      status: 'published',
      data: {
        title: `p-${at}`,
        slug: `p-${at}`,
        SKU: `P-${at}`,
        payID: 'pay',
        order: at,
        channels: [channel],
        presentation: 'larga '.repeat(400),
        seo,
      },
    });
    products.push(documentId);
  }
});

afterAll(() => stopQuietly(app));

const productPath = (at: number): string => `/api/products/productBySlug/p-${at}/es`;

const requestPath = (path: string) =>
  app.request.get(path).set('Accept-Encoding', 'br').expect(200);

const requestOften = async (path: string): Promise<void> => {
  for (let time = 0; time < 5; time += 1) await requestPath(path);
};

type Counters = Record<'refreshes' | 'renders' | 'misses', number>;

const readCounters = async (): Promise<Counters> =>
  (await app.request.get('/_delivery').expect(200)).body as Counters;

const untilRefreshed = (count: number): Promise<Counters> =>
  until(readCounters, ({ refreshes }) => refreshes >= count);

const rename = (at: number, title: string): Promise<unknown> =>
  getDocumentService(app, UID).update({
    documentId: String(products[at]),
    locale: 'es',
    status: 'published',
    data: { title },
  });

it('frequent response – is rendered and compressed again before the next request', async () => {
  await requestOften(productPath(0));
  await requestPath(productPath(1));
  const before = await readCounters();
  await rename(0, 'another');
  await untilRefreshed(before.refreshes + 1);
  const { body, headers } = await requestPath(productPath(0)).expect('X-Cache', 'HIT');
  expect((body as { title: string }).title).toBe('another');
  // Sent without Strapi, because the compressed variant was cached.
  expect(headers['server-timing']).toBeUndefined();
  expect(headers['content-encoding']).toBe('br');
});

it('response without requests since its refresh – is not refreshed again', async () => {
  await requestOften(productPath(2));
  const before = await readCounters();
  await rename(2, 'second');
  await untilRefreshed(before.refreshes + 1);
  await rename(2, 'third');
  await requestOften(productPath(3));
  await rename(3, 'fourth');
  await untilRefreshed(before.refreshes + 2);
  const { headers, body } = await requestPath(productPath(2));
  expect([headers['x-cache'], (body as { title: string }).title]).toEqual(['MISS', 'third']);
});

it('shared document of many responses – renders each once, and returns none older than the change', async () => {
  for (let at = 0; at < PRODUCTS; at += 1) await requestOften(productPath(at));
  const before = await readCounters();
  await getDocumentService(app, 'api::channel.channel').update({
    documentId: channel,
    status: 'published',
    data: { name: 'Otro' },
  });
  const channelNames = await Promise.all(
    Array.from({ length: PRODUCTS }, async (_, index) => {
      const { body } = await requestPath(productPath(index));
      return (body as { channels: { name: string }[] }).channels[0]?.name;
    }),
  );
  expect(new Set(channelNames)).toEqual(new Set(['Otro']));
  const after = await untilRefreshed(before.refreshes + PRODUCTS);
  // Each is rendered once, by the request or by the refresh.
  expect(after.renders - before.renders).toBeLessThanOrEqual(PRODUCTS);
});

it('list with a possible change – is validated in the background', async () => {
  const path = '/api/products/allProducts?page=1&pageSize=2';
  await requestOften(path);
  const before = await readCounters();
  await getDocumentService(app, UID).update({
    documentId: String(products[5]),
    locale: 'es',
    status: 'published',
    data: { order: 500 },
  });
  await untilRefreshed(before.refreshes + 1);
  const { headers } = await requestPath(path).expect('X-Cache', 'HIT');
  expect(headers['server-timing']).toBeUndefined();
});
