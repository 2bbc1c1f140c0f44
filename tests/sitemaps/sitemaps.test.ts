import { getDocumentService } from '#platform/strapi/documents';
import { startApp, stopQuietly, type App } from '../support/app';

const PRODUCT = 'api::product.product';
const VERTICAL = 'api::vertical.vertical';
const SITE = 'https://medicina.example.com';

let app: App;
let line: string;

const lineOf = async (slug: string): Promise<string> =>
  (await getDocumentService(app, VERTICAL).findFirst({ filters: { slug } }))?.documentId ?? '';

const change = (data: object) =>
  getDocumentService(app, VERTICAL).update({ documentId: line, data });

beforeAll(async () => {
  app = await startApp({ seed: true, runtimeEnv: { PUBLIC_URL: 'https://cms.example.com' } });
  // Only one line has a site.
  for (const slug of ['psicologia', 'veterinaria']) {
    const documentId = await lineOf(slug);
    await getDocumentService(app, VERTICAL).update({ documentId, data: { siteAddress: null } });
  }
  line = await lineOf('medicina');
  await change({ siteAddress: SITE, productAddress: '/{lang}/cursos/{type}/{slug}?a=1&b=2' });
});

afterAll(() => stopQuietly(app));

type Url = { address: string; modified: string; alternates: Record<string, string> };

const unescapeXml = (text = ''): string =>
  text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');

const urlsIn = (xml: string): Url[] =>
  [...xml.matchAll(/<(url|sitemap)><loc>(.*?)<\/loc><lastmod>(.*?)<\/lastmod>(.*?)<\/\1>/g)].map(
    ([, , address, modified = '', rest = '']) => ({
      address: unescapeXml(address),
      modified,
      alternates: Object.fromEntries(
        [...rest.matchAll(/hreflang="(.*?)" href="(.*?)"/g)].map(([, language = '', to]) => [
          language,
          unescapeXml(to),
        ]),
      ),
    }),
  );

const readUrls = async (address: string): Promise<Url[]> => {
  const { text, headers } = await app.request.get(address).expect(200);
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(text.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n')).toBe(true);
  return urlsIn(text);
};

const readSitemap = (lang: string): Promise<Url[]> => readUrls(`/api/sitemaps/medicina/${lang}`);

type Reference = {
  documentId: string;
  languages: { locale: string | null; slug: string | null; updatedAt: string }[];
};

const references = async (uid: string): Promise<Reference[]> => {
  const { body } = await app.request
    .get(`/api/references?uid=${uid}&vertical=medicina`)
    .expect(200);
  return (body as { data: Reference[] }).data;
};

type Owner = {
  verticals?: { slug: string }[];
  vertical?: { slug: string } | null;
  protagonists?: { documentId: string }[];
  episodes?: { documentId: string }[];
};

const ownersOf = async (uid: 'product.product' | 'series.series' | 'live.live') =>
  (await getDocumentService(app, `api::${uid}`).findMany({
    locale: '*',
    status: 'published',
    populate: '*',
  })) as Owner[];

/** Returns the business lines of each episode and protagonist by `documentId`. */
const linesOfOthers = async (): Promise<Map<string, Set<string>>> => {
  const lines = new Map<string, Set<string>>();
  const add = (documentId: string, withSlug: Iterable<string>) =>
    lines.set(documentId, new Set([...(lines.get(documentId) ?? []), ...withSlug]));
  for (const uid of ['product.product', 'series.series', 'live.live'] as const) {
    for (const { verticals = [], vertical, protagonists = [], episodes = [] } of await ownersOf(
      uid,
    )) {
      const withSlug = [...verticals, ...(vertical ? [vertical] : [])].map(({ slug }) => slug);
      for (const { documentId } of [...protagonists, ...episodes]) add(documentId, withSlug);
    }
  }
  const episodes = (await getDocumentService(app, 'api::episode.episode').findMany({
    status: 'published',
    populate: ['protagonists'],
  })) as unknown as { documentId: string; protagonists: { documentId: string }[] }[];
  for (const { documentId, protagonists } of episodes) {
    for (const one of protagonists) add(one.documentId, lines.get(documentId) ?? []);
  }
  return lines;
};

describe('sitemaps', () => {
  it('GET /api/sitemaps/:line/:lang – contains every entry with an address once', async () => {
    const uids = ['product.product', 'channel.channel', 'series.series', 'live.live'];
    const others = ['episode.episode', 'protagonist.protagonist'];
    const lines = await linesOfOthers();
    const isOnSite = (documentId: string): boolean => {
      const entryLines = lines.get(documentId) ?? new Set();
      return entryLines.size === 0 || entryLines.has('medicina');
    };
    for (const lang of ['es', 'en']) {
      let expected = 0;
      let onOtherSites = 0;
      for (const uid of [...uids, ...others]) {
        const inLanguage = (await references(`api::${uid}`)).filter(({ languages }) =>
          languages.some(
            ({ locale, slug }) =>
              (locale === null || locale === lang) && slug !== null && slug !== '',
          ),
        );
        const onSite = inLanguage.filter(
          ({ documentId }) => !others.includes(uid) || isOnSite(documentId),
        );
        expected += onSite.length;
        onOtherSites += inLanguage.length - onSite.length;
      }
      expect(onOtherSites).toBeGreaterThan(0);
      const urls = await readSitemap(lang);
      expect(urls).toHaveLength(expected);
      expect(expected).toBeGreaterThan(10);
      expect(new Set(urls.map(({ address }) => address)).size).toBe(expected);
      expect(urls.map(({ address }) => address).join('\n')).not.toMatch(/\/(null|undefined)\//);
      for (const { address } of urls) expect(address.startsWith(`${SITE}/${lang}/`)).toBe(true);
    }
  });

  it('GET /api/sitemaps/… – omit – leaves out these types, also in the index', async () => {
    const all = await readSitemap('es');
    const isOmitted = ({ address }: Url) =>
      /\/(episodios|profesores|episodes|protagonists)\//.test(address);
    const [remaining, omitted] = [all.filter((url) => !isOmitted(url)), all.filter(isOmitted)];
    expect(omitted.length).toBeGreaterThan(0);
    expect(await readUrls('/api/sitemaps/medicina/es?omit=protagonist,episode')).toEqual(remaining);
    const index = await readUrls('/api/sitemap.xml?omit=episode&omit=protagonist');
    expect(index.map(({ address }) => address).toSorted()).toEqual(
      ['en', 'es'].map(
        (lang) => `https://cms.example.com/api/sitemaps/medicina/${lang}?omit=episode,protagonist`,
      ),
    );
    const { body } = await app.request.get('/api/sitemap.xml?omit=category').expect(400);
    expect(body).toMatchObject({ error: { details: { code: 'INVALID_REQUEST' } } });
  });

  it('entry – has an address by the pattern of the business line, and alternates', async () => {
    const products = await references(PRODUCT);
    const both = products.find(
      ({ languages }) => new Set(languages.map(({ locale }) => locale)).size === 2,
    );
    const es = both?.languages.find(({ locale }) => locale === 'es');
    const en = both?.languages.find(({ locale }) => locale === 'en');
    const urls = await readSitemap('en');
    const productUrl = urls.find(({ address }) => address.includes(`/${en?.slug}?a=1&b=2`));
    expect(productUrl?.address).toMatch(
      /^https:\/\/medicina\.example\.com\/en\/cursos\/[a-z0-9-]+\//,
    );
    expect(productUrl?.modified).toBe(en?.updatedAt.replace(/\.\d+Z$/, 'Z'));
    expect(Object.keys(productUrl?.alternates ?? {}).toSorted()).toEqual(['en', 'es', 'x-default']);
    expect(productUrl?.alternates.en).toBe(productUrl?.address);
    expect(productUrl?.alternates.es).toContain(`/es/cursos/`);
    expect(productUrl?.alternates['x-default']).toContain(`/${es?.slug}?`);
  });

  it('GET /api/sitemap.xml – contains the sitemaps of business lines with a site, and their last change', async () => {
    const listed = await readUrls('/api/sitemap.xml');
    expect(listed.map(({ address }) => address).toSorted()).toEqual(
      ['en', 'es'].map((lang) => `https://cms.example.com/api/sitemaps/medicina/${lang}`),
    );
    for (const { address, modified } of listed) {
      const urls = await readUrls(new URL(address).pathname);
      expect(
        urls
          .map((url) => url.modified)
          .toSorted()
          .at(-1),
      ).toBe(modified);
    }
  });

  it('GET /api/sitemaps/… – two locales with one address – contains it once, without alternates, and the index has the right date', async () => {
    await change({ productAddress: '/ficha/{slug}' });
    const products = await references(PRODUCT);
    const both = products.find(
      ({ languages }) => new Set(languages.map(({ locale }) => locale)).size === 2,
    );
    const documentId = both?.documentId ?? '';
    const slug = both?.languages.find(({ locale }) => locale === 'es')?.slug ?? '';
    const { slug: before } = both?.languages.find(({ locale }) => locale === 'en') ?? {};
    const rename = (name: unknown) =>
      getDocumentService(app, PRODUCT).update({
        ...{ documentId, locale: 'en', status: 'published' },
        data: { slug: name },
      });
    const urls = async (): Promise<Url[]> => [
      ...(await readSitemap('es')),
      ...(await readSitemap('en')),
    ];
    const count = (await urls()).length;

    await rename(slug);
    const all = await urls();
    expect(all).toHaveLength(count - 1);
    expect(all.filter(({ address }) => address === `${SITE}/ficha/${slug}`)).toMatchObject([
      { alternates: {} },
    ]);
    for (const { address, modified } of await readUrls('/api/sitemap.xml')) {
      const dates = (await readUrls(new URL(address).pathname)).map((url) => url.modified);
      expect(dates.toSorted().at(-1)).toBe(modified);
    }

    await rename(before);
    await change({ productAddress: '/{lang}/cursos/{type}/{slug}?a=1&b=2' });
  });

  it('unpublished entry and changed address pattern – are effective at once', async () => {
    const [product] = await references(PRODUCT);
    const slug = product?.languages.find(({ locale }) => locale === 'es')?.slug ?? '';
    const withSlug = (urls: Url[]) => urls.filter(({ address }) => address.includes(`/${slug}?`));
    expect(withSlug(await readSitemap('es'))).toHaveLength(1);
    await getDocumentService(app, PRODUCT).unpublish({
      documentId: product?.documentId ?? '',
      locale: 'es',
    });
    expect(withSlug(await readSitemap('es'))).toHaveLength(0);
    await change({ channelAddress: '/canal/{slug}' });
    const channels = (await readSitemap('es')).filter(({ address }) =>
      address.startsWith(`${SITE}/canal/`),
    );
    expect(channels.length).toBeGreaterThan(0);
    for (const { alternates } of channels) expect(alternates).toEqual({});
    const english = await readSitemap('en');
    expect(english.some(({ address }) => address.startsWith(`${SITE}/canal/`))).toBe(false);
  });

  it('business line without a site, unknown line, locale or page – returns 404', async () => {
    const codeOf = async (address: string) => {
      const { body } = await app.request.get(address).expect(404);
      return (body as { error: { details: { code: string } } }).error.details.code;
    };
    expect(await codeOf('/api/sitemaps/medicina/es?page=2')).toBe('SITEMAP_NOT_FOUND');
    expect(await codeOf('/api/sitemaps/nobody/es')).toBe('VERTICAL_NOT_FOUND');
    expect(await codeOf('/api/sitemaps/medicina/fr')).toBe('LANGUAGE_NOT_FOUND');
    await change({ siteAddress: null });
    expect(await codeOf('/api/sitemaps/medicina/es')).toBe('SITEMAP_NOT_FOUND');
    expect(await readUrls('/api/sitemap.xml')).toEqual([]);
  });
});
