import { documentsOf } from '../../src/platform/strapi/documents';
import { startApp, stopQuietly, type App } from '../support/app';
import { addPicture, ensureLanguages } from '../support/content';
import { bookOf } from './support';
import { until } from '../support/until';

const PRODUCT = 'api::product.product';
const CATEGORY = 'api::category.category';

let app: App;
let line: string;
let picture: number;

beforeAll(async () => {
  app = await startApp({
    seed: true,
    env: { DELIVERY_REFRESH: 'false' },
  });
  await ensureLanguages(app);
  picture = await addPicture(app);
  line = String((await app.strapi.documents('api::vertical.vertical').findFirst())?.documentId);
});

afterAll(() => stopQuietly(app));

type Answer = { data: { documentId: string; title: string }[]; meta: { suggestions: string[] } };

const ask = async (query: string): Promise<Answer & { isKept: boolean }> => {
  const { body, headers } = await app.request.get(`/api/search?lang=es&${query}`).expect(200);
  return { ...(body as Answer), isKept: headers['x-cache'] === 'HIT' };
};

const titles = async (query: string): Promise<string[]> =>
  (await ask(query)).data.map(({ title }) => title);

let books = 0;

const addBook = async (title: string, status?: 'published'): Promise<string> => {
  books += 1;
  const data = bookOf({ title, number: books, picture, line });
  const made = await documentsOf(app, PRODUCT).create({
    locale: 'es',
    ...(status && { status }),
    data,
  });
  return made.documentId;
};

const change = (documentId: string, data: object) =>
  documentsOf(app, PRODUCT).update({ documentId, locale: 'es', status: 'published', data });

describe('A kept answer to a search', () => {
  it('stays when something is published that it does not find', async () => {
    await addBook('Tratado de micología', 'published');
    await ask('q=micologia');
    expect((await ask('q=micologia')).isKept).toBe(true);
    for (const title of ['Guía de mareas', 'Guía de vientos']) {
      const other = await addBook(title, 'published');
      expect((await ask('q=micologia')).isKept).toBe(true);
      await change(other, { fullPrice: 30 });
      expect((await ask('q=micologia')).isKept).toBe(true);
    }
  });

  it('is another one at once when something is published, changed or taken back that it finds', async () => {
    const draft = await addBook('Xilófagos del sur');
    expect(await titles('q=xilofagos')).toEqual([]);
    await documentsOf(app, PRODUCT).publish({ documentId: draft, locale: 'es' });
    expect(await titles('q=xilofagos')).toEqual(['Xilófagos del sur']);
    await addBook('Xilófagos del norte', 'published');
    expect((await titles('q=xilofagos')).toSorted()).toEqual([
      'Xilófagos del norte',
      'Xilófagos del sur',
    ]);
    expect(await titles('q=xilofagos&priceTo=35')).toEqual([]);
    await change(draft, { fullPrice: 30 });
    expect(await titles('q=xilofagos&priceTo=35')).toEqual(['Xilófagos del sur']);
    await change(draft, { title: 'Musgos del sur' });
    expect(await titles('q=xilofagos')).toEqual(['Xilófagos del norte']);
    await documentsOf(app, PRODUCT).unpublish({ documentId: draft, locale: 'es' });
    expect(await titles('q=musgos')).toEqual([]);
  });

  it('suggests at once what completes it', async () => {
    await addBook('Cartografía antigua', 'published');
    expect((await ask('q=cartograf')).meta.suggestions).toEqual(['Cartografía antigua']);
    await addBook('Cartografía moderna', 'published');
    expect((await ask('q=cartograf')).meta.suggestions).toHaveLength(2);
  });

  it('names what its entries refer to as it is called now', async () => {
    const category = await documentsOf(app, CATEGORY).create({
      locale: 'es',
      status: 'published',
      data: { name: 'Antes', slug: 'antes' },
    });
    const book = await addBook('Vademécum de sales', 'published');
    await change(book, { categories: [category.documentId] });
    const named = async () => {
      const { body } = await app.request.get('/api/search?lang=es&q=vademecum').expect(200);
      const { meta } = body as { meta: { facets: { category: { name: string }[] } } };
      return meta.facets.category.map(({ name }) => name);
    };
    expect(await named()).toEqual(['Antes']);
    await documentsOf(app, CATEGORY).update({
      documentId: category.documentId,
      locale: 'es',
      status: 'published',
      data: { name: 'Después' },
    });
    expect(await named()).toEqual(['Después']);
  });

  it('that was made while a change was under way is another one once that is committed', async () => {
    const book = await addBook('Manual de xilografía', 'published');
    const title = 'Manual de litografía';
    await app.strapi.db.transaction(async () => {
      await change(book, { title });
      // Sent on another connection, which does not see the change yet.
      const { body } = await fetchJson('/api/search?lang=es&q=xilografia');
      expect(body.data.map((one) => one.title)).toEqual(['Manual de xilografía']);
    });
    // No entry has the word any more, so the most similar one is found.
    expect(await titles('q=xilografia')).not.toContain('Manual de xilografía');
    expect(await titles('q=litografia')).toEqual([title]);
  });

  it('is not believed once the index is not', async () => {
    expect((await ask('q=micologia')).data).toHaveLength(1);
    await addBook('Guía de nieblas', 'published');
    const statusWithFault = async (): Promise<number> => {
      // The job that builds the index again may delete a fault before it is read.
      await app.strapi.db.connection.raw(`INSERT INTO search.faults (reason) VALUES ('a test')`);
      return (await app.request.get('/api/search?lang=es&q=micologia')).status;
    };
    await until(statusWithFault, (status) => status === 503);
  });
});

/** On another connection, outside the transaction of the test. */
const fetchJson = async (path: string) => {
  const answer = await fetch(app.url + path);
  return { body: (await answer.json()) as Answer };
};
