import { getBooksPage } from '#api/books-page/contract';
import { getChannel, listChannels } from '#api/channel/contract';
import { getChannelsPage } from '#api/channels-page/contract';
import { getContentsPage } from '#api/contents-page/contract';
import { getEpisode, listEpisodesBySeries } from '#api/episode/contract';
import { getHomePage } from '#api/home-page/contract';
import { getLive, listNextLives } from '#api/live/contract';
import { getPresentialsPage } from '#api/presentials-page/contract';
import {
  getProductById,
  getProductBySlug,
  listBooks,
  listCourses,
  listMasters,
  listProducts,
} from '#api/product/contract';
import { getProtagonist } from '#api/protagonist/contract';
import { getSeries, listSeries } from '#api/series/contract';
import { computeProductPrices, type PriceFields } from '#catalogue/money/product-prices';
import { productTypes } from '#catalogue/product-type';
import type { Endpoint } from '#platform/http/endpoint';
import { getDocumentService } from '#platform/strapi/documents';
import { search } from '#plugins/search/contract';
import { addressOf, read } from '../delivery/call';
import { startApp, stopQuietly, type App } from '../support/app';
import { share } from '../support/effort';
import { pick, seededRandom } from '../support/random';

/** Tests the parameters of lists: cards, fields, filters and sort orders. */

const PRODUCT = 'api::product.product';
const CATEGORY = 'api::category.category';
const LANG = { lang: 'es' };
const PAGE = { lang: 'es', vertical: 'medicina' };

let app: App;

beforeAll(async () => {
  app = await startApp({ seed: true });
});

afterAll(() => stopQuietly(app));

type Value = string | number;
type Call = [endpoint: Endpoint, params: Record<string, Value>, query: Record<string, Value>];

const calls: Call[] = [
  [listBooks, {}, LANG],
  [listCourses, {}, { ...PAGE, page: 1, pageSize: 5 }],
  [listMasters, {}, {}],
  [getProductBySlug, { slug: 'taller-de-suturas', lang: 'es' }, {}],
  [listChannels, { vertical: 'medicina' }, LANG],
  [getChannel, { slug: 'simula-lab' }, LANG],
  [getProtagonist, { slug: 'david-okafor', lang: 'es' }, {}],
  [listSeries, {}, PAGE],
  [getSeries, { slug: 'a-corazon-abierto', lang: 'es' }, {}],
  [listEpisodesBySeries, { seriesSlug: 'a-corazon-abierto' }, LANG],
  [getEpisode, { slug: 'el-latido' }, LANG],
  [getLive, { slug: 'ecg-en-directo' }, LANG],
  [listNextLives, {}, { from: '1970-01-01' }],
  [getHomePage, {}, PAGE],
  [getPresentialsPage, {}, PAGE],
  [getBooksPage, {}, PAGE],
  [getContentsPage, {}, PAGE],
  [getChannelsPage, {}, PAGE],
  [search, {}, { ...LANG, q: 'suturas' }],
];

type Json = null | string | number | boolean | Json[] | { [key: string]: Json };

const isObject = (value: Json | undefined): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the values of `all` at the keys of `expected`. */
const pickKnownKeys = (expected: Json | undefined, all: Json): Json => {
  if (Array.isArray(all)) {
    return all.map((item, index) =>
      pickKnownKeys(Array.isArray(expected) ? expected[index] : undefined, item),
    );
  }
  if (!isObject(all) || !isObject(expected)) return all;
  return Object.fromEntries(
    Object.entries(all).flatMap(([key, value]) =>
      Object.hasOwn(expected, key) ? [[key, pickKnownKeys(expected[key], value)]] : [],
    ),
  );
};

const objectsIn = (value: Json): Record<string, Json>[] => {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
};

const isFile = (value: Record<string, Json>): boolean => 'isUrlSigned' in value && 'id' in value;
const isPage = (value: Record<string, Json>): boolean =>
  ['tendencies', 'courseList'].some((key) => key in value);

type Reference = {
  documentId: string;
  languages: { locale: string | null; slug: string | null }[];
};

const slugsByDocument = async (): Promise<Map<string, (string | null)[]>> => {
  const kinds = ['product', 'channel', 'series', 'episode', 'protagonist', 'live', 'category'];
  const slugs = new Map<string, (string | null)[]>();
  for (const kind of kinds) {
    const { body } = await app.request.get(`/api/references?uid=api::${kind}.${kind}`).expect(200);
    for (const { documentId, languages } of (body as { data: Reference[] }).data) {
      slugs.set(
        documentId,
        languages.map(({ slug }) => slug),
      );
    }
  }
  return slugs;
};

describe('include=card', () => {
  it('GET every endpoint – include=card – adds only slugs and picture sizes', async () => {
    const slugs = await slugsByDocument();
    let [entries, pictures] = [0, 0];
    for (const [endpoint, params, query] of calls) {
      const plain = (await read(app, endpoint, params, query)) as Json;
      const card = (await read(app, endpoint, params, { ...query, include: 'card' })) as Json;
      expect(JSON.stringify(pickKnownKeys(plain, card))).toBe(JSON.stringify(plain));
      for (const one of objectsIn(card)) {
        // Facets are not cards.
        if (!('documentId' in one) || 'count' in one || isPage(one)) continue;
        if (isFile(one)) {
          pictures += 1;
          expect(Object.keys(one)).toEqual(
            expect.arrayContaining(['width', 'height', 'alternativeText']),
          );
          if (!('formats' in one)) expect(one).toHaveProperty('focalPoint');
        } else {
          entries += 1;
          expect(slugs.get(one.documentId as string)).toContain(one.slug);
          expect(one).toHaveProperty('locale');
          expect(one).toHaveProperty('type');
        }
      }
    }
    expect(entries).toBeGreaterThan(100);
    expect(pictures).toBeGreaterThan(50);
  });

  it('GET /products/courses – include=card – contains the type of channels and the focal point of pictures', async () => {
    const { data } = await read(app, listCourses, {}, { ...LANG, include: 'card' });
    const product = data.find(
      ({ cardImage, channels }) => cardImage !== null && channels.length > 0,
    );
    expect(product?.channels[0]).toMatchObject({
      locale: null,
      type: expect.any(String) as string,
    });
    const { id = 0, documentId = '' } = product?.cardImage ?? {};
    await app.strapi.db
      .query('plugin::upload.file')
      .update({ where: { id }, data: { focalPoint: { x: 12.5, y: 80 } } });
    const after = await read(
      app,
      getProductById,
      { id: product?.documentId ?? '' },
      { include: 'card' },
    );
    expect(after.data.cardImage).toMatchObject({ documentId, focalPoint: { x: 12.5, y: 80 } });
  });

  it('GET /series/:slug/:lang – include=card – has the episodes of the episode list', async () => {
    const params = { slug: 'a-corazon-abierto', lang: 'es' };
    const { data } = await read(app, getSeries, params, { include: 'card' });
    const list = await read(
      app,
      listEpisodesBySeries,
      { seriesSlug: params.slug },
      { ...LANG, include: 'card' },
    );
    expect(data.episodes.length).toBeGreaterThan(1);
    expect(list.data).toMatchObject(data.episodes);
    expect(data.episodes[0]).toMatchObject({
      duration: expect.stringMatching(/^\d/) as string,
      summary: expect.any(String) as string,
      image: { url: expect.any(String) as string, width: expect.any(Number) as number },
    });
    const plain = await read(app, getSeries, params);
    expect(Object.keys(plain.data.episodes[0] ?? {})).toEqual([
      'id',
      'documentId',
      'name',
      'm3u8Link',
    ]);
  });

  it.each(['include=everything', 'include=', 'include=card,draft'])(
    'GET /products/books – ?%s – returns 400',
    async (query) => {
      const { body } = await app.request.get(`/api/products/books?${query}`).expect(400);
      expect(body).toMatchObject({ error: { details: { code: 'INVALID_REQUEST' } } });
    },
  );
});

it('GET /products/productById/:id – include=detail – has the data of productBySlug', async () => {
  const slug = { slug: 'taller-de-suturas', lang: 'es' };
  const { documentId: id } = await read(app, getProductBySlug, slug);
  const plain = await read(app, getProductById, { id }, LANG);
  const queries: [string, Record<string, Value>][] = [
    ['detail', {}],
    ['card,detail', { include: 'card' }],
  ];
  for (const [include, query] of queries) {
    const { body } = await app.request
      .get(addressOf(getProductById, { id }, { ...LANG, include }))
      .expect(200);
    const data = await read(app, getProductBySlug, slug, query);
    expect(body).toEqual({ data });
    expect(getProductById.response.safeParse(body).error).toBeUndefined();
  }
  expect(await read(app, getProductById, { id }, LANG)).toEqual(plain);
  expect(plain.data).not.toHaveProperty('vertical');
});

const xCache = async (address: string): Promise<string> =>
  ((await app.request.get(address).expect(200)).headers as Record<string, string>)['x-cache'] ?? '';

describe('fields', () => {
  it.each<[string, Endpoint, Record<string, Value>, Record<string, Value>, string[]]>([
    ['products', listProducts, {}, LANG, ['id', 'slug', 'title', 'cardImage']],
    ['channels', listChannels, { vertical: 'medicina' }, { page: 1 }, ['name', 'slug']],
    ['series', listSeries, {}, PAGE, ['slug', 'name']],
    [
      'episodes',
      listEpisodesBySeries,
      { seriesSlug: 'a-corazon-abierto' },
      { page: 1, pageSize: 2 },
      ['name'],
    ],
    ['lives', listNextLives, {}, { from: '1970-01-01' }, ['title', 'typeOfLive']],
  ])(
    'GET %s – fields – returns only these, in their usual order',
    async (_, endpoint, params, query, fields) => {
      const wholeList = (await read(app, endpoint, params, query)) as {
        data: Record<string, Json>[];
        meta?: unknown;
      };
      expect(wholeList.data.length).toBeGreaterThan(1);
      const narrowed = await app.request
        .get(addressOf(endpoint, params, { ...query, fields: fields.join(',') }))
        .expect(200);
      const data = wholeList.data.map((item) =>
        Object.fromEntries(Object.entries(item).filter(([key]) => fields.includes(key))),
      );
      expect(narrowed.text).toBe(JSON.stringify({ ...wholeList, data }));
    },
  );

  it('GET /series/getSeries – fields and include=card – adds only requested card fields', async () => {
    const first = async (query: string) =>
      (
        (
          await app.request
            .get(`/api/series/getSeries?lang=es&vertical=medicina&${query}`)
            .expect(200)
        ).body as { data: object[] }
      ).data[0];
    expect(Object.keys((await first('fields=locale,name&include=card')) ?? {})).toEqual([
      'name',
      'locale',
    ]);
    expect(Object.keys((await first('fields=locale,name')) ?? {})).toEqual(['name']);
  });

  it('GET /products/books – unknown field – returns 400 with the known fields', async () => {
    const { body } = await app.request.get('/api/products/books?fields=slug,secret').expect(400);
    const { details } = (
      body as { error: { details: { code: string; errors: { message: string }[] } } }
    ).error;
    expect(details.code).toBe('INVALID_REQUEST');
    for (const field of ['documentId', 'title', 'bookDetails']) {
      expect(details.errors[0]?.message).toContain(field);
    }
  });

  it('GET /products/books – reordered or repeated fields – share a cache entry', async () => {
    expect(await xCache('/api/products/books?fields=slug,title,SKU')).toBe('MISS');
    for (const query of ['fields=title,SKU,slug', 'fields=SKU&fields=slug,title,slug']) {
      expect(await xCache(`/api/products/books?${query}`)).toBe('HIT');
    }
  });

  it('GET /products/books – fields – returns a renamed product at once', async () => {
    const titles = async () =>
      (
        (await app.request.get('/api/products/books?lang=es&fields=title,documentId').expect(200))
          .body as { data: { title: string; documentId: string }[] }
      ).data;
    const [first] = await titles();
    const { documentId, title } = first ?? { documentId: '', title: '' };
    const rename = (name: string) =>
      getDocumentService(app, PRODUCT).update({
        documentId,
        ...{ locale: 'es', status: 'published' },
        data: { title: name },
      });
    await rename('Otro título');
    expect((await titles())[0]?.title).toBe('Otro título');
    await rename(title);
  });
});

type Linked = { documentId: string };

type Row = PriceFields & {
  documentId: string;
  locale: string;
  title: string;
  order: number;
  type: string | null;
  publishedAt: string;
  categories: Linked[];
  channels: Linked[];
  protagonists: Linked[];
  verticals: { slug: string }[];
};

const publishedProducts = async (): Promise<Row[]> =>
  (await app.strapi.db.query(PRODUCT).findMany({
    where: { publishedAt: { $notNull: true } },
    populate: ['categories', 'channels', 'protagonists', 'verticals'],
    orderBy: [{ order: 'asc' }, { documentId: 'asc' }, { locale: 'asc' }],
  })) as Row[];

const keyOf = ({ documentId, locale }: Pick<Row, 'documentId' | 'locale'>): string =>
  `${documentId} ${locale}`;

const lists = {
  book: listBooks,
  course: listCourses,
  master: listMasters,
  all: listProducts,
};

type Filters = Partial<Record<'category' | 'channel' | 'protagonist', string[]>> & {
  priceFrom?: number;
  priceTo?: number;
};

const relationOf = {
  category: 'categories',
  channel: 'channels',
  protagonist: 'protagonists',
} as const;

const names = Object.keys(relationOf) as (keyof typeof relationOf)[];

const totalOf = (row: Row): number | null => computeProductPrices(row).total;

const matches = (row: Row, { priceFrom = 0, priceTo = Infinity, ...filters }: Filters): boolean =>
  names.every((name) => {
    const wantedIds = filters[name];
    return (
      wantedIds === undefined ||
      row[relationOf[name]].some(({ documentId }) => wantedIds.includes(documentId))
    );
  }) &&
  ((priceFrom === 0 && priceTo === Infinity) ||
    (totalOf(row) !== null &&
      Number(totalOf(row)) >= priceFrom &&
      Number(totalOf(row)) <= priceTo));

const collator = new Intl.Collator('es');

/** Compares products by a sort order, then by their position. */
const compareBy = (sort: string) => {
  const sign = sort.startsWith('-') ? -1 : 1;
  const valueOf = (row: Row): number | string | null => {
    switch (sort.replace('-', '')) {
      case 'title':
        return row.title;
      case 'price':
        return totalOf(row);
      case 'date':
        return Number(new Date(row.publishedAt));
      default:
        return row.order;
    }
  };
  return (item: Row, other: Row): number => {
    const [left, right] = [valueOf(item), valueOf(other)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    if (typeof left === 'string') return sign * collator.compare(left, String(right));
    return sign * (left - Number(right));
  };
};

describe('product filters', () => {
  it('GET /products/… – random filters – returns the filtered whole list', async () => {
    const random = seededRandom();
    const rows = await publishedProducts();
    const idsOf = (name: keyof typeof relationOf): string[] => [
      ...new Set(rows.flatMap((row) => row[relationOf[name]].map(({ documentId }) => documentId))),
    ];
    const slugs = await slugsByDocument();
    let [nonEmpty, empty] = [0, 0];
    for (let round = 0; round < share(60); round += 1) {
      const filters: Filters = {};
      for (const name of names) {
        if (random() < 0.6) continue;
        filters[name] = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
          pick(random, idsOf(name)),
        );
      }
      if (random() < 0.3) filters.priceFrom = Math.floor(random() * 500);
      if (random() < 0.3) filters.priceTo = Math.floor(random() * 3000);
      const sort = pick(random, [
        'position',
        'title',
        '-title',
        'price',
        '-price',
        'date',
        '-date',
        '-position',
      ]);
      const kind = pick(random, ['book', 'course', 'master', 'all'] as const);
      const lang = pick(random, [undefined, 'es', 'en']);
      const vertical = pick(random, [undefined, 'medicina', 'enfermeria']);
      const isKnown = rows.some((row) => row.verticals.some(({ slug }) => slug === vertical));
      const query = {
        ...filters,
        ...(lang !== undefined && { lang }),
        ...(isKnown && { vertical }),
        sort,
      };
      const expected = rows
        .filter(
          (row) =>
            matches(row, filters) &&
            (lang === undefined || row.locale === lang) &&
            (!isKnown || row.verticals.some(({ slug }) => slug === vertical)) &&
            (kind === 'all' || (productTypes[kind] as readonly string[]).includes(row.type ?? '')),
        )
        .toSorted(compareBy(sort));
      const address = (more: Record<string, Value> = {}) =>
        addressOf(lists[kind], {}, { ...query, ...more } as unknown as Record<string, Value>);
      const wholeList = await app.request.get(address()).expect(200);
      const { data } = wholeList.body as { data: Row[] };
      expect({ query, keys: data.map(keyOf) }).toEqual({ query, keys: expected.map(keyOf) });
      const page = await app.request.get(address({ page: 2, pageSize: 3 })).expect(200);
      expect(page.body).toEqual({
        data: data.slice(3, 6),
        meta: {
          pagination: {
            page: 2,
            pageSize: 3,
            pageCount: Math.ceil(data.length / 3),
            total: data.length,
          },
        },
      });
      if (data.length > 0) nonEmpty += 1;
      else empty += 1;
      // A slug selects the same entries as its documentId.
      for (const name of names) {
        const [documentId = ''] = filters[name] ?? [];
        const slug = slugs.get(documentId)?.[0];
        if (typeof slug !== 'string' || lang !== undefined) continue;
        const listFiltered = (value: string) =>
          app.request.get(addressOf(listProducts, {}, { [name]: value })).expect(200);
        expect((await listFiltered(slug)).text).toBe((await listFiltered(documentId)).text);
      }
    }
    expect(Math.min(nonEmpty, empty)).toBeGreaterThan(1);
  });

  it('GET /products/allProducts – reordered or repeated filters – share a cache entry', async () => {
    const rows = await publishedProducts();
    const [one, other] = [
      ...new Set(rows.flatMap((row) => row.categories.map((category) => category.documentId))),
    ];
    expect(await xCache(`/api/products/allProducts?category=${one},${other}`)).toBe('MISS');
    for (const query of [`category=${other},${one}`, `category=${one}&category=${other},${one}`]) {
      expect(await xCache(`/api/products/allProducts?${query}`)).toBe('HIT');
    }
  });

  it('GET /products/allProducts – changed category or price of a product – is effective at once', async () => {
    const category = await getDocumentService(app, CATEGORY).create({
      locale: 'es',
      status: 'published',
      data: { name: 'Nueva', slug: 'nueva' },
    });
    const product = (await publishedProducts()).find(({ locale }) => locale === 'es');
    const where = {
      documentId: product?.documentId ?? '',
      locale: 'es',
      status: 'published',
    } as const;
    const before = product?.categories.map(({ documentId }) => documentId) ?? [];
    const listDocumentIds = async (query: string) =>
      (
        (await app.request.get(`/api/products/allProducts?lang=es&${query}`).expect(200)).body as {
          data: Row[];
        }
      ).data.map(({ documentId }) => documentId);
    const change = (data: object) => getDocumentService(app, PRODUCT).update({ ...where, data });

    expect(await listDocumentIds('category=nueva')).toEqual([]);
    await change({ categories: [category.documentId] });
    expect(await listDocumentIds('category=nueva')).toEqual([where.documentId]);
    expect(await listDocumentIds('category=otra')).toEqual([]);
    await getDocumentService(app, CATEGORY).update({
      ...{ documentId: category.documentId, locale: 'es', status: 'published' },
      data: { slug: 'otra' },
    });
    expect(await listDocumentIds('category=otra')).toEqual([where.documentId]);
    expect(await listDocumentIds('category=nueva')).toEqual([]);
    expect(await listDocumentIds('category=otra&priceFrom=77777')).toEqual([]);
    await change({ fullPrice: 77_777, tuitionPrice: null, purchaseType: 'single' });
    expect(await listDocumentIds('category=otra&priceFrom=77777')).toEqual([where.documentId]);
    expect((await listDocumentIds('sort=-price'))[0]).toBe(where.documentId);
    await change({ categories: before });
    expect(await listDocumentIds('category=otra')).toEqual([]);
  });

  it.each([
    'sort=relevance',
    'sort=',
    'priceFrom=x',
    'priceTo=-1',
    'category=',
    `channel=${Array.from({ length: 21 }, (_, index) => `c${index}`).join(',')}`,
  ])('GET /products/books – ?%s – returns 400', async (query) => {
    const { body } = await app.request.get(`/api/products/books?${query}`).expect(400);
    expect(body).toMatchObject({ error: { details: { code: 'INVALID_REQUEST' } } });
  });
});

describe('list parameters of search', () => {
  it('GET /search – kind – finds only products of that list', async () => {
    const { data, meta } = await read(app, search, {}, { ...LANG, kind: 'course', pageSize: 50 });
    const courses = await read(app, listCourses, {}, LANG);
    expect(meta.pagination.total).toBe(courses.data.length);
    expect(data.every(({ type }) => type === 'product')).toBe(true);
    expect(meta.facets.type).toEqual([{ value: 'product', count: courses.data.length }]);
    const values = meta.facets.productType.map(({ value }) => value);
    expect(values.toSorted()).toEqual([...productTypes.course].toSorted());
  });

  it('GET /search – several values – find entries with any of them', async () => {
    const total = async (query: Record<string, Value>) =>
      (await read(app, search, {}, { ...LANG, ...query })).meta.pagination.total;
    const [books, masters] = [
      await total({ productType: 'Libro' }),
      await total({ productType: 'Máster' }),
    ];
    expect(Math.min(books, masters)).toBeGreaterThan(0);
    expect(await total({ productType: 'Máster,Libro' })).toBe(books + masters);
    expect(await total({ type: 'series,live' })).toBe(
      (await total({ type: 'series' })) + (await total({ type: 'live' })),
    );
  });

  it.each(['title', '-title', 'price', '-price', 'date', '-date', 'position', '-position'])(
    'GET /search – sort=%s – has the order of the list',
    async (sort) => {
      const query = { ...LANG, sort, page: 1, pageSize: 50 };
      const results = await read(app, search, {}, { ...query, kind: 'course' });
      const rows = new Map((await publishedProducts()).map((row) => [keyOf(row), row]));
      const shownRows = results.data.map(({ documentId }) => rows.get(`${documentId} es`));
      const compare = compareBy(sort);
      for (const [index, row] of shownRows.entries()) {
        const next = shownRows[index + 1];
        if (row !== undefined && next !== undefined)
          expect(compare(row, next)).toBeLessThanOrEqual(0);
      }
      expect(shownRows.length).toBeGreaterThan(5);
    },
  );
});
