import {
  getReference,
  listBusinessLines,
  listLanguages,
  listReferences,
} from '#plugins/site/references/contract';
import { sluggedTypes } from '#catalogue/slugged-types';
import { getDocumentService } from '#platform/strapi/documents';
import { addressOf, read } from '../delivery/call';
import { startApp, stopQuietly, type App } from '../support/app';

const PRODUCT = 'api::product.product';
const CATEGORY = 'api::category.category';

let app: App;

beforeAll(async () => {
  app = await startApp({ seed: true });
});

afterAll(() => stopQuietly(app));

type Row = { documentId: string; locale: string | null; slug: string | null };

const published = async (uid: string): Promise<Row[]> =>
  (await app.strapi.db.query(uid).findMany({
    where: { publishedAt: { $notNull: true } },
    select: ['documentId', 'locale', 'slug'],
  })) as Row[];

const hasLanguages = (uid: string): boolean =>
  (
    app.strapi.contentType(uid as never) as {
      pluginOptions?: { i18n?: { localized?: boolean } };
    }
  ).pluginOptions?.i18n?.localized === true;

const formatRow = (uid: string, row: Row): string =>
  [row.documentId, hasLanguages(uid) ? row.locale : null, row.slug].join(' ');

const readError = async (address: string) => {
  const { status, body } = await app.request.get(address);
  return [status, (body as { error: { details: { code: string } } }).error.details.code];
};

describe('GET /api/references', () => {
  it.each(sluggedTypes)(
    '%s – contains every published entry once, with its locales',
    async (uid) => {
      const { data } = await read(app, listReferences, {}, { uid });
      const listedRows = data.flatMap(({ documentId, languages }) =>
        languages.map(({ locale, slug }) => formatRow(uid, { documentId, locale, slug })),
      );
      const rows = await published(uid);
      expect(rows.length).toBeGreaterThan(2);
      expect(listedRows.sort()).toEqual(rows.map((row) => formatRow(uid, row)).sort());
      expect(new Set(data.map(({ documentId }) => documentId)).size).toBe(data.length);
      expect(data.every((referencePath) => referencePath.uid === uid)).toBe(true);
    },
  );

  it('vertical – is present for types with business lines only', async () => {
    for (const uid of sluggedTypes) {
      const { data } = await read(app, listReferences, {}, { uid });
      const lines = data.flatMap(({ languages }) => languages.map(({ vertical }) => vertical));
      const hasLines = !/episode|protagonist|category/.test(uid);
      expect([uid, lines.every((slugs) => slugs !== undefined)]).toEqual([uid, hasLines]);
      expect([uid, lines.some((slugs) => slugs?.includes('medicina'))]).toEqual([uid, hasLines]);
    }
  });

  it('lang and vertical – filter the list', async () => {
    const narrowed = { uid: PRODUCT, lang: 'en', vertical: 'psicologia' };
    const { data } = await read(app, listReferences, {}, narrowed);
    expect(data.length).toBeGreaterThan(0);
    for (const { languages } of data) {
      expect(languages).toHaveLength(1);
      expect(languages[0]).toMatchObject({ locale: 'en' });
      expect(languages[0]?.vertical).toContain('psicologia');
    }
    const all = await read(app, listReferences, {}, { uid: PRODUCT });
    expect(data.length).toBeLessThan(all.data.length);
  });

  it('pages – contain each entry once', async () => {
    const { data: whole } = await read(app, listReferences, {}, { uid: PRODUCT });
    const paged = [];
    for (let page = 1; page <= Math.ceil(whole.length / 7); page += 1) {
      const { data, meta } = await read(
        app,
        listReferences,
        {},
        { uid: PRODUCT, page, pageSize: 7 },
      );
      expect(meta?.pagination).toMatchObject({ page, pageSize: 7, total: whole.length });
      paged.push(...data);
    }
    expect(paged).toEqual(whole);
  });

  it('unknown type, locale or business line – returns 400 or 404', async () => {
    expect(await readError('/api/references')).toEqual([400, 'INVALID_REQUEST']);
    expect(await readError('/api/references?uid=admin::user')).toEqual([400, 'INVALID_REQUEST']);
    const uid = `/api/references?uid=${CATEGORY}`;
    expect(await readError(`${uid}&lang=fr`)).toEqual([404, 'LANGUAGE_NOT_FOUND']);
    expect(await readError(`${uid}&vertical=none`)).toEqual([404, 'VERTICAL_NOT_FOUND']);
  });

  it('publication and unpublication – are effective at once', async () => {
    const categories = getDocumentService(app, CATEGORY);
    const list = () => read(app, listReferences, {}, { uid: CATEGORY });
    const { length } = (await list()).data;
    const { documentId } = await categories.create({
      locale: 'es',
      data: { name: 'Nueva', slug: 'nueva', order: 1 },
    });
    const referencePath = addressOf(getReference, { documentId });
    expect((await list()).data).toHaveLength(length);
    expect(await readError(referencePath)).toEqual([404, 'REFERENCE_NOT_FOUND']);

    await categories.publish({ documentId, locale: 'es' });
    expect((await list()).data).toHaveLength(length + 1);
    expect((await read(app, getReference, { documentId })).data.languages).toMatchObject([
      { locale: 'es', slug: 'nueva', title: 'Nueva' },
    ]);

    await categories.update({
      documentId,
      locale: 'en',
      status: 'published',
      data: { name: 'New', slug: 'new', order: 1 },
    });
    const both = [
      { locale: 'en', slug: 'new', title: 'New' },
      { locale: 'es', slug: 'nueva', title: 'Nueva' },
    ];
    expect((await read(app, getReference, { documentId })).data.languages).toMatchObject(both);
    const listed = (await list()).data.find((each) => each.documentId === documentId);
    expect(listed?.languages).toMatchObject(both);

    await categories.unpublish({ documentId, locale: '*' });
    expect((await list()).data).toHaveLength(length);
    expect(await readError(referencePath)).toEqual([404, 'REFERENCE_NOT_FOUND']);
  });

  it('second request – is answered from the cache', async () => {
    const address = addressOf(listReferences, {}, { uid: PRODUCT });
    await app.request.get(address);
    expect((await app.request.get(address)).headers['x-cache']).toBe('HIT');
  });
});

describe('GET /api/references/:documentId', () => {
  it.each(sluggedTypes)('every entry of %s – equals the entry of the list', async (uid) => {
    const { data } = await read(app, listReferences, {}, { uid });
    for (const reference of data) {
      const { documentId } = reference;
      expect(await read(app, getReference, { documentId })).toEqual({ data: reference });
    }
  });
});

describe('business lines and locales', () => {
  it('GET /business-lines and /languages – mark the default', async () => {
    const { data: lines } = await read(app, listBusinessLines);
    expect(lines.map(({ slug }) => slug).sort()).toEqual(['medicina', 'psicologia', 'veterinaria']);
    expect(lines.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    const { data: languages } = await read(app, listLanguages);
    expect(languages.map(({ code, isDefault }) => [code, isDefault])).toEqual([
      ['en', false],
      ['es', true],
    ]);
  });

  it('GET /business-lines – contains site, locales and patterns, and their changes', async () => {
    const lines = getDocumentService(app, 'api::vertical.vertical');
    const [first] = (await read(app, listBusinessLines)).data;
    expect(first).toMatchObject({
      site: 'https://medicina.example.com',
      languages: ['es', 'en'],
      patterns: { product: '/{lang}/products/{slug}', live: '/{lang}/lives/{slug}' },
      timeZone: 'Europe/Madrid',
      paymentAccounts: [],
    });
    const documentId = first?.documentId ?? '';
    const site = 'https://campus.example.com';
    await lines.update({
      documentId,
      data: { siteAddress: site, productAddress: '/{lang}/cursos/{slug}' },
    });
    const home = getDocumentService(app, 'api::home-page.home-page');
    const page = await home.findFirst({
      locale: 'en',
      filters: { vertical: { slug: first?.slug } },
    });
    await home.unpublish({ documentId: page?.documentId ?? '', locale: 'en' });
    expect((await read(app, listBusinessLines)).data[0]).toMatchObject({
      site,
      languages: ['es'],
      patterns: { product: '/{lang}/cursos/{slug}', series: '/{lang}/series/{slug}' },
    });
  });

  it('changed name, currency or locale – is effective at once', async () => {
    const [first] = (await read(app, listBusinessLines)).data;
    const lines = getDocumentService(app, 'api::vertical.vertical');
    const documentId = first?.documentId ?? '';
    await lines.update({ documentId, data: { name: 'Otro nombre' } });
    const { data } = await read(app, listBusinessLines);
    expect(data.find((referencePath) => referencePath.documentId === documentId)?.name).toBe(
      'Otro nombre',
    );

    const currencyAfter = async (currency: string | null) => {
      await lines.update({ documentId, data: { currency } });
      const { data: all } = await read(app, listBusinessLines);
      return all.find((referencePath) => referencePath.documentId === documentId)?.currency;
    };
    expect(await currencyAfter('MXN')).toBe('MXN');
    // A cached page cannot depend on the default currency of the settings.
    expect(await currencyAfter(null)).toBe('EUR');

    const locales = app.strapi
      .plugin('i18n')
      .service<{ create: (locale: object) => Promise<unknown> }>('locales');
    await locales.create({ code: 'fr', name: 'French (fr)' });
    const { data: languages } = await read(app, listLanguages);
    expect(languages.map(({ code }) => code)).toEqual(['en', 'es', 'fr']);
  });
});
