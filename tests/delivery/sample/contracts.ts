import { getChannel, listChannels } from '../../../src/api/channel/contract';
import { listEpisodesBySeries } from '../../../src/api/episode/contract';
import {
  getProductById,
  getProductBySlug,
  listBooks,
  listCourses,
  listMasters,
  listProducts,
} from '../../../src/api/product/contract';
import { getProtagonist } from '../../../src/api/protagonist/contract';
import { getBooksPage } from '../../../src/api/books-page/contract';
import { getChannelsPage } from '../../../src/api/channels-page/contract';
import { getCompanyPage } from '../../../src/api/company-page/contract';
import { getContentsPage } from '../../../src/api/contents-page/contract';
import { getHomePage } from '../../../src/api/home-page/contract';
import { getPlatformPage } from '../../../src/api/platform-page/contract';
import { getPresentialsPage } from '../../../src/api/presentials-page/contract';
import { listSeries } from '../../../src/api/series/contract';
import { addressOf, read } from '../call';
import { app } from './app';

let warnings: jest.SpyInstance;

beforeAll(() => {
  warnings = jest.spyOn(app.strapi.log, 'warn');
});

const published = { publishedAt: { $notNull: true } };

const slugs = async (uid: string): Promise<{ slug: string; locale: string }[]> =>
  (await app.strapi.db
    .query(uid)
    .findMany({ where: published, select: ['slug', 'locale'] })) as never;

const verticals = async (): Promise<string[]> => {
  const rows = (await app.strapi.db.query('api::vertical.vertical').findMany()) as {
    slug: string;
  }[];
  return rows.map(({ slug }) => slug);
};

describe('Every answer of the catalogue keeps its contract', () => {
  it.each([listBooks, listCourses, listMasters, listProducts])('$path', async (endpoint) => {
    const { data } = await read(app, endpoint);
    expect(data.length).toBeGreaterThan(10);
  });

  it('/products/productBySlug for every published product', async () => {
    const all = await slugs('api::product.product');
    expect(all.length).toBeGreaterThan(80);
    for (const { slug, locale } of all) {
      const found = await read(app, getProductBySlug, { slug, lang: locale });
      expect(found).toMatchObject({ slug, locale });
    }
  });

  it('/products/productById for every published product', async () => {
    const { data } = await read(app, listProducts);
    for (const product of data) {
      expect(await read(app, getProductById, { id: product.id })).toEqual({ data: product });
    }
  });

  it('/channels and /channel for every channel', async () => {
    for (const vertical of await verticals()) {
      const { data } = await read(app, listChannels, { vertical });
      expect(data.every((channel) => channel.vertical === vertical)).toBe(true);
      for (const { slug } of data) if (slug !== null) await read(app, getChannel, { slug });
    }
  });

  it('/protagonist for every protagonist in every language', async () => {
    for (const { slug, locale } of await slugs('api::protagonist.protagonist')) {
      await read(app, getProtagonist, { slug, lang: locale });
    }
  });

  it('/series/getSeries for every business line and language', async () => {
    for (const vertical of await verticals()) {
      for (const lang of ['es', 'en']) await read(app, listSeries, {}, { vertical, lang });
    }
  });

  it('/episodes/bySeries for every series', async () => {
    for (const { slug, locale } of await slugs('api::series.series')) {
      const params = { seriesSlug: slug };
      const { data } = await read(app, listEpisodesBySeries, params, { lang: locale });
      expect(data.length).toBeGreaterThan(0);
    }
  });
});

/** Pages that the sample does not publish: missing, a draft, or not in this language. */
const absent: Readonly<Record<string, readonly string[]>> = {
  [getPresentialsPage.path]: ['veterinaria/en'],
  [getCompanyPage.path]: ['veterinaria/es', 'veterinaria/en'],
  [getPlatformPage.path]: ['psicologia/en'],
};

describe('Every page keeps its contract, for every business line and language', () => {
  it.each([
    getHomePage,
    getPresentialsPage,
    getBooksPage,
    getContentsPage,
    getCompanyPage,
    getChannelsPage,
    getPlatformPage,
  ])('$path', async (endpoint) => {
    const missing: string[] = [];
    const answers = new Set<string>();
    for (const vertical of await verticals()) {
      for (const lang of ['es', 'en']) {
        const place = `${vertical}/${lang}`;
        if (absent[endpoint.path]?.includes(place)) {
          const { status, body } = await app.request.get(
            addressOf(endpoint, {}, { vertical, lang }),
          );
          expect([place, status, body]).toMatchObject([
            place,
            404,
            { data: null, error: { details: { code: 'PAGE_NOT_FOUND' } } },
          ]);
          missing.push(place);
        } else {
          answers.add(JSON.stringify(await read(app, endpoint, {}, { vertical, lang })));
        }
      }
    }
    // A page that responded for another business line or language would occur twice.
    expect(answers.size + missing.length).toBe(6);
    expect(missing.sort()).toEqual([...(absent[endpoint.path] ?? [])].sort());
  });
});

it('Every form that was read had been checked when the service started', () => {
  expect(warnings.mock.calls).toEqual([]);
});
