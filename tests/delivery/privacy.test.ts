import type { z } from '@strapi/utils';
import { contentApiGrants } from '../../src/plugins/content-api/grants';
import { endpoints } from '../support/endpoints';
import { createApiToken } from '../support/admin';
import { startApp, type App } from '../support/app';

let app: App;

const DRAFT_ONLY = 'Solo existe como borrador';
const PRIVATE = 'privado@campus.example.com';

type Route = {
  method: string;
  path: string;
  config?: { policies?: unknown[] };
  handler: unknown;
};

const contentTypes = [
  ...new Set(contentApiGrants.public.map((action) => action.slice(0, action.lastIndexOf('.')))),
];

const generatedPaths = (): string[] =>
  contentTypes.map((uid) => {
    const { info } = app.strapi.contentType(uid as never) as { info: { pluralName: string } };
    return `/api/${info.pluralName}`;
  });

/** Without single entries: `/channels/:vertical` has their path, and is tested like all own endpoints. */
const withoutEntries = ['/api/channels'];

/** Returns one published entry of every type. */
const entryPaths = async (): Promise<string[]> => {
  const found = [];
  for (const path of generatedPaths().filter((one) => !withoutEntries.includes(one))) {
    const { body } = await app.request.get(`${path}?pagination[pageSize]=1`).expect(200);
    const [first] = (body as { data: { documentId: string }[] }).data;
    expect([path, typeof first?.documentId]).toEqual([path, 'string']);
    found.push(`${path}/${first?.documentId ?? ''}`);
  }
  return found;
};

let draftOnly: { documentId: string };

beforeAll(async () => {
  app = await startApp({ seed: true });
  draftOnly = await app.strapi.documents('api::category.category').create({
    locale: 'es',
    data: { name: DRAFT_ONLY, slug: 'solo-borrador' },
  } as never);
  await app.strapi.db.query('api::vertical.vertical').updateMany({
    where: {},
    data: { emailFromAddress: PRIVATE, siteAddress: 'https://campus.example.com' },
  });
  await app.strapi.db.query('admin::user').create({
    data: { firstname: 'Ada', email: 'ada@admin.example.com', password: 'x', isActive: true },
  });
});

afterAll(() => app.stop());

const secrets = [DRAFT_ONLY, PRIVATE, 'ada@admin.example.com', '"password"', 'resetPasswordToken'];

const attempts = [
  'status=draft',
  'status=draft&locale=*',
  'publicationFilter=draft',
  'hasPublishedVersion=false',
  'populate=*',
  'populate=createdBy',
  'populate[createdBy][fields][0]=email',
  'populate[verticals][fields][0]=emailFromAddress',
  'populate[localizations][populate]=*',
  'fields[0]=emailFromAddress',
  'fields[0]=slots',
  'filters[createdBy][email][$contains]=ada',
  'filters[verticals][emailFromAddress][$contains]=privado',
  'filters[publishedAt][$null]=true',
  'filters[$or][0][publishedAt][$null]=true',
  'sort=createdBy.email',
  'sort=verticals.emailFromAddress',
  'locale=*',
  'locale[]=es',
  'unknown=1',
];

const clean = (text: string): boolean => secrets.every((secret) => !text.includes(secret));

describe('The generated content API', () => {
  it('is readable by the public', async () => {
    for (const path of generatedPaths()) {
      const { status, text } = await app.request.get(path);
      expect([path, status, clean(text)]).toEqual([path, 200, true]);
    }
  });

  it.each(attempts)('gives nothing private away for ?%s', async (query) => {
    for (const path of generatedPaths()) {
      const { status, text } = await app.request.get(`${path}?${query}`);
      expect([path, [200, 400, 403].includes(status), clean(text)]).toEqual([path, true, true]);
    }
  });

  it('gives nothing private away with a single entry, whatever is asked beside it', async () => {
    for (const path of await entryPaths()) {
      expect(clean((await app.request.get(path).expect(200)).text)).toBe(true);
      for (const query of attempts) {
        const { status, text } = await app.request.get(`${path}?${query}`);
        expect([path, query, [200, 400, 403, 404].includes(status), clean(text)]).toEqual([
          path,
          query,
          true,
          true,
        ]);
      }
    }
  });

  it.each(['status=draft', 'publicationFilter=draft', 'hasPublishedVersion=false'])(
    'refuses ?%s with a single entry of every type',
    async (query) => {
      for (const path of await entryPaths()) {
        const { status } = await app.request.get(`${path}?${query}`);
        expect([path, [400, 403].includes(status)]).toEqual([path, true]);
      }
    },
  );

  it('does not know a single entry that is a draft only', async () => {
    const { documentId } = draftOnly;
    for (const query of ['', ...attempts]) {
      const { status, text } = await app.request.get(`/api/categories/${documentId}?${query}`);
      expect([query, [400, 403, 404].includes(status), clean(text)]).toEqual([query, true, true]);
    }
  });

  it.each(['status=draft', 'publicationFilter=draft', 'hasPublishedVersion=false'])(
    'refuses ?%s on every type',
    async (query) => {
      for (const path of generatedPaths()) {
        const { status } = await app.request.get(`${path}?${query}`);
        expect([400, 403]).toContain(status);
      }
    },
  );

  it('takes no writes from the public', async () => {
    for (const path of generatedPaths()) {
      for (const send of [
        app.request.post(path).send({ data: {} }),
        app.request.put(`${path}/abc`).send({ data: {} }),
        app.request.delete(`${path}/abc`),
      ]) {
        const { status } = await send;
        expect([path, [401, 403, 405].includes(status)]).toEqual([path, true]);
      }
    }
  });

  it('keeps drafts from the public on every route of every type', () => {
    const apis = app.strapi.apis as unknown as Record<
      string,
      { routes: Record<string, { routes: Route[] }> }
    >;
    const unguarded = Object.entries(apis).flatMap(([name, { routes }]) =>
      Object.values(routes)
        .flatMap((router) => router.routes)
        .filter(({ config }) => (config as { auth?: boolean } | undefined)?.auth !== false)
        .filter(({ config }) => config?.policies?.includes('global::published-only') !== true)
        .map(({ method, path }) => `${name} ${method} ${path}`),
    );
    expect(unguarded).toEqual([]);
  });

  it('opens drafts and writes to an API token', async () => {
    const accessKey = await createApiToken(app);
    const withToken = (path: string) =>
      app.request.get(path).set('Authorization', `Bearer ${accessKey}`);
    const drafts = await withToken(
      '/api/categories?status=draft&locale=es&pagination[pageSize]=100',
    );
    expect(drafts.status).toBe(200);
    expect(drafts.text).toContain(DRAFT_ONLY);
    const { status, body } = await app.request
      .post('/api/categories?locale=es')
      .set('Authorization', `Bearer ${accessKey}`)
      .send({ data: { name: 'Nueva', slug: 'nueva' } });
    expect([status, (body as { data: { name: string } }).data.name]).toEqual([201, 'Nueva']);
  });
});

const sample: Readonly<Record<string, string>> = {
  ':slug/:lang': 'elena-ruiz-santamaria/es',
  ':seriesSlug': 'a-corazon-abierto',
  ':vertical': 'medicina',
  ':slug': 'universidad-de-valdemora',
};

/** Addresses at which each endpoint of the catalogue and of the pages returns data. */
const addresses = async (): Promise<string[]> => {
  const { body } = await app.request.get('/api/products/masters');
  const { data } = body as { data: { documentId: string }[] };
  return endpoints
    .filter(({ tag }) => ['Catalogue', 'Channels and series', 'Finding', 'Pages'].includes(tag))
    .map(({ path, query }) => {
      const filled = path
        .replace('productBySlug/:slug/:lang', 'productBySlug/atlas-de-ecografia-clinica/es')
        .replace('productById/:id', `productById/${data[0]?.documentId ?? ''}`)
        .replace('live/:slug', 'live/ecg-en-directo')
        .replace('series/:slug/:lang', 'series/a-corazon-abierto/es')
        .replace('episode/:slug', 'episode/el-latido')
        .replace('sitemaps/:vertical/:lang', 'sitemaps/medicina/es')
        .replace(':documentId', data[0]?.documentId ?? '')
        .replace(/:slug\/:lang|:\w+/, (name) => sample[name] ?? name);
      const shape = (query?.shape ?? {}) as Record<string, z.ZodType | undefined>;
      const values = {
        lang: 'es',
        vertical: 'medicina',
        uid: 'api::protagonist.protagonist',
        from: '2020-01-01',
      };
      const needed = Object.keys(values).filter(
        (name) => shape[name]?.safeParse(undefined).success === false,
      );
      const search = new URLSearchParams(
        Object.entries(values).filter(([name]) => needed.includes(name)),
      );
      return `/api${filled}?${search.toString()}`;
    });
};

describe('The endpoints of the catalogue and of the pages', () => {
  it('take none of Strapi’s parameters', async () => {
    const all = await addresses();
    expect(all.length).toBeGreaterThanOrEqual(18);
    for (const address of all) {
      const { text: plain } = await app.request.get(address).expect(200);
      expect(clean(plain)).toBe(true);
      for (const query of attempts) {
        const { status, text } = await app.request.get(`${address}&${query}`);
        // Ignored, or refused if it is a wrong value of a known one.
        const isIgnored = status === 200 && text === plain;
        expect([address, query, isIgnored || status === 400, clean(text)]).toEqual([
          address,
          query,
          true,
          true,
        ]);
      }
    }
  });

  it('show no draft, whatever is linked to it by statements of SQL', async () => {
    const draft = async (uid: string, data: object): Promise<void> => {
      await app.strapi.documents(uid as never).create({ locale: 'es', data } as never);
    };
    await draft('api::product.product', {
      title: DRAFT_ONLY,
      slug: 'borrador',
      type: 'Curso corto',
    });
    await draft('api::protagonist.protagonist', { name: DRAFT_ONLY, slug: 'borrador' });
    const { rowCount: links } = await app.strapi.db.connection.raw<{ rowCount: number }>(
      `INSERT INTO products_protagonists_lnk (product_id, protagonist_id)
       SELECT p.id, t.id FROM products p, protagonists t
       WHERE (p.title = ? AND t.published_at IS NOT NULL) OR (t.name = ? AND p.published_at IS NOT NULL)`,
      [DRAFT_ONLY, DRAFT_ONLY],
    );
    expect(links).toBeGreaterThan(2);
    await app.strapi.db.connection.raw(
      'UPDATE protagonists SET updated_at = now(); UPDATE products SET updated_at = now()',
    );
    for (const address of await addresses()) {
      expect([address, clean((await app.request.get(address).expect(200)).text)]).toEqual([
        address,
        true,
      ]);
    }
  });
});

describe('Users', () => {
  it.each(['/api/users', '/api/users/1', '/api/users/me', '/api/users-permissions/roles'])(
    '%s is closed',
    async (path) => {
      expect([401, 403, 404]).toContain((await app.request.get(path)).status);
    },
  );
});
