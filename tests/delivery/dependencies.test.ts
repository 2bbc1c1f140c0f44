import { getDocumentService } from '#platform/strapi/documents';
import { startApp, stopQuietly, type App } from '../support/app';
import { addPicture, bookDetails, ensureLanguages } from '../support/content';

/** Tests which cache entries a change evicts: those that show it, and no others. */

let app: App;
let cover: number;
let logo: number;

const PRODUCT = 'api::product.product';
const CHANNEL = 'api::channel.channel';
const PROTAGONIST = 'api::protagonist.protagonist';
const LIVE = 'api::live.live';
const VERTICAL = 'api::vertical.vertical';
const CATEGORY = 'api::category.category';
const PAGE = 'api::books-page.books-page';

const documentIds: Record<string, string> = {};

/** The paths of the compared responses, by name. */
const paths: Readonly<Record<string, string>> = {
  anatomy: '/api/products/productBySlug/anatomy/es',
  algebra: '/api/products/productBySlug/algebra/es',
  botany: '/api/products/productBySlug/botany/es',
  products: '/api/products/allProducts',
  books: '/api/products/books',
  courses: '/api/products/courses',
  medicine: '/api/products/allProducts?vertical=medicina&lang=es',
  law: '/api/products/allProducts?vertical=derecho&lang=es',
  firstPage: '/api/products/allProducts?page=1&pageSize=2',
  channel: '/api/channel/canal',
  otherChannel: '/api/channel/otro',
  protagonist: '/api/protagonist/ana/es',
  page: '/api/get-books-page?lang=es&vertical=medicina',
};

const seo = { author: 'Autora' };

const create = async (
  uid: string,
  data: object,
  status: 'published' | 'draft' = 'published',
): Promise<string> =>
  (await getDocumentService(app, uid).create({ locale: 'es', status, data })).documentId;

const update = (uid: string, documentId: string | undefined, data: object): Promise<unknown> =>
  getDocumentService(app, uid).update({
    documentId: String(documentId),
    locale: 'es',
    status: 'published',
    data,
  });

const newChannel = (name: string, slug: string) => ({
  name,
  slug,
  description: 'd',
  type: 'University',
  order: 1,
  logo,
  headVideo: { title: 'v' },
  seo,
});

beforeAll(async () => {
  // A background refresh would hide evictions.
  app = await startApp({ env: { DELIVERY_REFRESH: 'false' } });
  await ensureLanguages(app);
  cover = await addPicture(app);
  logo = await addPicture(app);
  const verticals = getDocumentService(app, VERTICAL);
  for (const slug of ['medicina', 'derecho']) {
    documentIds[slug] = (await verticals.create({ data: { name: slug, slug } })).documentId;
  }
  documentIds.channel = await create(CHANNEL, newChannel('Canal', 'canal'));
  documentIds.otherChannel = await create(CHANNEL, newChannel('Otro', 'otro'));
  documentIds.protagonist = await create(PROTAGONIST, {
    name: 'Ana',
    slug: 'ana',
    cv: 'cv',
    image: logo,
    seo,
  });
  const createProduct = (slug: string, order: number, more: object) =>
    create(PRODUCT, {
      title: slug,
      slug,
      SKU: slug.toUpperCase(),
      payID: 'pay',
      order,
      seo,
      ...more,
    });
  documentIds.anatomy = await createProduct('anatomy', 10, {
    type: 'Libro',
    verticals: [documentIds.medicina],
    channels: [documentIds.channel],
    cardImage: cover,
    bookDetails,
  });
  documentIds.algebra = await createProduct('algebra', 20, {
    type: 'Curso corto',
    verticals: [documentIds.derecho],
  });
  documentIds.botany = await createProduct('botany', 30, {
    type: 'Curso corto',
    verticals: [documentIds.medicina],
    protagonists: [documentIds.protagonist],
  });
  documentIds.live = await create(LIVE, {
    title: 'En vivo',
    slug: 'en-vivo',
    image: logo,
    vertical: documentIds.medicina,
    protagonists: [documentIds.protagonist],
  });
  const category = await create(CATEGORY, { name: 'Ciencias', slug: 'ciencias', order: 1 });
  const pages = getDocumentService(app, PAGE);
  const { documentId: page } = await pages.create({
    locale: 'es',
    data: {
      vertical: documentIds.medicina,
      seo,
      courseList: [{ title: 'Libros', category, products: [documentIds.anatomy] }],
    },
  });
  await pages.publish({ documentId: page, locale: 'es' });
  documentIds.page = page;
});

afterAll(() => stopQuietly(app));

const read = async (name: string) => app.request.get(paths[name] ?? '').expect(200);

type Product = { title: string; slug: string; documentId: string; vertical: string[] };

const listSlugs = async (name: string): Promise<string[]> =>
  ((await read(name)).body as { data: Product[] }).data.map(({ slug }) => slug);

const readCounters = async () =>
  (await app.request.get('/_delivery').expect(200)).body as Record<
    'renders' | 'selections' | 'revalidations' | 'updates',
    number
  >;

/**
 * Fills the cache and runs an action. Returns the responses that were rendered or assembled again, and the
 * number of rendered documents.
 */
const findEvicted = async (action: () => Promise<unknown>) => {
  for (const name of Object.keys(paths)) {
    for (;;) {
      const { headers } = await read(name);
      if (headers['x-cache'] === 'HIT') break;
    }
  }
  await action();
  const before = await readCounters();
  const evicted: string[] = [];
  let { updates } = before;
  for (const name of Object.keys(paths)) {
    const { headers } = await app.request.get(paths[name] ?? '');
    const now = await readCounters();
    if (headers['x-cache'] !== 'HIT' || now.updates > updates) evicted.push(name);
    ({ updates } = now);
  }
  const after = await readCounters();
  return { dropped: evicted.sort(), renders: after.renders - before.renders };
};

const anatomyResponses = [
  'anatomy',
  'books',
  'channel',
  'firstPage',
  'medicine',
  'page',
  'products',
];

describe('a change evicts the responses that show the document, and no others', () => {
  it('title of a product – evicts its page, its lists, its channel and its page of books', async () => {
    const { dropped, renders } = await findEvicted(() =>
      update(PRODUCT, documentIds.anatomy, { title: 'Anatomía nueva' }),
    );
    expect(dropped).toEqual(anatomyResponses);
    // The product is rendered once for each form: on its page, in lists, in the channel and in the page.
    expect(renders).toBe(4);
    expect(((await read('anatomy')).body as Product).title).toBe('Anatomía nueva');
  });

  it('channel – evicts the responses of its products', async () => {
    const { dropped } = await findEvicted(() =>
      update(CHANNEL, documentIds.channel, { name: 'Canal nuevo' }),
    );
    expect(dropped).toEqual(anatomyResponses);
  });

  it('channel without products – evicts its own response', async () => {
    const { dropped } = await findEvicted(() =>
      update(CHANNEL, documentIds.otherChannel, { name: 'Otro nuevo' }),
    );
    expect(dropped).toEqual(['otherChannel']);
  });

  it('file – evicts the responses that show it', async () => {
    const { dropped } = await findEvicted(() =>
      app.strapi.db
        .query('plugin::upload.file')
        .update({ where: { id: cover }, data: { alternativeText: 'Cubierta' } }),
    );
    expect(dropped).toEqual(anatomyResponses);
  });

  it('name of a business line – evicts the responses that show it', async () => {
    const { dropped } = await findEvicted(() =>
      update(VERTICAL, documentIds.derecho, { name: 'Derecho' }),
    );
    expect(dropped).toEqual(['algebra']);
  });

  it('draft – evicts nothing', async () => {
    const { dropped } = await findEvicted(() =>
      getDocumentService(app, PRODUCT).update({
        documentId: String(documentIds.anatomy),
        locale: 'es',
        data: { title: 'Borrador' },
      }),
    );
    expect(dropped).toEqual([]);
    await update(PRODUCT, documentIds.anatomy, { title: 'anatomy' });
  });
});

describe('a change evicts only the lists whose documents or order change', () => {
  it('new product – evicts the lists that contain it', async () => {
    const { dropped } = await findEvicted(async () => {
      documentIds.chemistry = await create(PRODUCT, {
        title: 'chemistry',
        slug: 'chemistry',
        SKU: 'CHEMISTRY',
        payID: 'pay',
        order: 40,
        type: 'Curso corto',
        verticals: [documentIds.derecho],
        cardImage: await addPicture(app),
        bookDetails,
        seo,
      });
    });
    // The first page contains the total.
    expect(dropped).toEqual(['courses', 'firstPage', 'law', 'products']);
    expect(await listSlugs('courses')).toEqual(['algebra', 'botany', 'chemistry']);
  });

  it('order of a product – evicts its lists', async () => {
    const { dropped } = await findEvicted(() =>
      update(PRODUCT, documentIds.chemistry, { order: 5 }),
    );
    expect(dropped).toEqual(['courses', 'firstPage', 'law', 'products']);
    expect(await listSlugs('courses')).toEqual(['chemistry', 'algebra', 'botany']);
    expect(await listSlugs('firstPage')).toEqual(['chemistry', 'anatomy']);
  });

  it('type of a product – evicts the lists of both types', async () => {
    const { dropped } = await findEvicted(() =>
      update(PRODUCT, documentIds.chemistry, { type: 'Libro' }),
    );
    expect(dropped).toEqual(['books', 'courses', 'firstPage', 'law', 'products']);
    expect(await listSlugs('books')).toEqual(['chemistry', 'anatomy']);
    expect(await listSlugs('courses')).toEqual(['algebra', 'botany']);
  });

  it('business line of a product – evicts the lists of both lines', async () => {
    const { dropped } = await findEvicted(() =>
      update(PRODUCT, documentIds.chemistry, { verticals: [documentIds.medicina] }),
    );
    expect(dropped).toEqual(['books', 'firstPage', 'law', 'medicine', 'products']);
    expect(await listSlugs('law')).toEqual(['algebra']);
    expect(await listSlugs('medicine')).toEqual(['chemistry', 'anatomy', 'botany']);
  });

  it('deleted product – evicts its lists', async () => {
    const { dropped } = await findEvicted(() =>
      getDocumentService(app, PRODUCT).delete({
        documentId: String(documentIds.chemistry),
        locale: '*',
      }),
    );
    expect(dropped).toEqual(['books', 'firstPage', 'medicine', 'products']);
    expect(await listSlugs('products')).toEqual(['anatomy', 'algebra', 'botany']);
  });

  it('order changed by SQL – changes the list', async () => {
    await findEvicted(() =>
      app.strapi.db.connection.raw(`UPDATE products SET "order" = 1 WHERE slug = 'botany'`),
    );
    expect(await listSlugs('products')).toEqual(['botany', 'anatomy', 'algebra']);
    await findEvicted(() =>
      app.strapi.db.connection.raw(`UPDATE products SET "order" = 30 WHERE slug = 'botany'`),
    );
    expect(await listSlugs('products')).toEqual(['anatomy', 'algebra', 'botany']);
  });
});

describe('a change of an identifier', () => {
  it('changed slug – responds 404 for the former slug, and 200 for the new one', async () => {
    const { dropped } = await findEvicted(() =>
      update(PRODUCT, documentIds.algebra, { slug: 'algebra-2' }),
    );
    expect(dropped).toContain('algebra');
    await app.request.get('/api/products/productBySlug/algebra/es').expect(404);
    await app.request.get('/api/products/productBySlug/algebra-2/es').expect(200);
    await update(PRODUCT, documentIds.algebra, { slug: 'algebra' });
    await app.request.get('/api/products/productBySlug/algebra-2/es').expect(404);
    await app.request.get('/api/products/productBySlug/algebra/es').expect(200);
  });

  it('slug reassigned to another product – returns the other product', async () => {
    const at = '/api/products/productBySlug/algebra/es';
    await findEvicted(async () => {
      await update(PRODUCT, documentIds.algebra, { slug: 'algebra-old' });
      await update(PRODUCT, documentIds.botany, { slug: 'algebra' });
    });
    expect(((await app.request.get(at).expect(200)).body as Product).documentId).toBe(
      documentIds.botany,
    );
    await update(PRODUCT, documentIds.botany, { slug: 'botany' });
    await update(PRODUCT, documentIds.algebra, { slug: 'algebra' });
    expect(((await app.request.get(at).expect(200)).body as Product).documentId).toBe(
      documentIds.algebra,
    );
  });

  it('renamed slug of a business line – responds 404 for the former slug', async () => {
    await read('medicine');
    const documents = getDocumentService(app, VERTICAL);
    const rename = (slug: string) =>
      documents.update({ documentId: String(documentIds.medicina), data: { slug } });
    await rename('salud');
    await app.request.get(paths.medicine ?? '').expect(404);
    await app.request.get(paths.page ?? '').expect(404);
    const { body } = await app.request.get('/api/products/allProducts?vertical=salud').expect(200);
    expect((body as { data: Product[] }).data.map(({ slug }) => slug)).toEqual([
      'anatomy',
      'botany',
    ]);
    expect(((await read('anatomy')).body as Product).vertical).toEqual(['salud']);
    await rename('medicina');
    expect(await listSlugs('medicine')).toEqual(['anatomy', 'botany']);
    await read('page');
    expect(((await read('anatomy')).body as Product).vertical).toEqual(['medicina']);
  });

  it('row id replaced by publishing again – former ids return the current version', async () => {
    const readRowId = async (): Promise<number> =>
      ((await read('anatomy')).body as { id: number }).id;
    const before = await readRowId();
    const requestById = (id: number) => app.request.get(`/api/products/productById/${id}`);
    const republish = async (payID: string): Promise<void> => {
      await app.strapi
        .documents(PRODUCT)
        .unpublish({ documentId: String(documentIds.anatomy), locale: 'es' });
      await update(PRODUCT, documentIds.anatomy, { payID });
    };
    for (let time = 0; time < 3; time += 1) await requestById(before).expect(200);
    await republish('pay-2');
    const after = await readRowId();
    expect(after).not.toBe(before);
    for (const id of [before, after]) {
      const { body } = await requestById(id).expect(200);
      expect((body as { data: { id: number; payID: string } }).data).toMatchObject({
        id: after,
        payID: 'pay-2',
      });
    }
    await republish('pay-3');
    const last = await readRowId();
    for (const id of [before, after, last]) {
      const { body } = await requestById(id).expect(200);
      expect((body as { data: { id: number; payID: string } }).data).toMatchObject({
        id: last,
        payID: 'pay-3',
      });
    }
  });
});

describe('a change of a reference to a document', () => {
  const listChannelProducts = async (name: string): Promise<string[]> =>
    ((await read(name)).body as { data: { products: Product[] } }).data.products.map(
      ({ slug }) => slug,
    );

  const readProtagonist = async () => {
    const { data } = (await read('protagonist')).body as {
      data: Record<'courses' | 'masters' | 'lives', { documentId: string }[]>;
    };
    return {
      courses: data.courses.map(({ documentId }) => documentId),
      lives: data.lives.map(({ documentId }) => documentId),
    };
  };

  it('product added to a channel and removed – changes the response of the channel', async () => {
    const afterAdding = await findEvicted(() =>
      update(PRODUCT, documentIds.algebra, { channels: [documentIds.otherChannel] }),
    );
    expect(afterAdding.dropped).toContain('otherChannel');
    expect(afterAdding.dropped).not.toContain('channel');
    expect(await listChannelProducts('otherChannel')).toEqual(['algebra']);
    const afterRemoving = await findEvicted(() =>
      update(PRODUCT, documentIds.algebra, { channels: [] }),
    );
    expect(afterRemoving.dropped).toContain('otherChannel');
    expect(await listChannelProducts('otherChannel')).toEqual([]);
  });

  it('products set in the channel – change the response of the channel', async () => {
    await findEvicted(() =>
      update(CHANNEL, documentIds.otherChannel, { products: [documentIds.botany] }),
    );
    expect(await listChannelProducts('otherChannel')).toEqual(['botany']);
    await findEvicted(() => update(CHANNEL, documentIds.otherChannel, { products: [] }));
    expect(await listChannelProducts('otherChannel')).toEqual([]);
  });

  it('product that becomes a course – is added to the response of its protagonist', async () => {
    await update(PRODUCT, documentIds.anatomy, { protagonists: [documentIds.protagonist] });
    await findEvicted(() => Promise.resolve());
    expect((await readProtagonist()).courses).toEqual([documentIds.botany]);
    const { dropped } = await findEvicted(() =>
      update(PRODUCT, documentIds.anatomy, { type: 'Curso corto' }),
    );
    expect(dropped).toContain('protagonist');
    expect((await readProtagonist()).courses).toEqual([documentIds.anatomy, documentIds.botany]);
    await update(PRODUCT, documentIds.anatomy, { type: 'Libro', protagonists: [] });
    expect((await readProtagonist()).courses).toEqual([documentIds.botany]);
  });

  it('live – is in the response of its protagonist only while published and related', async () => {
    const lives = getDocumentService(app, LIVE);
    await findEvicted(() => lives.unpublish({ documentId: String(documentIds.live) }));
    expect((await readProtagonist()).lives).toEqual([]);
    await findEvicted(() => lives.publish({ documentId: String(documentIds.live) }));
    expect((await readProtagonist()).lives).toEqual([documentIds.live]);
    await findEvicted(() => update(LIVE, documentIds.live, { protagonists: [] }));
    expect((await readProtagonist()).lives).toEqual([]);
    await findEvicted(() =>
      update(LIVE, documentIds.live, { protagonists: [documentIds.protagonist] }),
    );
    expect((await readProtagonist()).lives).toEqual([documentIds.live]);
  });
});

describe('a page with a product', () => {
  const listProducts = async (): Promise<string[]> =>
    (
      (await read('page')).body as { data: { courseList: { products: Product[] }[] } }
    ).data.courseList.flatMap(({ products }) => products.map(({ documentId }) => documentId));

  it('unpublished product – is removed, and returns when published', async () => {
    const products = getDocumentService(app, PRODUCT);
    const version = { documentId: String(documentIds.anatomy), locale: 'es' };
    await findEvicted(() => Promise.resolve());
    expect(await listProducts()).toEqual([documentIds.anatomy]);
    await products.unpublish(version);
    expect(await listProducts()).toEqual([]);
    await read('page');
    await products.publish(version);
    expect(await listProducts()).toEqual([documentIds.anatomy]);
  });
});
