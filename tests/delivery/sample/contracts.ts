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
import { getBooksPage } from '#api/books-page/contract';
import { getChannelsPage } from '#api/channels-page/contract';
import { getCompanyPage } from '#api/company-page/contract';
import { getContentsPage } from '#api/contents-page/contract';
import { getHomePage } from '#api/home-page/contract';
import { getPlatformPage } from '#api/platform-page/contract';
import { getPresentialsPage } from '#api/presentials-page/contract';
import { listSeries } from '#api/series/contract';
import { addressOf, read } from '../call';
import { app } from './app';

let warnings: jest.SpyInstance;

beforeAll(() => {
  warnings = jest.spyOn(app.strapi.log, 'warn');
});

const publishedOnly = { publishedAt: { $notNull: true } };

const listSlugs = async (uid: string): Promise<{ slug: string; locale: string }[]> =>
  (await app.strapi.db
    .query(uid)
    .findMany({ where: publishedOnly, select: ['slug', 'locale'] })) as never;

const listVerticals = async (): Promise<string[]> => {
  const rows = (await app.strapi.db.query('api::vertical.vertical').findMany()) as {
    slug: string;
  }[];
  return rows.map(({ slug }) => slug);
};

describe('responses of the catalogue satisfy their contract', () => {
  it.each([listBooks, listCourses, listMasters, listProducts])('$path', async (endpoint) => {
    const { data } = await read(app, endpoint);
    expect(data.length).toBeGreaterThan(10);
  });

  it('/products/productBySlug – every published product', async () => {
    const products = await listSlugs('api::product.product');
    expect(products.length).toBeGreaterThan(80);
    for (const { slug, locale } of products) {
      const product = await read(app, getProductBySlug, { slug, lang: locale });
      expect(product).toMatchObject({ slug, locale });
    }
  });

  it('/products/productById – every published product', async () => {
    const { data } = await read(app, listProducts);
    for (const product of data) {
      expect(await read(app, getProductById, { id: product.id })).toEqual({ data: product });
    }
  });

  it('/channels and /channel – every channel', async () => {
    for (const vertical of await listVerticals()) {
      const { data } = await read(app, listChannels, { vertical });
      expect(data.every((channel) => channel.vertical === vertical)).toBe(true);
      for (const { slug } of data) if (slug !== null) await read(app, getChannel, { slug });
    }
  });

  it('/protagonist – every protagonist in every locale', async () => {
    for (const { slug, locale } of await listSlugs('api::protagonist.protagonist')) {
      await read(app, getProtagonist, { slug, lang: locale });
    }
  });

  it('/series/getSeries – every business line and locale', async () => {
    for (const vertical of await listVerticals()) {
      for (const lang of ['es', 'en']) await read(app, listSeries, {}, { vertical, lang });
    }
  });

  it('/episodes/bySeries – every series', async () => {
    for (const { slug, locale } of await listSlugs('api::series.series')) {
      const params = { seriesSlug: slug };
      const { data } = await read(app, listEpisodesBySeries, params, { lang: locale });
      expect(data.length).toBeGreaterThan(0);
    }
  });
});

/** Pages that the sample does not publish: missing, a draft, or not in this locale. */
const unpublishedPages: Readonly<Record<string, readonly string[]>> = {
  [getPresentialsPage.path]: ['veterinaria/en'],
  [getCompanyPage.path]: ['veterinaria/es', 'veterinaria/en'],
  [getPlatformPage.path]: ['psicologia/en'],
};

describe('pages satisfy their contract, for every business line and locale', () => {
  it.each([
    getHomePage,
    getPresentialsPage,
    getBooksPage,
    getContentsPage,
    getCompanyPage,
    getChannelsPage,
    getPlatformPage,
  ])('$path', async (endpoint) => {
    const missingPages: string[] = [];
    const answers = new Set<string>();
    for (const vertical of await listVerticals()) {
      for (const lang of ['es', 'en']) {
        const pageKey = `${vertical}/${lang}`;
        if (unpublishedPages[endpoint.path]?.includes(pageKey)) {
          const { status, body } = await app.request.get(
            addressOf(endpoint, {}, { vertical, lang }),
          );
          expect([pageKey, status, body]).toMatchObject([
            pageKey,
            404,
            { data: null, error: { details: { code: 'PAGE_NOT_FOUND' } } },
          ]);
          missingPages.push(pageKey);
        } else {
          answers.add(JSON.stringify(await read(app, endpoint, {}, { vertical, lang })));
        }
      }
    }
    // A page that responded for another business line or locale would occur twice.
    expect(answers.size + missingPages.length).toBe(6);
    expect(missingPages.sort()).toEqual([...(unpublishedPages[endpoint.path] ?? [])].sort());
  });
});

it('every form that was read – was checked at the start of the service', () => {
  expect(warnings.mock.calls).toEqual([]);
});
