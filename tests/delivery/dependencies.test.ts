import { documentsOf } from '../../src/platform/strapi/documents';
import { startApp, stopQuietly, type App } from '../support/app';
import { addPicture, bookDetails, ensureLanguages } from '../support/content';

/** Tests which cache entries a change evicts: everything that shows it, and nothing else. */

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

const ids: Record<string, string> = {};

/** The compared responses, by name. */
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
  (await documentsOf(app, uid).create({ locale: 'es', status, data })).documentId;

const update = (uid: string, documentId: string | undefined, data: object): Promise<unknown> =>
  documentsOf(app, uid).update({
    documentId: String(documentId),
    locale: 'es',
    status: 'published',
    data,
  });

const channelOf = (name: string, slug: string) => ({
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
  const verticals = documentsOf(app, VERTICAL);
  for (const slug of ['medicina', 'derecho']) {
    ids[slug] = (await verticals.create({ data: { name: slug, slug } })).documentId;
  }
  ids.channel = await create(CHANNEL, channelOf('Canal', 'canal'));
  ids.otherChannel = await create(CHANNEL, channelOf('Otro', 'otro'));
  ids.protagonist = await create(PROTAGONIST, {
    name: 'Ana',
    slug: 'ana',
    cv: 'cv',
    image: logo,
    seo,
  });
  const product = (slug: string, order: number, more: object) =>
    create(PRODUCT, {
      title: slug,
      slug,
      SKU: slug.toUpperCase(),
      payID: 'pay',
      order,
      seo,
      ...more,
    });
  ids.anatomy = await product('anatomy', 10, {
    type: 'Libro',
    verticals: [ids.medicina],
    channels: [ids.channel],
    cardImage: cover,
    bookDetails,
  });
  ids.algebra = await product('algebra', 20, { type: 'Curso corto', verticals: [ids.derecho] });
  ids.botany = await product('botany', 30, {
    type: 'Curso corto',
    verticals: [ids.medicina],
    protagonists: [ids.protagonist],
  });
  ids.live = await create(LIVE, {
    title: 'En vivo',
    slug: 'en-vivo',
    image: logo,
    vertical: ids.medicina,
    protagonists: [ids.protagonist],
  });
  const category = await create(CATEGORY, { name: 'Ciencias', slug: 'ciencias', order: 1 });
  const pages = documentsOf(app, PAGE);
  const { documentId: page } = await pages.create({
    locale: 'es',
    data: {
      vertical: ids.medicina,
      seo,
      courseList: [{ title: 'Libros', category, products: [ids.anatomy] }],
    },
  });
  await pages.publish({ documentId: page, locale: 'es' });
  ids.page = page;
});

afterAll(() => stopQuietly(app));

const read = async (name: string) => app.request.get(paths[name] ?? '').expect(200);

type Product = { title: string; slug: string; documentId: string; vertical: string[] };

const productsIn = async (name: string): Promise<string[]> =>
  ((await read(name)).body as { data: Product[] }).data.map(({ slug }) => slug);

const counters = async () =>
  (await app.request.get('/_delivery').expect(200)).body as Record<
    'renders' | 'selections' | 'revalidations' | 'updates',
    number
  >;

/**
 * Fills the caches and runs an action. Returns the responses that had to be rendered or reassembled, and the number of
 * documents read for them.
 */
const droppedBy = async (edit: () => Promise<unknown>) => {
  for (const name of Object.keys(paths)) {
    for (;;) {
      const { headers } = await read(name);
      if (headers['x-cache'] === 'HIT') break;
    }
  }
  await edit();
  const before = await counters();
  const dropped: string[] = [];
  let { updates } = before;
  for (const name of Object.keys(paths)) {
    const { headers } = await app.request.get(paths[name] ?? '');
    const now = await counters();
    if (headers['x-cache'] !== 'HIT' || now.updates > updates) dropped.push(name);
    ({ updates } = now);
  }
  const after = await counters();
  return { dropped: dropped.sort(), renders: after.renders - before.renders };
};

const whatShowsAnatomy = [
  'anatomy',
  'books',
  'channel',
  'firstPage',
  'medicine',
  'page',
  'products',
];

describe('A change drops what shows the changed document, and nothing else:', () => {
  it('a title, with its pages and the lists that it is on', async () => {
    const { dropped, renders } = await droppedBy(() =>
      update(PRODUCT, ids.anatomy, { title: 'Anatomía nueva' }),
    );
    expect(dropped).toEqual(whatShowsAnatomy);
    // Once for each form in which it is shown: as itself, in lists, and within the channel and the page.
    expect(renders).toBe(4);
    expect(((await read('anatomy')).body as Product).title).toBe('Anatomía nueva');
  });

  it('a channel, which is shown on a product', async () => {
    const { dropped } = await droppedBy(() =>
      update(CHANNEL, ids.channel, { name: 'Canal nuevo' }),
    );
    expect(dropped).toEqual(whatShowsAnatomy);
  });

  it('one that nothing shows', async () => {
    const { dropped } = await droppedBy(() =>
      update(CHANNEL, ids.otherChannel, { name: 'Otro nuevo' }),
    );
    expect(dropped).toEqual(['otherChannel']);
  });

  it('a file', async () => {
    const { dropped } = await droppedBy(() =>
      app.strapi.db
        .query('plugin::upload.file')
        .update({ where: { id: cover }, data: { alternativeText: 'Cubierta' } }),
    );
    expect(dropped).toEqual(whatShowsAnatomy);
  });

  it('a business line that is called otherwise', async () => {
    const { dropped } = await droppedBy(() => update(VERTICAL, ids.derecho, { name: 'Derecho' }));
    expect(dropped).toEqual(['algebra']);
  });

  it('a draft is shown nowhere', async () => {
    const { dropped } = await droppedBy(() =>
      documentsOf(app, PRODUCT).update({
        documentId: String(ids.anatomy),
        locale: 'es',
        data: { title: 'Borrador' },
      }),
    );
    expect(dropped).toEqual([]);
    await update(PRODUCT, ids.anatomy, { title: 'anatomy' });
  });
});

describe('A list is kept while the same documents are on it in the same order:', () => {
  it('a new product drops the lists that it comes to', async () => {
    const { dropped } = await droppedBy(async () => {
      ids.chemistry = await create(PRODUCT, {
        title: 'chemistry',
        slug: 'chemistry',
        SKU: 'CHEMISTRY',
        payID: 'pay',
        order: 40,
        type: 'Curso corto',
        verticals: [ids.derecho],
        cardImage: await addPicture(app),
        bookDetails,
        seo,
      });
    });
    // The first page contains the total.
    expect(dropped).toEqual(['courses', 'firstPage', 'law', 'products']);
    expect(await productsIn('courses')).toEqual(['algebra', 'botany', 'chemistry']);
  });

  it('another place in the order moves it in the lists that it is on', async () => {
    const { dropped } = await droppedBy(() => update(PRODUCT, ids.chemistry, { order: 5 }));
    expect(dropped).toEqual(['courses', 'firstPage', 'law', 'products']);
    expect(await productsIn('courses')).toEqual(['chemistry', 'algebra', 'botany']);
    expect(await productsIn('firstPage')).toEqual(['chemistry', 'anatomy']);
  });

  it('another kind moves it from one list to another', async () => {
    const { dropped } = await droppedBy(() => update(PRODUCT, ids.chemistry, { type: 'Libro' }));
    expect(dropped).toEqual(['books', 'courses', 'firstPage', 'law', 'products']);
    expect(await productsIn('books')).toEqual(['chemistry', 'anatomy']);
    expect(await productsIn('courses')).toEqual(['algebra', 'botany']);
  });

  it('another business line as well', async () => {
    const { dropped } = await droppedBy(() =>
      update(PRODUCT, ids.chemistry, { verticals: [ids.medicina] }),
    );
    expect(dropped).toEqual(['books', 'firstPage', 'law', 'medicine', 'products']);
    expect(await productsIn('law')).toEqual(['algebra']);
    expect(await productsIn('medicine')).toEqual(['chemistry', 'anatomy', 'botany']);
  });

  it('and one that is taken back leaves them', async () => {
    const { dropped } = await droppedBy(() =>
      documentsOf(app, PRODUCT).delete({ documentId: String(ids.chemistry), locale: '*' }),
    );
    expect(dropped).toEqual(['books', 'firstPage', 'medicine', 'products']);
    expect(await productsIn('products')).toEqual(['anatomy', 'algebra', 'botany']);
  });

  it('written past Strapi as well', async () => {
    await droppedBy(() =>
      app.strapi.db.connection.raw(`UPDATE products SET "order" = 1 WHERE slug = 'botany'`),
    );
    expect(await productsIn('products')).toEqual(['botany', 'anatomy', 'algebra']);
    await droppedBy(() =>
      app.strapi.db.connection.raw(`UPDATE products SET "order" = 30 WHERE slug = 'botany'`),
    );
    expect(await productsIn('products')).toEqual(['anatomy', 'algebra', 'botany']);
  });
});

describe('An address follows what it names:', () => {
  it('another slug', async () => {
    const { dropped } = await droppedBy(() => update(PRODUCT, ids.algebra, { slug: 'algebra-2' }));
    expect(dropped).toContain('algebra');
    await app.request.get('/api/products/productBySlug/algebra/es').expect(404);
    await app.request.get('/api/products/productBySlug/algebra-2/es').expect(200);
    await update(PRODUCT, ids.algebra, { slug: 'algebra' });
    await app.request.get('/api/products/productBySlug/algebra-2/es').expect(404);
    await app.request.get('/api/products/productBySlug/algebra/es').expect(200);
  });

  it('a slug that changes hands', async () => {
    const at = '/api/products/productBySlug/algebra/es';
    await droppedBy(async () => {
      await update(PRODUCT, ids.algebra, { slug: 'algebra-old' });
      await update(PRODUCT, ids.botany, { slug: 'algebra' });
    });
    expect(((await app.request.get(at).expect(200)).body as Product).documentId).toBe(ids.botany);
    await update(PRODUCT, ids.botany, { slug: 'botany' });
    await update(PRODUCT, ids.algebra, { slug: 'algebra' });
    expect(((await app.request.get(at).expect(200)).body as Product).documentId).toBe(ids.algebra);
  });

  it('a business line that is renamed', async () => {
    await read('medicine');
    const documents = documentsOf(app, VERTICAL);
    const rename = (slug: string) =>
      documents.update({ documentId: String(ids.medicina), data: { slug } });
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
    expect(await productsIn('medicine')).toEqual(['anatomy', 'botany']);
    await read('page');
    expect(((await read('anatomy')).body as Product).vertical).toEqual(['medicina']);
  });

  it('a number that is given anew when what was taken back is published again', async () => {
    const number = async (): Promise<number> => ((await read('anatomy')).body as { id: number }).id;
    const before = await number();
    const at = (id: number) => app.request.get(`/api/products/productById/${id}`);
    const publishAnew = async (payID: string): Promise<void> => {
      await app.strapi
        .documents(PRODUCT)
        .unpublish({ documentId: String(ids.anatomy), locale: 'es' });
      await update(PRODUCT, ids.anatomy, { payID });
    };
    for (let time = 0; time < 3; time += 1) await at(before).expect(200);
    await publishAnew('pay-2');
    const after = await number();
    expect(after).not.toBe(before);
    for (const id of [before, after]) {
      const { body } = await at(id).expect(200);
      expect((body as { data: { id: number; payID: string } }).data).toMatchObject({
        id: after,
        payID: 'pay-2',
      });
    }
    await publishAnew('pay-3');
    const last = await number();
    for (const id of [before, after, last]) {
      const { body } = await at(id).expect(200);
      expect((body as { data: { id: number; payID: string } }).data).toMatchObject({
        id: last,
        payID: 'pay-3',
      });
    }
  });
});

describe('What points at a document is shown by it:', () => {
  const channelProducts = async (name: string): Promise<string[]> =>
    ((await read(name)).body as { data: { products: Product[] } }).data.products.map(
      ({ slug }) => slug,
    );

  const protagonist = async () => {
    const { data } = (await read('protagonist')).body as {
      data: Record<'courses' | 'masters' | 'lives', { documentId: string }[]>;
    };
    return {
      courses: data.courses.map(({ documentId }) => documentId),
      lives: data.lives.map(({ documentId }) => documentId),
    };
  };

  it('a product that comes to a channel and leaves it', async () => {
    const come = await droppedBy(() =>
      update(PRODUCT, ids.algebra, { channels: [ids.otherChannel] }),
    );
    expect(come.dropped).toContain('otherChannel');
    expect(come.dropped).not.toContain('channel');
    expect(await channelProducts('otherChannel')).toEqual(['algebra']);
    const leave = await droppedBy(() => update(PRODUCT, ids.algebra, { channels: [] }));
    expect(leave.dropped).toContain('otherChannel');
    expect(await channelProducts('otherChannel')).toEqual([]);
  });

  it('a product that a channel is given', async () => {
    await droppedBy(() => update(CHANNEL, ids.otherChannel, { products: [ids.botany] }));
    expect(await channelProducts('otherChannel')).toEqual(['botany']);
    await droppedBy(() => update(CHANNEL, ids.otherChannel, { products: [] }));
    expect(await channelProducts('otherChannel')).toEqual([]);
  });

  it('a product that its protagonist does not show until it is a course', async () => {
    await update(PRODUCT, ids.anatomy, { protagonists: [ids.protagonist] });
    await droppedBy(() => Promise.resolve());
    expect((await protagonist()).courses).toEqual([ids.botany]);
    const { dropped } = await droppedBy(() =>
      update(PRODUCT, ids.anatomy, { type: 'Curso corto' }),
    );
    expect(dropped).toContain('protagonist');
    expect((await protagonist()).courses).toEqual([ids.anatomy, ids.botany]);
    await update(PRODUCT, ids.anatomy, { type: 'Libro', protagonists: [] });
    expect((await protagonist()).courses).toEqual([ids.botany]);
  });

  it('a live session, from when it is published until it is taken back', async () => {
    const lives = documentsOf(app, LIVE);
    await droppedBy(() => lives.unpublish({ documentId: String(ids.live) }));
    expect((await protagonist()).lives).toEqual([]);
    await droppedBy(() => lives.publish({ documentId: String(ids.live) }));
    expect((await protagonist()).lives).toEqual([ids.live]);
    await droppedBy(() => update(LIVE, ids.live, { protagonists: [] }));
    expect((await protagonist()).lives).toEqual([]);
    await droppedBy(() => update(LIVE, ids.live, { protagonists: [ids.protagonist] }));
    expect((await protagonist()).lives).toEqual([ids.live]);
  });
});

describe('What a page was given', () => {
  const shelved = async (): Promise<string[]> =>
    (
      (await read('page')).body as { data: { courseList: { products: Product[] }[] } }
    ).data.courseList.flatMap(({ products }) => products.map(({ documentId }) => documentId));

  it('is gone while it is not published, and comes back', async () => {
    const products = documentsOf(app, PRODUCT);
    const version = { documentId: String(ids.anatomy), locale: 'es' };
    await droppedBy(() => Promise.resolve());
    expect(await shelved()).toEqual([ids.anatomy]);
    await products.unpublish(version);
    expect(await shelved()).toEqual([]);
    await read('page');
    await products.publish(version);
    expect(await shelved()).toEqual([ids.anatomy]);
  });
});
