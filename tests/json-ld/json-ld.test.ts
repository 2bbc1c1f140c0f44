import { documentsOf } from '../../src/platform/strapi/documents';
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
  const documents = documentsOf(app, VERTICAL);
  const found = await documents.findFirst({ filters: { slug } });
  await documents.update({ documentId: found?.documentId ?? '', data });
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

const ask = async (documentId: string, query: Record<string, string> = {}): Promise<Node> => {
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

const withSlug = async (uid: string, slug: string): Promise<string> => {
  const all = await references(uid);
  const found = all.find(({ languages }) => languages.some((one) => one.slug === slug));
  if (found === undefined) throw new Error(`Nothing is called ${slug}`);
  return found.documentId;
};

type Described = { uid: string; language: string; line: string; node: Node };

/** Returns the addresses that the sitemap of a business line lists in a language. */
const listedAddresses = async (line: string, language: string): Promise<Set<string>> => {
  const { text } = await app.request.get(`/api/sitemaps/${line}/${language}`).expect(200);
  return new Set([...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address));
};

/**
 * Returns every entry, in each of its languages and on each of its sites. An entry of a type without business lines of its
 * own is on the sites whose sitemaps list its slug.
 */
const describeAll = async (): Promise<Described[]> => {
  const found: Described[] = [];
  const listed = await Promise.all(
    SITES.flatMap((line) =>
      ['es', 'en'].map(async (language) => [...(await listedAddresses(line, language))]),
    ),
  );
  const listing = (slug: string): string[] =>
    SITES.filter((line) =>
      listed
        .flat()
        .some((address) => address.startsWith(siteOf(line)) && address.endsWith(`/${slug}`)),
    );
  for (const uid of TYPES) {
    for (const { documentId, languages } of await references(uid)) {
      for (const { locale, slug, vertical = listing(slug) } of languages) {
        for (const language of locale === null ? ['es', 'en'] : [locale]) {
          for (const line of vertical) {
            const node = await ask(documentId, { lang: language, vertical: line });
            found.push({ uid, language, line, node });
          }
        }
      }
    }
  }
  return found;
};

let described: Promise<Described[]> | undefined;

/** The state before any change; read once. */
const everything = (): Promise<Described[]> => (described ??= describeAll());

/** Returns every value of an object and its nested objects, with its key. */
const valuesIn = (value: unknown, name = ''): { name: string; value: unknown }[] => {
  if (Array.isArray(value)) return value.flatMap((one) => valuesIn(one, name));
  if (typeof value !== 'object' || value === null) return [{ name, value }];
  return Object.entries(value).flatMap(([key, inner]) => valuesIn(inner, key));
};

const addresses = ['@id', 'url', 'thumbnailUrl'];
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?(Z|[+-]\d\d:\d\d)$/;

describe('The check by the vocabulary', () => {
  const book = { '@context': 'https://schema.org', '@type': 'Book', name: 'Atlas' };

  it.each([
    ['a property that the type does not have', { ...book, courseCode: 'A-1' }],
    ['a value that the property does not take', { ...book, author: 7 }],
    ['a value that is none of a list', { ...book, bookFormat: 'https://schema.org/Pdf' }],
    ['another type within', { ...book, offers: { '@type': 'Person', name: 'Ana' } }],
    ['a type that there is not', { ...book, '@type': 'Boook' }],
    ['another context', { ...book, '@context': 'https://example.com' }],
  ])('notices %s', (_, wrong) => {
    expect(problemsIn([book])).toEqual([]);
    expect(problemsIn([wrong])).not.toEqual([]);
  });
});

describe('JSON-LD', () => {
  it('is valid for every product, live, episode and protagonist, in each language and on each site', async () => {
    const all = await everything();
    expect(problemsIn(all.map(({ node }) => node))).toEqual([]);
    for (const uid of TYPES) {
      expect(all.filter((one) => one.uid === uid).length).toBeGreaterThan(8);
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

  it('has what search engines demand of each kind', async () => {
    const demanded: Record<string, readonly string[]> = {
      Course: ['name', 'description', 'provider'],
      Book: ['name', 'author', 'isbn', 'url', 'offers', 'inLanguage'],
      Product: ['name', 'description', 'offers'],
      Event: ['name', 'location', 'organizer', 'image', 'description'],
      VideoObject: ['name', 'description', 'thumbnailUrl', 'uploadDate', 'isPartOf'],
      Person: ['name', 'url', 'image', 'description'],
    };
    for (const { node } of await everything()) {
      for (const name of demanded[String(node['@type'])] ?? []) {
        expect([node.url, name, node[name] === undefined]).toEqual([node.url, name, false]);
      }
    }
    const { body } = await app.request.get('/api/lives/next?from=1970-01-01&limit=50').expect(200);
    const { data } = body as { data: { documentId: string }[] };
    expect(data.length).toBeGreaterThan(1);
    for (const { documentId } of data) {
      expect(await ask(documentId)).toHaveProperty('startDate', expect.stringMatching(moment));
    }
  });

  it('names the address that the sitemap names', async () => {
    const listed = await listedAddresses('medicina', 'es');
    const own = (await everything()).filter(
      ({ line, language }) => line === 'medicina' && language === 'es',
    );
    for (const { node } of own)
      expect([node.url, listed.has(String(node.url))]).toEqual([node.url, true]);
    for (const uid of TYPES) expect(own.filter((one) => one.uid === uid).length).toBeGreaterThan(0);
  });

  it('says how a course is given, and what it costs in the currency of its line', async () => {
    const courses = (await everything()).filter(({ node }) => node['@type'] === 'Course');
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
      const { offers } = await ask(await withSlug(PRODUCT, slug), { lang: 'es' });
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

  it('a product off sale – tells that it is, and from when it is sold again', async () => {
    const documentId = await withSlug(PRODUCT, 'ecg-en-urgencias');
    const offerAfter = async (changes: object): Promise<unknown> => {
      await app.strapi.db.query(PRODUCT).updateMany({ where: { documentId }, data: changes });
      const node = await ask(documentId, { lang: 'es' });
      expect(problemsIn([node])).toEqual([]);
      return node.offers;
    };
    const offer = { price: 180, availability: 'https://schema.org/OutOfStock' };
    const closed = await offerAfter({ isOffSale: true });
    expect(closed).toMatchObject(offer);
    expect(closed).not.toHaveProperty('availabilityStarts');
    const availabilityStarts = new Date(Date.now() + 3_600_000).toISOString();
    const isClosedUntil = await offerAfter({ onSaleAgainAt: availabilityStarts });
    expect(isClosedUntil).toMatchObject({ ...offer, availabilityStarts });
    const again = await offerAfter({ onSaleAgainAt: new Date(Date.now() - 3_600_000) });
    expect(again).toMatchObject({ availability: 'https://schema.org/InStock' });
    expect(again).not.toHaveProperty('availabilityStarts');
    await offerAfter({ isOffSale: null, onSaleAgainAt: null });
  });

  it('gives a live its hours in its time zone, part by part', async () => {
    const live = await withSlug(LIVE, 'congreso-de-simulacion-clinica-2030');
    expect(await ask(live, { lang: 'es' })).toMatchObject({
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

  it('tells nobody the stream of an episode, nor the room of a live', async () => {
    const all = JSON.stringify(await everything());
    expect(all).not.toContain('m3u8');
    expect(all).not.toContain('iframe');
  });

  it('can stand in a script whatever an editor writes', async () => {
    const documentId = await withSlug(LIVE, 'congreso-de-simulacion-clinica-2030');
    const title = '</script><script>alert(1)</script> <!-- ]]> R&D \u2028 «»';
    await documentsOf(app, LIVE).update({ documentId, status: 'published', data: { title } });
    const { text } = await app.request.get(`/api/json-ld/${documentId}`).expect(200);
    expect(text).not.toMatch(/[<>&\u2028]/);
    expect((JSON.parse(text) as Node).name).toBe(title);
  });

  it('is kept with a validator, and another one at once after a change', async () => {
    const documentId = await withSlug(PROTAGONIST, 'elena-ruiz-santamaria');
    const path = `/api/json-ld/${documentId}?lang=es`;
    const { headers } = await app.request.get(path).expect(200);
    expect(headers['cache-control']).toContain('public');
    const again = await app.request.get(path).set('If-None-Match', String(headers.etag));
    expect([again.status, again.text]).toEqual([304, '']);
    const locale = 'es';
    await documentsOf(app, PROTAGONIST).update({
      documentId,
      locale,
      status: 'published',
      data: { name: 'Elena R.' },
    });
    expect((await ask(documentId, { lang: 'es' })).name).toBe('Elena R.');
    await changeLine('medicina', { protagonistAddress: '/quien/{slug}' });
    expect((await ask(documentId, { lang: 'es' })).url).toMatch(/example\.com\/quien\//);
    await changeLine('medicina', { protagonistAddress: null });
  });

  it('is that of the default language and of its own line where nothing is named', async () => {
    const [product] = (await references(PRODUCT)).filter(
      ({ languages }) => languages.length === 2 && languages[0]?.vertical?.[0] === 'psicologia',
    );
    const { url } = await ask(product?.documentId ?? '');
    expect(String(url).startsWith(`${siteOf('psicologia')}/es/`)).toBe(true);
  });

  it('has no address of its own while the site is not known, and pictures all the same', async () => {
    const documentId = await withSlug(PROTAGONIST, 'elena-ruiz-santamaria');
    await changeLine('medicina', { siteAddress: null });
    const node = await ask(documentId, { lang: 'es', vertical: 'medicina' });
    expect([node.url, node['@id']]).toEqual([undefined, undefined]);
    const image = node.image as { url: string };
    expect(image.url.startsWith(`${CMS}/`)).toBe(true);
    expect(problemsIn([node])).toEqual([]);
    await changeLine('medicina', { siteAddress: siteOf('medicina') });
  });

  it('is not there for what is not published, not of the line, or has none', async () => {
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
    await documentsOf(app, PRODUCT).unpublish({ documentId: id, locale: 'es' });
    expect(await codeOf(`${id}?lang=es`)).toBe('JSON_LD_NOT_FOUND');
  });
});
