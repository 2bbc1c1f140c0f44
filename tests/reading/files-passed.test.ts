import { startApp, stopQuietly, type App } from '../support/app';
import { filesPassed } from '../support/files-passed';

const AT_MOST = 20;
const READS = 4;

let app: App;

beforeAll(async () => {
  app = await startApp({ seed: true });
});

afterAll(() => stopQuietly(app));

it('a cold read of a product passes few files', async () => {
  const { body } = await app.request.get('/api/products/allProducts?lang=es').expect(200);
  const { data } = body as { data: { slug: string }[] };
  const cold = data.slice(0, READS).map(({ slug }) => async () => {
    const { headers } = await app.request.get(`/api/products/productBySlug/${slug}/es`).expect(200);
    expect(headers['x-cache']).toBe('MISS');
  });
  // One to load what is loaded when it is first needed.
  await cold.shift()?.();
  // What waits for the database stands below whatever asks it, and jobs ask it now and then as well.
  const ask = () => app.strapi.db.query('api::vertical.vertical').findMany({ limit: 1 });
  const files = await filesPassed(app, cold, ask);
  // The list rather than its length, so that a failure shows it, in one line of the log.
  expect(files.length > AT_MOST ? files.join(' ') : '').toBe('');
});
