import type { Pool } from 'pg';
import { catalogue } from '#api/index';

const LANGUAGES = ['es', 'en'];

type Version = { document_id: string; locale: string; slug: string; id: number };

/** The parts of addresses, published now or earlier. */
type Known = {
  lines: Set<string>;
  slugs: Record<
    'products' | 'channels' | 'protagonists' | 'series' | 'episodes' | 'lives',
    Set<string>
  >;
  ids: Set<string>;
};

const inEach = (path: string, { lines }: Known): string[] =>
  [...lines].flatMap((line) => LANGUAGES.map((lang) => `${path}?lang=${lang}&vertical=${line}`));

const listsAt = (path: string, { lines }: Known): string[] => [
  path,
  `${path}?lang=es`,
  `${path}?page=1&pageSize=7`,
  `${path}?lang=en&page=2&pageSize=5`,
  `${path}?lang=es&include=card&fields=title,slug`,
  ...[...lines].flatMap((line) => [`${path}?vertical=${line}`, `${path}?lang=es&vertical=${line}`]),
];

/** Every endpoint that reads documents, with its addresses; a new one needs a line. */
const addressesOf: Readonly<Record<string, (known: Known) => string[]>> = {
  listBooks: (parts) => listsAt('/products/books', parts),
  listCourses: (parts) => listsAt('/products/courses', parts),
  listMasters: (parts) => listsAt('/products/masters', parts),
  listProducts: (parts) => listsAt('/products/allProducts', parts),
  getProductBySlug: ({ slugs }) => [...slugs.products].map((at) => `/products/productBySlug/${at}`),
  getProductById: ({ ids }) => [...ids].map((id) => `/products/productById/${id}`),
  getProtagonist: ({ slugs }) => [...slugs.protagonists].map((at) => `/protagonist/${at}`),
  listChannels: ({ lines }) =>
    [...lines].flatMap((line) => [`/channels/${line}`, `/channels/${line}?lang=en`]),
  getChannel: ({ slugs }) =>
    [...slugs.channels].flatMap((slug) => [`/channel/${slug}`, `/channel/${slug}?lang=en`]),
  listSeries: (parts) => inEach('/series/getSeries', parts),
  getSeries: ({ slugs }) =>
    [...slugs.series].flatMap((slug) => LANGUAGES.map((lang) => `/series/${slug}/${lang}`)),
  getEpisode: ({ slugs }) => [...slugs.episodes].map((slug) => `/episode/${slug}`),
  listEpisodesBySeries: ({ slugs }) =>
    [...slugs.series].flatMap((slug) => [
      `/episodes/bySeries/${slug}`,
      `/episodes/bySeries/${slug}?lang=en`,
    ]),
  getLive: ({ slugs }) =>
    [...slugs.lives].flatMap((slug) => [`/live/${slug}`, `/live/${slug}?lang=en`]),
  listNextLives: ({ lines }) => [
    '/lives/next?from=2000-01-01&limit=50',
    '/lives/next?from=2000-01-01&limit=50&lang=en',
    ...[...lines].map((line) => `/lives/next?from=2026-01-01&vertical=${line}`),
  ],
  getHomePage: (parts) => inEach('/home-pages/full-populate', parts),
  getPresentialsPage: (parts) => inEach('/presentials-page/presentials', parts),
  getBooksPage: (parts) => inEach('/get-books-page', parts),
  getContentsPage: (parts) => inEach('/contents-page/getContentPage', parts),
  getCompanyPage: (parts) => inEach('/company-pages', parts),
  getChannelsPage: (parts) => inEach('/channels-page/channels', parts),
  getPlatformPage: (parts) => inEach('/platform-pages', parts),
};

const nothing = (): Known => ({
  lines: new Set(),
  slugs: {
    products: new Set(),
    channels: new Set(),
    protagonists: new Set(),
    series: new Set(),
    episodes: new Set(),
    lives: new Set(),
  },
  ids: new Set(),
});

/** Every address at which the catalogue and the pages can be read, including former ones. */
export const createAddresses = (database: Pool) => {
  const parts = nothing();

  const look = async (): Promise<void> => {
    const lines = await database.query<{ slug: string }>('SELECT slug FROM verticals');
    for (const { slug } of lines.rows) parts.lines.add(slug);
    for (const [table, slugs] of Object.entries(parts.slugs)) {
      const { rows } = await database.query<Version>(
        `SELECT id, document_id, locale, slug FROM ${table} WHERE published_at IS NOT NULL`,
      );
      for (const { id, document_id: documentId, locale, slug } of rows) {
        if (table === 'episodes' && id % 10 !== 0) continue;
        slugs.add(table === 'products' || table === 'protagonists' ? `${slug}/${locale}` : slug);
        if (table !== 'products') continue;
        parts.ids.add(documentId);
        // Only some row numbers, because each publication creates a new one.
        if (id % 10 === 0) parts.ids.add(String(id));
      }
    }
  };

  return {
    /** Returns all current addresses. */
    async all(): Promise<string[]> {
      await look();
      return (catalogue.endpoints ?? []).flatMap(({ operationId }) => {
        const addresses = addressesOf[operationId];
        if (addresses === undefined) throw new Error(`Nobody says where ${operationId} is asked`);
        return addresses(parts).map((path) => `/api${path}`);
      });
    },
  };
};
