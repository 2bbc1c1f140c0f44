import { getDocumentService } from '#platform/strapi/documents';
import { startApp, stopQuietly, type App } from '../support/app';
import { problemsIn } from './vocabulary';

const PRODUCT = 'api::product.product';
const LIVE = 'api::live.live';
const EPISODE = 'api::episode.episode';
const PROTAGONIST = 'api::protagonist.protagonist';
const VERTICAL = 'api::vertical.vertical';
const TYPES = [PRODUCT, LIVE, EPISODE, PROTAGONIST];

const CMS = 'https://cms.example.com';
const SITES = ['medicina', 'psicologia', 'veterinaria'];
const siteOf = (line: string): string => `https://${line}.example.com`;

type Node = Record<string, unknown>;

type Reference = {
  documentId: string;
  languages: { locale: string | null; slug: string; vertical?: string[] }[];
};

let app: App;

const changeLine = async (slug: string, data: object): Promise<void> => {
  const documents = getDocumentService(app, VERTICAL);
  const entries = await documents.findFirst({ filters: { slug } });
  await documents.update({ documentId: entries?.documentId ?? '', data });
};

beforeAll(async () => {
  app = await startApp({ seed: true, runtimeEnv: { PUBLIC_URL: CMS } });
  for (const line of SITES) {
    await changeLine(line, {
      siteAddress: siteOf(line),
      productAddress: '/{lang}/{type}/{slug}',
      currency: line === 'veterinaria' ? 'MXN' : null,
    });
  }
});

afterAll(() => stopQuietly(app));

const readJsonLd = async (
  documentId: string,
  query: Record<string, string> = {},
): Promise<Node> => {
  const { text, headers } = await app.request
    .get(`/api/json-ld/${documentId}`)
    .query(query)
    .expect(200);
  expect(headers['content-type']).toBe('application/ld+json; charset=utf-8');
  expect(text).not.toMatch(/[<>&]/);
  return JSON.parse(text) as Node;
};

const codeOf = async (path: string, status = 404): Promise<unknown> => {
  const { body } = await app.request.get(`/api/json-ld/${path}`).expect(status);
  return (body as { error: { details: { code: string } } }).error.details.code;
};

const references = async (uid: string): Promise<Reference[]> => {
  const { body } = await app.request.get(`/api/references?uid=${uid}`).expect(200);
  return (body as { data: Reference[] }).data;
};

const findIdBySlug = async (uid: string, slug: string): Promise<string> => {
  const all = await references(uid);
  const entries = all.find(({ languages }) => languages.some((language) => language.slug === slug));
  if (entries === undefined) throw new Error(`Nothing is called ${slug}`);
  return entries.documentId;
};

type Described = { uid: string; language: string; line: string; node: Node };

/** Returns the addresses in the sitemap of a business line and a locale. */
const listedAddresses = async (line: string, language: string): Promise<Set<string>> => {
  const { text } = await app.request.get(`/api/sitemaps/${line}/${language}`).expect(200);
  return new Set([...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address));
};

/**
 * Returns the JSON-LD of every entry, in each locale and on each site. Entries of types without business lines are on
 * the sites whose sitemaps contain their slug.
 */
const describeAll = async (): Promise<Described[]> => {
  const entries: Described[] = [];
  const sitemapAddresses = await Promise.all(
    SITES.flatMap((line) =>
      ['es', 'en'].map(async (language) => [...(await listedAddresses(line, language))]),
    ),
  );
  const linesWithSlug = (slug: string): string[] =>
    SITES.filter((line) =>
      sitemapAddresses
        .flat()
        .some((address) => address.startsWith(siteOf(line)) && address.endsWith(`/${slug}`)),
    );
  for (const uid of TYPES) {
    for (const { documentId, languages } of await references(uid)) {
      for (const { locale, slug, vertical = linesWithSlug(slug) } of languages) {
        for (const language of locale === null ? ['es', 'en'] : [locale]) {
          for (const line of vertical) {
            const node = await readJsonLd(documentId, { lang: language, vertical: line });
            entries.push({ uid, language, line, node });
          }
        }
      }
    }
  }
  return entries;
};

let described: Promise<Described[]> | undefined;

/** Returns the JSON-LD of all entries, read once before any change. */
const readAll = (): Promise<Described[]> => (described ??= describeAll());

/** Returns every value of an object and its nested objects, with its key. */
const valuesIn = (value: unknown, name = ''): { name: string; value: unknown }[] => {
  if (Array.isArray(value)) return value.flatMap((item) => valuesIn(item, name));
  if (typeof value !== 'object' || value === null) return [{ name, value }];
  return Object.entries(value).flatMap(([key, inner]) => valuesIn(inner, key));
};

const addresses = ['@id', 'url', 'thumbnailUrl'];
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?(Z|[+-]\d\d:\d\d)$/;

describe('problemsIn', () => {
  const book = { '@context': 'https://schema.org', '@type': 'Book', name: 'Atlas' };

  it.each([
    ['a property that the type lacks', { ...book, courseCode: 'A-1' }],
    ['a value of a wrong type', { ...book, author: 7 }],
    ['a value outside an enumeration', { ...book, bookFormat: 'https://schema.org/Pdf' }],
    ['a nested object of a wrong type', { ...book, offers: { '@type': 'Person', name: 'Ana' } }],
    ['an unknown type', { ...book, '@type': 'Boook' }],
    ['another context', { ...book, '@context': 'https://example.com' }],
  ])('reports %s', (_, wrong) => {
    expect(problemsIn([book])).toEqual([]);
    expect(problemsIn([wrong])).not.toEqual([]);
  });
});

describe('GET /api/json-ld/:documentId', () => {
  it('every product, live, episode and protagonist – is valid in each locale and on each site', async () => {
    const all = await readAll();
    expect(problemsIn(all.map(({ node }) => node))).toEqual([]);
    for (const uid of TYPES) {
      expect(all.filter((item) => item.uid === uid).length).toBeGreaterThan(8);
    }
    expect(new Set(all.map(({ node }) => node['@type']))).toEqual(
      new Set(['Course', 'Book', 'Product', 'Event', 'VideoObject', 'Person']),
    );
    for (const { node, line, language } of all) {
      expect(String(node.url).startsWith(`${siteOf(line)}/${language}/`)).toBe(true);
      for (const { name, value } of valuesIn(node)) {
        if (addresses.includes(name))
          expect([name, URL.canParse(String(value))]).toEqual([name, true]);
        if (name.endsWith('Date')) expect(value).toMatch(moment);
        expect([name, value]).not.toEqual([name, '']);
      }
    }
  });

  it('each type – has the properties that search engines require', async () => {
    const required: Record<string, readonly string[]> = {
      Course: ['name', 'description', 'provider'],
      Book: ['name', 'author', 'isbn', 'url', 'offers', 'inLanguage'],
      Product: ['name', 'description', 'offers'],
      Event: ['name', 'location', 'organizer', 'image', 'description'],
      VideoObject: ['name', 'description', 'thumbnailUrl', 'uploadDate', 'isPartOf'],
      Person: ['name', 'url', 'image', 'description'],
    };
    for (const { node } of await readAll()) {
      for (const name of required[String(node['@type'])] ?? []) {
        expect([node.url, name, node[name] === undefined]).toEqual([node.url, name, false]);
      }
    }
    const { body } = await app.request.get('/api/lives/next?from=1970-01-01&limit=50').expect(200);
    const { data } = body as { data: { documentId: string }[] };
    expect(data.length).toBeGreaterThan(1);
    for (const { documentId } of data) {
      expect(await readJsonLd(documentId)).toHaveProperty(
        'startDate',
        expect.stringMatching(moment),
      );
    }
  });

  it('url – is the address in the sitemap', async () => {
    const sitemapAddresses = await listedAddresses('medicina', 'es');
    const nodesOfSite = (await readAll()).filter(
      ({ line, language }) => line === 'medicina' && language === 'es',
    );
    for (const { node } of nodesOfSite)
      expect([node.url, sitemapAddresses.has(String(node.url))]).toEqual([node.url, true]);
    for (const uid of TYPES)
      expect(nodesOfSite.filter((item) => item.uid === uid).length).toBeGreaterThan(0);
  });

  it('course – has its mode, and its price in the currency of the business line', async () => {
    const courses = (await readAll()).filter(({ node }) => node['@type'] === 'Course');
    const instances = courses.filter(({ node }) => node.hasCourseInstance !== undefined);
    expect(instances.length).toBeGreaterThan(20);
    for (const { node } of instances) {
      expect(node.hasCourseInstance).toMatchObject({
        '@type': 'CourseInstance',
        courseMode: expect.stringMatching(/^(Online|Onsite)$/) as string,
      });
    }
    expect(JSON.stringify(courses)).toContain('"courseWorkload":"PT1500H"');
    const prices = [
      ['repaso-intensivo-residencia', { price: 1450, category: 'Paid' }],
      ['ecg-en-urgencias', { price: 180, category: 'Paid' }],
      ['bioestadistica-sin-miedo', { price: 95, category: 'Paid' }],
      ['atencion-plena-para-sanitarios', { price: 12, category: 'Subscription' }],
      ['una-sola-salud', { price: 0, category: 'Free' }],
    ] as const;
    for (const [slug, offer] of prices) {
      const { offers } = await readJsonLd(await findIdBySlug(PRODUCT, slug), { lang: 'es' });
      expect([slug, offers]).toEqual([slug, expect.objectContaining(offer)]);
    }
    const currencies = courses.flatMap(({ line, node }) =>
      valuesIn(node).flatMap(({ name, value }) =>
        name === 'priceCurrency' ? [`${line} ${String(value)}`] : [],
      ),
    );
    expect(new Set(currencies)).toEqual(
      new Set(['medicina EUR', 'psicologia EUR', 'veterinaria MXN']),
    );
  });

  it('product off sale – has OutOfStock, and the date of its next sale', async () => {
    const documentId = await findIdBySlug(PRODUCT, 'ecg-en-urgencias');
    const offerAfter = async (changes: object): Promise<unknown> => {
      await app.strapi.db.query(PRODUCT).updateMany({ where: { documentId }, data: changes });
      const node = await readJsonLd(documentId, { lang: 'es' });
      expect(problemsIn([node])).toEqual([]);
      return node.offers;
    };
    const offer = { price: 180, availability: 'https://schema.org/OutOfStock' };
    const offSale = await offerAfter({ isOffSale: true });
    expect(offSale).toMatchObject(offer);
    expect(offSale).not.toHaveProperty('availabilityStarts');
    const availabilityStarts = new Date(Date.now() + 3_600_000).toISOString();
    const isClosedUntil = await offerAfter({ onSaleAgainAt: availabilityStarts });
    expect(isClosedUntil).toMatchObject({ ...offer, availabilityStarts });
    const onSaleAgain = await offerAfter({ onSaleAgainAt: new Date(Date.now() - 3_600_000) });
    expect(onSaleAgain).toMatchObject({ availability: 'https://schema.org/InStock' });
    expect(onSaleAgain).not.toHaveProperty('availabilityStarts');
    await offerAfter({ isOffSale: null, onSaleAgainAt: null });
  });

  it('live – has its times in its time zone, and its parts', async () => {
    const live = await findIdBySlug(LIVE, 'congreso-de-simulacion-clinica-2030');
    expect(await readJsonLd(live, { lang: 'es' })).toMatchObject({
      '@type': 'Event',
      startDate: '2030-05-17T10:00:00+02:00',
      location: {
        '@type': 'VirtualLocation',
        url: `${siteOf('medicina')}/es/lives/congreso-de-simulacion-clinica-2030`,
      },
      subEvent: [
        { startDate: '2030-05-17T10:00:00+02:00', endDate: '2030-05-17T11:30:00+02:00' },
        { startDate: '2030-05-17T11:30:00+02:00' },
        { startDate: '2030-05-17T13:00:00+02:00' },
        { startDate: '2030-05-17T16:00:00+02:00' },
        { startDate: '2030-05-17T17:30:00+02:00' },
      ],
    });
  });

  it('response – contains no video stream and no room of a live', async () => {
    const all = JSON.stringify(await readAll());
    expect(all).not.toContain('m3u8');
    expect(all).not.toContain('iframe');
  });

  it('HTML in a title – is escaped for script elements', async () => {
    const documentId = await findIdBySlug(LIVE, 'congreso-de-simulacion-clinica-2030');
    const title = '</script><script>alert(1)</script> <!-- ]]> R&D \u2028 «»';
    await getDocumentService(app, LIVE).update({
      documentId,
      status: 'published',
      data: { title },
    });
    const { text } = await app.request.get(`/api/json-ld/${documentId}`).expect(200);
    expect(text).not.toMatch(/[<>&\u2028]/);
    expect((JSON.parse(text) as Node).name).toBe(title);
  });

  it('response – has an ETag, and changes at once with the entry and the address pattern', async () => {
    const documentId = await findIdBySlug(PROTAGONIST, 'elena-ruiz-santamaria');
    const path = `/api/json-ld/${documentId}?lang=es`;
    const { headers } = await app.request.get(path).expect(200);
    expect(headers['cache-control']).toContain('public');
    const onSaleAgain = await app.request.get(path).set('If-None-Match', String(headers.etag));
    expect([onSaleAgain.status, onSaleAgain.text]).toEqual([304, '']);
    const locale = 'es';
    await getDocumentService(app, PROTAGONIST).update({
      documentId,
      locale,
      status: 'published',
      data: { name: 'Elena R.' },
    });
    expect((await readJsonLd(documentId, { lang: 'es' })).name).toBe('Elena R.');
    await changeLine('medicina', { protagonistAddress: '/quien/{slug}' });
    expect((await readJsonLd(documentId, { lang: 'es' })).url).toMatch(/example\.com\/quien\//);
    await changeLine('medicina', { protagonistAddress: null });
  });

  it('without lang and vertical – is in the default locale, for the first business line of the entry', async () => {
    const [product] = (await references(PRODUCT)).filter(
      ({ languages }) => languages.length === 2 && languages[0]?.vertical?.[0] === 'psicologia',
    );
    const { url } = await readJsonLd(product?.documentId ?? '');
    expect(String(url).startsWith(`${siteOf('psicologia')}/es/`)).toBe(true);
  });

  it('business line without siteAddress – has no url, but pictures', async () => {
    const documentId = await findIdBySlug(PROTAGONIST, 'elena-ruiz-santamaria');
    await changeLine('medicina', { siteAddress: null });
    const node = await readJsonLd(documentId, { lang: 'es', vertical: 'medicina' });
    expect([node.url, node['@id']]).toEqual([undefined, undefined]);
    const image = node.image as { url: string };
    expect(image.url.startsWith(`${CMS}/`)).toBe(true);
    expect(problemsIn([node])).toEqual([]);
    await changeLine('medicina', { siteAddress: siteOf('medicina') });
  });

  it('unpublished or unknown entry, other type or business line – returns 404', async () => {
    const [category] = await references('api::category.category');
    const [product] = (await references(PRODUCT)).filter(
      ({ languages }) => languages[0]?.vertical?.includes('veterinaria') === false,
    );
    const id = product?.documentId ?? '';
    expect(await codeOf('nobody')).toBe('JSON_LD_NOT_FOUND');
    expect(await codeOf(category?.documentId ?? '')).toBe('JSON_LD_NOT_FOUND');
    expect(await codeOf(`${id}?vertical=veterinaria`)).toBe('JSON_LD_NOT_FOUND');
    expect(await codeOf(`${id}?vertical=nobody`)).toBe('VERTICAL_NOT_FOUND');
    expect(await codeOf(`${id}?lang=fr`)).toBe('LANGUAGE_NOT_FOUND');
    expect(await codeOf('Not-An-Id')).toBe('NOT_FOUND');
    await getDocumentService(app, PRODUCT).unpublish({ documentId: id, locale: 'es' });
    expect(await codeOf(`${id}?lang=es`)).toBe('JSON_LD_NOT_FOUND');
  });
});
