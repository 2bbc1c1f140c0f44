import { getChannel, listChannels } from '#api/channel/contract';
import { listEpisodesBySeries } from '#api/episode/contract';
import {
  getProductById,
  getProductBySlug,
  listBooks,
  listCourses,
  listMasters,
  listProducts,
} from '#api/product/contract';
import { getProtagonist } from '#api/protagonist/contract';
import { listSeries } from '#api/series/contract';
import { read } from '../call';
import { app } from './app';

const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);

describe('a book', () => {
  it('has its details and its full pictures', async () => {
    const params = { slug: 'atlas-de-ecografia-clinica', lang: 'es' };
    const book = await read(app, getProductBySlug, params);
    expect(book).toMatchObject({
      SKU: 'MED-LIB-001',
      title: 'Atlas de ecografía clínica a pie de cama',
      type: 'Libro',
      locale: 'es',
      payID: 'prod_medicina_001',
      payCrm: 'main',
      fullPrice: 64,
      tuitionPrice: 54.9,
      vertical: ['medicina'],
      header: null,
      greenTag: { greenTag: 'TOP 10' },
      bookDetails: {
        author: 'Núria Vidal Costa',
        publicationYear: 2024,
        format: 'Physical',
        ISBN: '978-84-19730-01-5',
        bindingFormat: 'Tapa dura',
      },
      cardImage: { mime: 'image/webp', isUrlSigned: false },
      isSoon: null,
    });
    expect(names(book.categories)).toEqual(['Diagnóstico por imagen']);
    expect(names(book.channels)).toEqual(['Editorial Punto y Trazo']);
    expect(book.cardImage?.formats?.thumbnail.url).toMatch(/^\/uploads\/thumbnail_/);
    expect(book.cardImage?.alternativeText).toEqual(expect.any(String));
  });

  it('other locale – is the same document with relations of that locale', async () => {
    const es = await read(app, getProductBySlug, {
      slug: 'atlas-de-ecografia-clinica',
      lang: 'es',
    });
    const en = await read(app, getProductBySlug, {
      slug: 'atlas-of-bedside-clinical-ultrasound',
      lang: 'en',
    });
    expect(en.documentId).toBe(es.documentId);
    expect(en.bookDetails?.bindingFormat).toBe('Hardback');
    expect(en.categories.map(({ documentId }) => documentId)).toEqual(
      es.categories.map(({ documentId }) => documentId),
    );
    expect(names(en.categories)).not.toEqual(names(es.categories));
  });
});

describe('lists', () => {
  it('contain the types of their name', async () => {
    const types = async (endpoint: typeof listBooks) =>
      new Set((await read(app, endpoint)).data.map(({ type }) => type));
    expect(await types(listBooks)).toEqual(new Set(['Libro']));
    expect(await types(listCourses as never)).toEqual(
      new Set(['Curso corto', 'Programa largo', 'Curso presencial']),
    );
    expect(await types(listMasters as never)).toEqual(new Set(['Máster']));
    expect(await types(listProducts as never)).toContain(null);
  });

  it('contain both locales, or the requested one', async () => {
    const bothLocales = await read(app, listMasters);
    const english = await read(app, listMasters, {}, { lang: 'en' });
    expect(new Set(bothLocales.data.map(({ locale }) => locale))).toEqual(new Set(['es', 'en']));
    expect(english.data).toEqual(bothLocales.data.filter(({ locale }) => locale === 'en'));
  });

  it('have the order of the catalogue', async () => {
    const { data } = await read(app, listProducts);
    const orders = data.map(({ order }) => order);
    expect(orders).toEqual([...orders].sort((a, b) => a - b));
  });

  it('contain the products of the requested business line', async () => {
    const { data } = await read(app, listProducts, {}, { vertical: 'veterinaria' });
    expect(data.length).toBeGreaterThan(5);
    for (const { slug, locale } of data) {
      const { vertical } = await read(app, getProductBySlug, { slug, lang: locale });
      expect(vertical).toContain('veterinaria');
    }
  });

  it('all pages – equal the whole list', async () => {
    const { data: wholeList } = await read(app, listCourses);
    const pages = [];
    for (let page = 1; ; page += 1) {
      const { data, meta } = await read(app, listCourses, {}, { page, pageSize: 7 });
      pages.push(...data);
      expect(meta?.pagination).toMatchObject({ page, pageSize: 7, total: wholeList.length });
      if (page === meta?.pagination.pageCount) break;
    }
    expect(pages).toEqual(wholeList);
  });
});

describe('the id of a product', () => {
  it('documentId, published row id and draft row id – return the product', async () => {
    const { data: expected } = await read(app, getProductById, {
      id: (await read(app, listMasters, {}, { lang: 'es' })).data[0]?.id ?? 0,
    });
    const draft = (await app.strapi.db.query('api::product.product').findOne({
      where: { documentId: expected.documentId, locale: 'es', publishedAt: { $null: true } },
    })) as { id: number };
    for (const id of [expected.documentId, expected.id, draft.id]) {
      expect((await read(app, getProductById, { id })).data).toEqual(expected);
    }
    const english = await read(app, getProductById, { id: expected.documentId }, { lang: 'en' });
    expect(english.data).toMatchObject({ documentId: expected.documentId, locale: 'en' });
  });

  it('draft row id – stays valid after publishing', async () => {
    const [product] = (await read(app, listMasters, {}, { lang: 'es' })).data;
    const { documentId } = product ?? { documentId: '' };
    const draft = (await app.strapi.db.query('api::product.product').findOne({
      where: { documentId, locale: 'es', publishedAt: { $null: true } },
    })) as { id: number };
    await app.strapi
      .documents('api::product.product')
      .publish({ documentId, locale: 'es' } as never);
    const { data } = await read(app, getProductById, { id: draft.id });
    expect(data.documentId).toBe(documentId);
    expect(data.id).toBe(product?.id);
  });

  it('every former published row id – returns the current version after unpublishing and publishing', async () => {
    const products = app.strapi.documents('api::product.product');
    const [product] = (await read(app, listMasters, {}, { lang: 'es' })).data;
    const version = { documentId: product?.documentId ?? '', locale: 'es' };
    const rowIds = [product?.id ?? 0];
    for (let times = 0; times < 2; times += 1) {
      await products.unpublish(version as never);
      await products.publish(version as never);
      const { data } = await read(app, getProductById, { id: version.documentId }, { lang: 'es' });
      rowIds.push(data.id);
    }
    expect(new Set(rowIds).size).toBe(3);
    for (const id of rowIds) {
      const { data } = await read(app, getProductById, { id });
      expect([data.documentId, data.locale, data.id]).toEqual([
        version.documentId,
        'es',
        rowIds.at(-1),
      ]);
    }
  });
});

describe('a channel', () => {
  it('lists its content in both locales, or in the requested one', async () => {
    const slug = 'universidad-de-valdemora';
    const { data } = await read(app, getChannel, { slug });
    expect(data).toMatchObject({
      name: 'Universidad de Valdemora',
      type: 'University',
      locale: null,
      vertical: expect.arrayContaining(['medicina']) as unknown,
      headVideo: { title: expect.any(String) as unknown },
    });
    expect(new Set(data.products.map(({ locale }) => locale))).toEqual(new Set(['es', 'en']));
    expect(data.lives.length).toBeGreaterThan(0);

    const { data: english } = await read(app, getChannel, { slug }, { lang: 'en' });
    expect(english.products).toEqual(data.products.filter(({ locale }) => locale === 'en'));
    expect(english.series).toEqual(data.series.filter(({ locale }) => locale === 'en'));
    expect(english.lives).toEqual(data.lives);
  });

  it('each listed channel – is readable by documentId, and by slug if it has one', async () => {
    const { data } = await read(app, listChannels, { vertical: 'medicina' });
    expect(data.map(({ slug }) => slug)).toContain(null);
    for (const { slug, documentId } of data) {
      const channel = await read(app, getChannel, { slug: documentId }, { lang: 'es' });
      expect(channel.data).toMatchObject({ slug, documentId });
      if (slug !== null)
        expect(await read(app, getChannel, { slug }, { lang: 'es' })).toEqual(channel);
    }
  });

  it('published again – keeps its products in both locales', async () => {
    const slug = 'universidad-de-valdemora';
    const before = (await read(app, getChannel, { slug })).data;
    await app.strapi
      .documents('api::channel.channel')
      .publish({ documentId: before.documentId } as never);
    const after = (await read(app, getChannel, { slug })).data;
    expect(after.products).toEqual(
      before.products.map((product) => ({ ...product, channels: expect.any(Array) as unknown })),
    );
    expect(after.id).toBe(before.id);
  });
});

describe('a protagonist', () => {
  it('lists courses, masters, series and lives separately', async () => {
    const params = { slug: 'elena-ruiz-santamaria', lang: 'es' };
    const { data } = await read(app, getProtagonist, params);
    expect(data.masters.map(({ title }) => title)).toContain(
      'Máster en cardiología e imagen cardiaca',
    );
    expect(data.courses.length).toBeGreaterThan(0);
    expect(data.series.map(({ title }) => title)).toContain('A corazón abierto');
    expect(data.lives.map(({ title }) => title)).toContain(
      'ECG en directo: diez trazados, diez decisiones',
    );
  });

  it('other locale – lists the same lives', async () => {
    const slug = 'elena-ruiz-santamaria';
    const es = (await read(app, getProtagonist, { slug, lang: 'es' })).data;
    const en = (await read(app, getProtagonist, { slug, lang: 'en' })).data;
    expect(en.lives).toEqual(es.lives);
    expect(en.series.map(({ title }) => title)).toContain('Open Heart');
  });
});

describe('a series', () => {
  it('episodes – have the order of the editor', async () => {
    const { data } = await read(app, listSeries, {}, { lang: 'es', vertical: 'medicina' });
    const series = data.find(({ slug }) => slug === 'a-corazon-abierto');
    const { data: episodes } = await read(app, listEpisodesBySeries, {
      seriesSlug: 'a-corazon-abierto',
    });
    expect(names(series?.episodes ?? [])).toEqual(names(episodes));
    expect(episodes.map(({ slug }) => slug)).toEqual([
      'el-latido',
      'dolor-en-el-pecho',
      'una-valvula-cansada',
      'volver-a-correr',
    ]);
  });
});

describe('unpublished content', () => {
  it('draft-only product – is absent from lists, and responds 404', async () => {
    const drafts = (await app.strapi.db.query('api::product.product').findMany({
      where: { publishedAt: { $null: true } },
      select: ['documentId', 'locale', 'slug'],
    })) as { documentId: string; locale: string; slug: string }[];
    const { data } = await read(app, listProducts);
    const isShown = (documentId: string, locale: string) =>
      data.some((product) => product.documentId === documentId && product.locale === locale);
    const hidden = drafts.filter(({ documentId, locale }) => !isShown(documentId, locale));
    expect(hidden.length).toBeGreaterThan(0);
    for (const { slug, locale } of hidden) {
      const { status, body } = await app.request.get(
        `/api/products/productBySlug/${slug}/${locale}`,
      );
      expect([status, body]).toMatchObject([
        404,
        { error: { details: { code: 'PRODUCT_NOT_FOUND' } } },
      ]);
    }
  });

  it('draft of a published product – does not change the response', async () => {
    const { data } = await read(app, listProducts, {}, { lang: 'es' });
    const product = data[0];
    const documents = app.strapi.documents('api::product.product');
    await documents.update({
      documentId: product?.documentId ?? '',
      locale: 'es',
      data: { title: 'Aún no' },
    } as never);
    const { data: after } = await read(app, getProductById, { id: product?.id ?? 0 });
    expect(after.title).toBe(product?.title);
  });
});
