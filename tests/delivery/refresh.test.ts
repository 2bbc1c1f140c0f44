import { documentsOf } from '../../src/platform/strapi/documents';
import { startApp, stopQuietly, type App } from '../support/app';
import { addPicture, ensureLanguages } from '../support/content';
import { until } from '../support/until';

/** Frequent responses are rendered again in the background when their content changes. */

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
  ({ documentId: channel } = await documentsOf(app, 'api::channel.channel').create({
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
    const { documentId } = await documentsOf(app, UID).create({
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

const pathOf = (at: number): string => `/api/products/productBySlug/p-${at}/es`;

const ask = (path: string) => app.request.get(path).set('Accept-Encoding', 'br').expect(200);

const askOften = async (path: string): Promise<void> => {
  for (let time = 0; time < 5; time += 1) await ask(path);
};

type Counters = Record<'refreshes' | 'renders' | 'misses', number>;

const counters = async (): Promise<Counters> =>
  (await app.request.get('/_delivery').expect(200)).body as Counters;

const untilRefreshed = (count: number): Promise<Counters> =>
  until(counters, ({ refreshes }) => refreshes >= count);

const rename = (at: number, title: string): Promise<unknown> =>
  documentsOf(app, UID).update({
    documentId: String(products[at]),
    locale: 'es',
    status: 'published',
    data: { title },
  });

it('one that was asked for often is ready again, compressed, when somebody asks', async () => {
  await askOften(pathOf(0));
  await ask(pathOf(1));
  const before = await counters();
  await rename(0, 'another');
  await untilRefreshed(before.refreshes + 1);
  const { body, headers } = await ask(pathOf(0)).expect('X-Cache', 'HIT');
  expect((body as { title: string }).title).toBe('another');
  // Sent without Strapi: the compressed variant existed.
  expect(headers['server-timing']).toBeUndefined();
  expect(headers['content-encoding']).toBe('br');
});

it('one that nobody has asked for again since is not', async () => {
  await askOften(pathOf(2));
  const before = await counters();
  await rename(2, 'second');
  await untilRefreshed(before.refreshes + 1);
  await rename(2, 'third');
  await askOften(pathOf(3));
  await rename(3, 'fourth');
  await untilRefreshed(before.refreshes + 2);
  const { headers, body } = await ask(pathOf(2));
  expect([headers['x-cache'], (body as { title: string }).title]).toEqual(['MISS', 'third']);
});

it('many that show the same are made again, each once, and none is older than the change', async () => {
  for (let at = 0; at < PRODUCTS; at += 1) await askOften(pathOf(at));
  const before = await counters();
  await documentsOf(app, 'api::channel.channel').update({
    documentId: channel,
    status: 'published',
    data: { name: 'Otro' },
  });
  const shown = await Promise.all(
    Array.from({ length: PRODUCTS }, async (_, at) => {
      const { body } = await ask(pathOf(at));
      return (body as { channels: { name: string }[] }).channels[0]?.name;
    }),
  );
  expect(new Set(shown)).toEqual(new Set(['Otro']));
  const after = await untilRefreshed(before.refreshes + PRODUCTS);
  // Rendered once, by the request or by the refresher.
  expect(after.renders - before.renders).toBeLessThanOrEqual(PRODUCTS);
});

it('a list that was put in question is made sure of', async () => {
  const path = '/api/products/allProducts?page=1&pageSize=2';
  await askOften(path);
  const before = await counters();
  await documentsOf(app, UID).update({
    documentId: String(products[5]),
    locale: 'es',
    status: 'published',
    data: { order: 500 },
  });
  await untilRefreshed(before.refreshes + 1);
  const { headers } = await ask(path).expect('X-Cache', 'HIT');
  expect(headers['server-timing']).toBeUndefined();
});
