import { getDocumentService } from '#platform/strapi/documents';
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

const runSearch = async (query: string): Promise<Answer & { isCached: boolean }> => {
  const { body, headers } = await app.request.get(`/api/search?lang=es&${query}`).expect(200);
  return { ...(body as Answer), isCached: headers['x-cache'] === 'HIT' };
};

const findTitles = async (query: string): Promise<string[]> =>
  (await runSearch(query)).data.map(({ title }) => title);

let books = 0;

const addBook = async (title: string, status?: 'published'): Promise<string> => {
  books += 1;
  const data = bookOf({ title, number: books, picture, line });
  const created = await getDocumentService(app, PRODUCT).create({
    locale: 'es',
    ...(status && { status }),
    data,
  });
  return created.documentId;
};

const updateBook = (documentId: string, data: object) =>
  getDocumentService(app, PRODUCT).update({ documentId, locale: 'es', status: 'published', data });

describe('cached search response', () => {
  it('publication of an entry that it does not contain – keeps the cache entry', async () => {
    await addBook('Tratado de micología', 'published');
    await runSearch('q=micologia');
    expect((await runSearch('q=micologia')).isCached).toBe(true);
    for (const title of ['Guía de mareas', 'Guía de vientos']) {
      const other = await addBook(title, 'published');
      expect((await runSearch('q=micologia')).isCached).toBe(true);
      await updateBook(other, { fullPrice: 30 });
      expect((await runSearch('q=micologia')).isCached).toBe(true);
    }
  });

  it('publication, change or unpublication of a found entry – changes the response at once', async () => {
    const draft = await addBook('Xilófagos del sur');
    expect(await findTitles('q=xilofagos')).toEqual([]);
    await getDocumentService(app, PRODUCT).publish({ documentId: draft, locale: 'es' });
    expect(await findTitles('q=xilofagos')).toEqual(['Xilófagos del sur']);
    await addBook('Xilófagos del norte', 'published');
    expect((await findTitles('q=xilofagos')).toSorted()).toEqual([
      'Xilófagos del norte',
      'Xilófagos del sur',
    ]);
    expect(await findTitles('q=xilofagos&priceTo=35')).toEqual([]);
    await updateBook(draft, { fullPrice: 30 });
    expect(await findTitles('q=xilofagos&priceTo=35')).toEqual(['Xilófagos del sur']);
    await updateBook(draft, { title: 'Musgos del sur' });
    expect(await findTitles('q=xilofagos')).toEqual(['Xilófagos del norte']);
    await getDocumentService(app, PRODUCT).unpublish({ documentId: draft, locale: 'es' });
    expect(await findTitles('q=musgos')).toEqual([]);
  });

  it('suggestions – contain a new title at once', async () => {
    await addBook('Cartografía antigua', 'published');
    expect((await runSearch('q=cartograf')).meta.suggestions).toEqual(['Cartografía antigua']);
    await addBook('Cartografía moderna', 'published');
    expect((await runSearch('q=cartograf')).meta.suggestions).toHaveLength(2);
  });

  it('facets – contain a renamed category at once', async () => {
    const category = await getDocumentService(app, CATEGORY).create({
      locale: 'es',
      status: 'published',
      data: { name: 'Antes', slug: 'antes' },
    });
    const book = await addBook('Vademécum de sales', 'published');
    await updateBook(book, { categories: [category.documentId] });
    const readCategoryNames = async () => {
      const { body } = await app.request.get('/api/search?lang=es&q=vademecum').expect(200);
      const { meta } = body as { meta: { facets: { category: { name: string }[] } } };
      return meta.facets.category.map(({ name }) => name);
    };
    expect(await readCategoryNames()).toEqual(['Antes']);
    await getDocumentService(app, CATEGORY).update({
      documentId: category.documentId,
      locale: 'es',
      status: 'published',
      data: { name: 'Después' },
    });
    expect(await readCategoryNames()).toEqual(['Después']);
  });

  it('response during an uncommitted change – is replaced after the commit', async () => {
    const book = await addBook('Manual de xilografía', 'published');
    const title = 'Manual de litografía';
    await app.strapi.db.transaction(async () => {
      await updateBook(book, { title });
      // This connection does not see the uncommitted change.
      const { body } = await fetchJson('/api/search?lang=es&q=xilografia');
      expect(body.data.map((item) => item.title)).toEqual(['Manual de xilografía']);
    });
    // No entry contains the word any more, so the search returns similar entries.
    expect(await findTitles('q=xilografia')).not.toContain('Manual de xilografía');
    expect(await findTitles('q=litografia')).toEqual([title]);
  });

  it('fault in the index – returns 503', async () => {
    expect((await runSearch('q=micologia')).data).toHaveLength(1);
    await addBook('Guía de nieblas', 'published');
    const statusWithFault = async (): Promise<number> => {
      // The job that rebuilds the index may delete a fault before it is read.
      await app.strapi.db.connection.raw(`INSERT INTO search.faults (reason) VALUES ('a test')`);
      return (await app.request.get('/api/search?lang=es&q=micologia')).status;
    };
    await until(statusWithFault, (status) => status === 503);
  });
});

/** Sends a request on another connection, outside the transaction of the test. */
const fetchJson = async (path: string) => {
  const answer = await fetch(app.url + path);
  return { body: (await answer.json()) as Answer };
};
